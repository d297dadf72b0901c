// SPDX-License-Identifier: MIT
// Programs of rows: each row is a call of a library function and memory that the call reads or
// writes. Another thread accesses the same memory: it writes what the call reads, and reads what
// the call writes. Functions with state of their own are called by both threads.
//
//   PROGRAM NAME          the race           PROGRAM NAME ordered   its twin, under a mutex
//   PROGRAM list          the rows' names, with MCHECK_PASS_THROUGH=1 or if the program was built
//   without mcheck
#pragma once

#include <cstddef>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>

namespace rows {

enum class Access { kReads, kWrites, kState };

struct Row {
  const char* name;
  Access access;
  void* at;
  void (*call)();
};

inline volatile char seen;
inline std::mutex order;

// One byte: its read and its write each have a hook, which no compiler leaves out.
inline void touch(const Row& row) {
  if (row.access == Access::kState) return row.call();
  volatile char* const byte = static_cast<char*>(row.at);
  const char value = *byte;
  if (row.access == Access::kReads) {
    *byte = value;
  } else {
    seen = value;
  }
}

inline void run(const Row& row, bool ordered) {
  std::thread other([&] {
    std::unique_lock<std::mutex> lock(order, std::defer_lock);
    if (ordered) lock.lock();
    row.call();
  });
  {
    std::unique_lock<std::mutex> lock(order, std::defer_lock);
    if (ordered) lock.lock();
    touch(row);
  }
  other.join();
}

template <std::size_t kCount>
int run_rows(const Row (&all)[kCount], int count, char** words) {
  const std::string name = count > 1 ? words[1] : "list";
  const bool ordered =
      name.ends_with(" ordered") || (count > 2 && words[2] == std::string("ordered"));
  const std::string wanted = name.substr(0, name.find(" ordered"));
  for (const Row& row : all) {
    if (wanted == "list") std::printf("%s\n", row.name);
    if (wanted == row.name) run(row, ordered);
  }
  return 0;
}

}  // namespace rows

// The name of a row: "strcpy(from) reads".
#define READS(name, at, ...)                                              \
  {                                                                       \
    name " reads", rows::Access::kReads, (void*)(at), [] { __VA_ARGS__; } \
  }
#define WRITES(name, at, ...)                                               \
  {                                                                         \
    name " writes", rows::Access::kWrites, (void*)(at), [] { __VA_ARGS__; } \
  }
#define STATEFUL(name, ...)                                               \
  {                                                                       \
    name " has state", rows::Access::kState, nullptr, [] { __VA_ARGS__; } \
  }

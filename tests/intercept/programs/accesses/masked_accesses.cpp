// SPDX-License-Identifier: MIT
// Runs the program that tests/intercept/accesses/masked_accesses.hpp generates from a seed: each
// access by a function of its own, which is all that has hooks.
#include <pthread.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>

#include "tests/intercept/accesses/masked_accesses.hpp"

namespace {

alignas(8) unsigned char memory[masked::kBytes];
std::atomic<std::int64_t> came_to{0};

template <class Word>
[[gnu::noinline]] void put(void* at, std::uint64_t value) {
  *static_cast<Word*>(at) = static_cast<Word>(value);
}
template <class Word>
[[gnu::noinline]] std::uint64_t get(const void* at) {
  return *static_cast<const Word*>(at);
}

[[gnu::noinline]] void store_result(std::int64_t value) { came_to.store(value); }

struct Thread {
  masked::Program program;
  unsigned number = 0;
};

#define UNINSTRUMENTED [[gnu::no_sanitize("thread")]]

UNINSTRUMENTED void write(const masked::Access& access) {
  const std::uint64_t value = 0x0101010101010101ull * access.value;
  void* const at = memory + access.offset;
  if (access.size == 1) put<std::uint8_t>(at, value);
  if (access.size == 2) put<std::uint16_t>(at, value);
  if (access.size == 4) put<std::uint32_t>(at, value);
  if (access.size == 8) put<std::uint64_t>(at, value);
}

UNINSTRUMENTED std::uint64_t read(const masked::Access& access) {
  const void* const at = memory + access.offset;
  if (access.size == 1) return get<std::uint8_t>(at);
  if (access.size == 2) return get<std::uint16_t>(at);
  if (access.size == 4) return get<std::uint32_t>(at);
  return get<std::uint64_t>(at);
}

UNINSTRUMENTED void* run(void* argument) {
  const auto& [program, number] = *static_cast<const Thread*>(argument);
  std::uint64_t sum = number;
  for (unsigned i = 0; i < program.accesses; ++i) {
    const masked::Access& access = program.accesses_of[number][i];
    if (access.write) {
      write(access);
    } else {
      sum = masked::mix(sum, read(access));
    }
  }
  return reinterpret_cast<void*>(sum);
}

}  // namespace

UNINSTRUMENTED int main(int, char** words) {
  const masked::Program program =
      masked::program_of(static_cast<std::uint64_t>(std::atoi(words[1])));
  Thread threads[masked::kMostThreads];
  pthread_t handles[masked::kMostThreads];
  for (unsigned t = 0; t < program.threads; ++t) {
    threads[t].program = program;
    threads[t].number = t;
    pthread_create(&handles[t], nullptr, run, &threads[t]);
  }
  std::uint64_t sum = 0;
  for (unsigned t = 0; t < program.threads; ++t) {
    void* result = nullptr;
    pthread_join(handles[t], &result);
    sum = masked::mix(sum, reinterpret_cast<std::uint64_t>(result));
  }
  for (const unsigned char byte : memory) sum = masked::mix(sum, byte);
  store_result(masked::final_value(sum));
}

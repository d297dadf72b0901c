// SPDX-License-Identifier: MIT
// Atomic memory as the engine sees it: an object, and so many bytes of value. The typed layer above
// (atomic.hpp, atomic_ref.hpp) turns a T into bytes and back, and adds nothing else.
//
// The current value is the engine's. The memory of an atomic holds its first value; it is acted on
// directly wherever no thread of the program runs, which is before and after an exploration.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include <mcheck/detail/object.hpp>

namespace mcheck::detail {

// Who keeps `bytes` up to date while threads of the program run.
enum class Upkeep : std::uint8_t {
  kNobody,    // they stay the first value: atomic<T>
  kEveryUse,  // each operation that changes the value writes it there, too: atomic_ref<T>
  kCaller,    // and nobody writes them outside of an exploration either: atomic<shared_ptr<T>>
};

struct Location {
  Object* object = nullptr;  // null: known by where its bytes are
  void* bytes = nullptr;     // with all padding zero
  std::size_t size = 0;
  Upkeep upkeep = Upkeep::kNobody;
};

enum class Change : std::uint8_t {
  kAdd,
  kSubtract,
  kAnd,
  kOr,
  kXor,
  kAddFloat,
  kAddDouble,
  kSubtractFloat,
  kSubtractDouble,
};

// Where a fetch puts what it saw and what it left.
struct Fetched {
  void* before = nullptr;
  void* after = nullptr;
};

struct Exchange {
  bool weak = false;
  std::memory_order success = std::memory_order_seq_cst;
  std::memory_order failure = std::memory_order_seq_cst;
};

// All values are `location.size` bytes, with all padding zero.
void atomic_made(const Location& location);
void atomic_ended(Object& object);
void load(const Location& location, void* result, std::memory_order order);
void store(const Location& location, const void* value, std::memory_order order);
void exchange(const Location& location, const void* value, void* before, std::memory_order order);
// REQUIRES: size <= 8, and 4 or 8 for the changes named after a type.
void fetch(const Location& location, Change change, const void* operand, const Fetched& fetched,
           std::memory_order order);
// False: `expected` is now what was there instead.
bool compare_exchange(const Location& location, void* expected, const void* desired,
                      const Exchange& exchange);
// Returns once the value is another than `old`.
void wait(const Location& location, const void* old, std::memory_order order);
// Returns once the value is `wanted`, and needs no notification.
void await(const Location& location, const void* wanted, std::memory_order order);
void notify_one(const Location& location);
void notify_all(const Location& location);
void fence(std::memory_order order);

// What a compare_exchange that is given one order does when it fails.
constexpr std::memory_order failure_order(std::memory_order order) {
  if (order == std::memory_order_acq_rel) return std::memory_order_acquire;
  return order == std::memory_order_release ? std::memory_order_relaxed : order;
}

}  // namespace mcheck::detail

// SPDX-License-Identifier: MIT
// Atomic memory as the engine sees it: an object, and a number of bytes. The typed layer above
// (atomic.hpp, atomic_ref.hpp) only converts a T to bytes and back.
//
// The engine holds the current value. The memory of an atomic holds its first value. Where no
// thread of the program runs, before and after an exploration, operations use that memory directly.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include <mcheck/detail/object.hpp>

namespace mcheck::detail {

// How `bytes` is kept up to date while threads of the program run.
enum class MemoryUpdate : std::uint8_t {
  kNever,        // it keeps the first value: atomic<T>
  kEveryChange,  // each operation that changes the value writes it there, too: atomic_ref<T>
  kByCaller,     // by the caller, even outside of an exploration: atomic<shared_ptr<T>>
};

struct Location {
  Object* object = nullptr;  // null: the object is found by its address
  void* bytes = nullptr;     // with all padding zero
  std::size_t size = 0;
  MemoryUpdate memory_update = MemoryUpdate::kNever;
  bool newest = false;  // accesses act on the newest value under every memory model
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

// Where a fetch stores the value before and after.
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
void atomic_created(const Location& location);
void atomic_destroyed(Object& object);
void load(const Location& location, void* result, std::memory_order order);
void store(const Location& location, const void* value, std::memory_order order);
void exchange(const Location& location, const void* value, void* before, std::memory_order order);
// REQUIRES: size <= 8, and 4 or 8 for the changes named after a type.
void fetch(const Location& location, Change change, const void* operand, const Fetched& fetched,
           std::memory_order order);
// False: `expected` is now the value that was there instead.
bool compare_exchange(const Location& location, void* expected, const void* desired,
                      const Exchange& exchange);
// Returns once the value is not `old`.
void wait(const Location& location, const void* old, std::memory_order order);
// Returns once the value is `wanted`, without a notification.
void await(const Location& location, const void* wanted, std::memory_order order);
void notify_one(const Location& location);
void notify_all(const Location& location);
void fence(std::memory_order order);

// The order of the failing load of a compare_exchange with one order.
constexpr std::memory_order failure_order(std::memory_order order) {
  if (order == std::memory_order_acq_rel) return std::memory_order_acquire;
  return order == std::memory_order_release ? std::memory_order_relaxed : order;
}

}  // namespace mcheck::detail

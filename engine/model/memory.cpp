// SPDX-License-Identifier: MIT
// Atomics in terms of the engine's operations. Before an operation nothing here reads shared memory
// except the first value: what a thread announces must follow from what it has seen.
#include <cstring>
#include <string>

#include <mcheck/detail/memory.hpp>

#include "engine/model/outside_program.hpp"
#include "engine/runtime/machine/perform.hpp"
#include "engine/runtime/machine/perform_address.hpp"
#include "engine/runtime/verdict/verdict_basis.hpp"
#include "engine/trace/semantics/memory_step.hpp"

namespace mcheck::detail {
namespace {

// Most values have one of these sizes, and are copied without a call.
[[gnu::always_inline]] inline void copy(void* to, const void* from, std::size_t size) {
  switch (size) {
    case 1: std::memcpy(to, from, 1); return;
    case 4: std::memcpy(to, from, 4); return;
    case 8: std::memcpy(to, from, 8); return;
    default: std::memcpy(to, from, size);
  }
}

void clear(void* bytes, std::size_t size) {
  constexpr Word kZero = 0;
  if (size > sizeof(Word)) {
    std::memset(bytes, 0, size);
  } else {
    copy(bytes, &kZero, size);
  }
}

Word word_of(const void* bytes, std::size_t size) {
  if (size > sizeof(Word)) return intern(bytes, size);
  Word word = 0;
  copy(&word, bytes, size);
  return word;
}

void copy_word_to(Word word, void* bytes, std::size_t size) {
  if (size > sizeof(Word)) {
    load_interned(word, bytes, size);
  } else {
    copy(bytes, &word, size);
  }
}

State state_with_value(Word value) { return {.value = value, .extra = 0, .threads = {}}; }

ObjectId identify_location(const Location& location) {
  if (location.object != nullptr && location.size <= sizeof(Word)) {
    if (const ObjectId known = known_object(*location.object); known != kNoObject) return known;
  }
  const State first = state_with_value(word_of(location.bytes, location.size));
  const ObjectType type(ObjectKind::kAtomic, location.size);
  if (location.object != nullptr) return identify(*location.object, type, first);
  return identify_address(location.bytes, type, first);
}

unsigned width(const Location& location) {
  return location.size > sizeof(Word) ? sizeof(Word) : static_cast<unsigned>(location.size);
}

MemoryOrder fence_order(std::memory_order order) { return static_cast<MemoryOrder>(order); }

Operation operation(Kind kind, const Location& location,
                    std::memory_order order = std::memory_order_seq_cst) {
  Operation result;
  result.kind = kind;
  result.order = fence_order(order);
  result.bytes = width(location) & 0xf;
  const bool by_caller = location.memory_update == MemoryUpdate::kByCaller;
  result.newest = location.newest || by_caller;
  if (by_caller) note_newest_only();
  result.object = identify_location(location);
  return result;
}

// The standard leaves a load that releases, and a store that acquires, undefined.
void require_order(bool allowed, const char* what, std::memory_order order) {
  if (allowed || !on_model_thread()) return;
  fail(FailureKind::kMisuse,
       std::string(what) + " with memory order " + name_of(fence_order(order)));
}

void require_load_order(const char* what, std::memory_order order) {
  require_order(order != std::memory_order_release && order != std::memory_order_acq_rel, what,
                order);
}

// Compilers use the strongest order that a load may have.
std::memory_order effective_failure_order(std::memory_order order) {
  const bool releases = order == std::memory_order_release;
  if (!releases && order != std::memory_order_acq_rel) return order;
  if (on_model_thread()) {
    defined_misuse(releases ? "compares and, failing, loads with memory order release, which is "
                              "treated as relaxed"
                            : "compares and, failing, loads with memory order acq_rel, which is "
                              "treated as acquire");
  }
  return releases ? std::memory_order_relaxed : std::memory_order_acquire;
}

void write_directly(const Location& location, const void* value) {
  if (location.memory_update != MemoryUpdate::kByCaller)
    std::memcpy(location.bytes, value, location.size);
}

// Memory holds the newest version.
void write_through(const Location& location, const void* value, const Reply& reply) {
  if (location.memory_update == MemoryUpdate::kEveryChange && !reply.superseded)
    std::memcpy(location.bytes, value, location.size);
}

bool holds(const Location& location, const void* value) {
  return std::memcmp(location.bytes, value, location.size) == 0;
}

Arithmetic arithmetic_of(Change change) {
  switch (change) {
    case Change::kAdd: return Arithmetic::kAdd;
    case Change::kSubtract: return Arithmetic::kSubtract;
    case Change::kAnd: return Arithmetic::kAnd;
    case Change::kOr: return Arithmetic::kOr;
    case Change::kXor: return Arithmetic::kXor;
    case Change::kAddFloat: return Arithmetic::kAddFloat;
    case Change::kAddDouble: return Arithmetic::kAddDouble;
    case Change::kSubtractFloat: return Arithmetic::kSubtractFloat;
    case Change::kSubtractDouble: return Arithmetic::kSubtractDouble;
  }
  return Arithmetic::kAdd;
}

static_assert(static_cast<int>(std::memory_order_relaxed) ==
              static_cast<int>(MemoryOrder::kRelaxed));
static_assert(static_cast<int>(std::memory_order_acq_rel) ==
              static_cast<int>(MemoryOrder::kAcqRel));
static_assert(static_cast<int>(std::memory_order_seq_cst) ==
              static_cast<int>(MemoryOrder::kSeqCst));

}  // namespace

void atomic_created(const Location& location) {
  if (on_model_thread()) identify_location(location);
}

void atomic_destroyed(Object& object) { retire(object, false); }

void load(const Location& location, void* result, std::memory_order order) {
  require_load_order("loads", order);
  if (!on_model_thread()) {
    std::memcpy(result, location.bytes, location.size);
    return;
  }
  clear(result, location.size);  // the old content is irrelevant: see clear_stack()
  copy_word_to(perform(operation(Kind::kLoad, location, order)).result, result, location.size);
}

void store(const Location& location, const void* value, std::memory_order order) {
  require_order(order == std::memory_order_relaxed || order == std::memory_order_release ||
                    order == std::memory_order_seq_cst,
                "stores", order);
  if (!on_model_thread()) return write_directly(location, value);
  Operation wanted = operation(Kind::kStore, location, order);
  wanted.a = word_of(value, location.size);
  write_through(location, value, perform(wanted));
}

void exchange(const Location& location, const void* value, void* before, std::memory_order order) {
  if (!on_model_thread()) {
    std::memcpy(before, location.bytes, location.size);
    return write_directly(location, value);
  }
  Operation wanted = operation(Kind::kFetch, location, order);
  wanted.a = word_of(value, location.size);
  clear(before, location.size);
  const Reply reply = perform(wanted);
  copy_word_to(reply.result, before, location.size);
  write_through(location, value, reply);
}

void fetch(const Location& location, Change change, const void* operand, const Fetched& fetched,
           std::memory_order order) {
  const bool on_thread = on_model_thread();
  Operation wanted;
  if (on_thread) {
    wanted = operation(Kind::kFetch, location, order);
  } else {
    wanted.kind = Kind::kFetch;
    wanted.bytes = width(location) & 0xf;
  }
  wanted.b = static_cast<Word>(arithmetic_of(change));
  wanted.a = word_of(operand, location.size);
  clear(fetched.before, location.size);
  clear(fetched.after, location.size);
  const Reply reply =
      on_thread ? perform(wanted) : Reply{.result = word_of(location.bytes, location.size)};
  const Word before = reply.result;
  const Word after = memory_step(wanted, before, 0).value;
  copy_word_to(before, fetched.before, location.size);
  copy_word_to(after, fetched.after, location.size);
  if (on_thread) {
    write_through(location, fetched.after, reply);
  } else {
    write_directly(location, fetched.after);
  }
}

bool compare_exchange(const Location& location, void* expected, const void* desired,
                      const Exchange& exchange) {
  const std::memory_order failure = effective_failure_order(exchange.failure);
  if (!on_model_thread()) {
    if (holds(location, expected)) return write_directly(location, desired), true;
    std::memcpy(expected, location.bytes, location.size);
    return false;
  }
  Operation wanted = operation(Kind::kCompareExchange, location, exchange.success);
  wanted.failure_order = fence_order(failure);
  wanted.may_fail = exchange.weak;
  wanted.a = word_of(expected, location.size);
  wanted.b = word_of(desired, location.size);
  const Reply reply = perform(wanted);
  if (reply.failed) {
    copy_word_to(reply.result, expected, location.size);
  } else {
    write_through(location, desired, reply);
  }
  return !reply.failed;
}

void wait(const Location& location, const void* old, std::memory_order order) {
  require_load_order("waits", order);
  if (!on_model_thread()) {
    if (holds(location, old))
      refuse_outside_program("an atomic that no thread can notify is waited for");
    return;
  }
  for (;;) {
    Operation wanted = operation(Kind::kAtomicWait, location, order);
    wanted.a = word_of(old, location.size);
    if (perform(wanted).result != 0) return;
    perform({.kind = Kind::kAwaken, .object = wanted.object});
  }
}

void await(const Location& location, const void* wanted, std::memory_order order) {
  require_load_order("awaits", order);
  if (!on_model_thread()) {
    if (!holds(location, wanted))
      refuse_outside_program("an atomic that no thread can change is awaited");
    return;
  }
  Operation operation_wanted = operation(Kind::kAwait, location, order);
  operation_wanted.a = word_of(wanted, location.size);
  perform(operation_wanted);
}

void notify_one(const Location& location) {
  if (on_model_thread()) perform(operation(Kind::kNotifyOne, location));
}

void notify_all(const Location& location) {
  if (on_model_thread()) perform(operation(Kind::kNotifyAll, location));
}

void fence(std::memory_order order) {
  if (on_model_thread()) perform({.kind = Kind::kFence, .order = fence_order(order)});
}

}  // namespace mcheck::detail

// SPDX-License-Identifier: MIT
// Operations that change atomics of up to eight bytes. Most often the same thread continues: then
// the fast path performs the operation on the engine's stack
// (engine/platform/hooks/fast_path_hook.hpp), and repetitions are only recorded
// (engine/runtime/machine/run_ahead.hpp). Everything else takes the slow path.
//
// So does a memory order that the standard does not allow, which is reported there.
#include <cstring>

#include <mcheck/detail/word_atomics.hpp>

#include "engine/platform/hooks/fast_path_hook.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/runtime/machine/run_ahead.hpp"
#include "engine/trace/semantics/memory_step.hpp"

namespace mcheck {
namespace {

using detail::Object;

static_assert(packed({.kind = Kind::kFetch, .order = MemoryOrder::kRelease, .bytes = 4}) ==
              (detail::operation_code_of(4, std::memory_order_release) |
               static_cast<std::uint32_t>(Kind::kFetch)));
static_assert(detail::change_word(detail::Change::kAdd) == static_cast<Word>(Arithmetic::kAdd));
static_assert(detail::change_word(detail::Change::kXor) == static_cast<Word>(Arithmetic::kXor));

// The result format of engine/platform/hooks/fast_path_hook.hpp: `state` is 1 if it was performed.
struct FastPathResult {
  Word value = 0;
  Word state = 0;
};
constexpr Word kDone = 1;

constexpr unsigned bit(std::memory_order order) { return 1u << static_cast<unsigned>(order); }
constexpr unsigned kStoreOrders = bit(std::memory_order_relaxed) | bit(std::memory_order_release) |
                                  bit(std::memory_order_seq_cst);

constexpr unsigned kOrderShift = 8;
constexpr unsigned kSizeShift = 24;

constexpr unsigned order_of(std::uint32_t code) { return code >> kOrderShift & 0xff; }
constexpr unsigned size_of(std::uint32_t code) { return code >> kSizeShift & 0xf; }
constexpr bool is_among(unsigned orders, unsigned order) { return (orders >> order & 1) != 0; }

constexpr std::uint32_t with_kind(Kind kind, std::uint32_t code) {
  return code | static_cast<std::uint32_t>(kind);
}

// --- on the engine's stack ----------------------------------------------------------------------
// Not inlined, so that the path for repetitions need not save registers for this call.
[[gnu::noinline]] FastPathResult perform_on_engine_stack(const Object* object, std::uint32_t code,
                                                         Word a, Word b) {
  const RunAheadResult passed = run_ahead_object(*object, code, a, b);
  return {passed.result, passed.done ? kDone : 0};
}

// --- at rest ------------------------------------------------------------------------------------
struct Target {
  Object* object = nullptr;
  void* first = nullptr;
  std::uint32_t code = 0;

  [[nodiscard]] detail::Location location() const {
    return {object, first, size_of(code), detail::MemoryUpdate::kNever};
  }
  [[nodiscard]] std::memory_order order() const {
    return static_cast<std::memory_order>(order_of(code));
  }
};

// Null where no thread of the program runs.
Machine* running_machine() {
  Machine* const machine = Machine::current();
  return machine != nullptr && machine->running() ? machine : nullptr;
}

[[gnu::noinline]] ObjectId identify_target(Machine& machine, const Target& target) {
  Word at_first = 0;
  std::memcpy(&at_first, target.first, size_of(target.code));
  return machine.identify(*target.object, {ObjectKind::kAtomic, size_of(target.code)},
                          {.value = at_first, .extra = 0, .threads = {}});
}

// Nothing else has run since the hook cleared the stack. What follows has its frames there, and
// they are compared (engine/runtime/machine/perform.cpp).
[[gnu::always_inline]] inline Reply perform_suspending(Machine& machine, Kind kind,
                                                       const Target& target, Word a, Word b) {
  ObjectId object = machine.known_object(*target.object);
  if (object == kNoObject) [[unlikely]] {
    object = identify_target(machine, target);
    detail::clear_stack();
  }
  return machine.perform(operation_of(with_kind(kind, target.code), object, a, b));
}

Word fetch_outside(const Target& target, Word operand, Word change) {
  Word before = 0;
  Word after = 0;
  detail::fetch(target.location(), static_cast<detail::Change>(change - 1), &operand,
                {.before = &before, .after = &after}, target.order());
  return before;
}

}  // namespace
}  // namespace mcheck

using mcheck::FastPathResult;
using mcheck::Kind;
using mcheck::Machine;
using mcheck::Word;
using mcheck::detail::Object;

// NOLINTBEGIN
extern "C" {

FastPathResult fast_mcheck_atomic_store(const Object* object, void*, std::uint32_t code,
                                        Word value) {
  mcheck::RepeatedChange& last = *mcheck::repeated_change;
  code = mcheck::with_kind(Kind::kStore, code);
  if (last.matches(*object, code, 0) && value != last.value) {
    last.repeat(value, value);
    return {0, mcheck::kDone};
  }
  if (!mcheck::is_among(mcheck::kStoreOrders, mcheck::order_of(code))) return {};
  return mcheck::perform_on_engine_stack(object, code, value, 0);
}

FastPathResult fast_mcheck_atomic_fetch(const Object* object, void*, std::uint32_t code,
                                        Word operand, Word change) {
  mcheck::RepeatedChange& last = *mcheck::repeated_change;
  code = mcheck::with_kind(Kind::kFetch, code);
  if (last.matches(*object, code, change)) {
    const Word before = last.value;
    const Word wide = mcheck::compute(static_cast<mcheck::Arithmetic>(change), before, operand);
    const Word after = mcheck::truncated(wide, mcheck::size_of(code));
    if (after != before) {
      last.repeat(operand, after);
      return {before, mcheck::kDone};
    }
  }
  return mcheck::perform_on_engine_stack(object, code, operand, change);
}

void body_mcheck_atomic_store(Object* object, void* first, std::uint32_t code,
                              Word value) noexcept {
  const mcheck::Target target{object, first, code};
  Machine* const machine = mcheck::running_machine();
  if (machine != nullptr && mcheck::is_among(mcheck::kStoreOrders, mcheck::order_of(code))) {
    mcheck::perform_suspending(*machine, Kind::kStore, target, value, 0);
  } else {
    mcheck::detail::store(target.location(), &value, target.order());
  }
}

Word body_mcheck_atomic_fetch(Object* object, void* first, std::uint32_t code, Word operand,
                              Word change) noexcept {
  const mcheck::Target target{object, first, code};
  Machine* const machine = mcheck::running_machine();
  if (machine == nullptr) return mcheck::fetch_outside(target, operand, change);
  return mcheck::perform_suspending(*machine, Kind::kFetch, target, operand, change).result;
}

MCHECK_FAST_PATH_HOOK(mcheck_atomic_store)
MCHECK_FAST_PATH_HOOK(mcheck_atomic_fetch)
}
// NOLINTEND

// SPDX-License-Identifier: MIT
// Operations that change atomics of up to eight bytes. Most often the same thread continues: then
// the fast path performs the operation on the engine's stack (engine/platform/short_way.hpp), and
// repetitions are only recorded (engine/runtime/passing.hpp). Everything else takes the slow path.
//
// So does a memory order that the standard does not allow, which is reported there.
#include <cstring>

#include <mcheck/detail/word_atomics.hpp>

#include "engine/platform/short_way.hpp"
#include "engine/runtime/machine.hpp"
#include "engine/runtime/passing.hpp"
#include "engine/trace/memory_step.hpp"

namespace mcheck {
namespace {

using detail::Object;

static_assert(packed({.kind = Kind::kFetch, .order = MemoryOrder::kRelease, .bytes = 4}) ==
              (detail::manner_of(4, std::memory_order_release) |
               static_cast<std::uint32_t>(Kind::kFetch)));
static_assert(detail::change_word(detail::Change::kAdd) == static_cast<Word>(Arithmetic::kAdd));
static_assert(detail::change_word(detail::Change::kXor) == static_cast<Word>(Arithmetic::kXor));

// The result format of engine/platform/short_way.hpp: `state` is 1 if it was performed.
struct Answer {
  Word value = 0;
  Word state = 0;
};
constexpr Word kDone = 1;

constexpr unsigned bit(std::memory_order order) { return 1u << static_cast<unsigned>(order); }
constexpr unsigned kOfStores = bit(std::memory_order_relaxed) | bit(std::memory_order_release) |
                               bit(std::memory_order_seq_cst);

constexpr unsigned kOrderAt = 8;
constexpr unsigned kSizeAt = 24;

constexpr unsigned order_of(std::uint32_t manner) { return manner >> kOrderAt & 0xff; }
constexpr unsigned size_of(std::uint32_t manner) { return manner >> kSizeAt & 0xf; }
constexpr bool is_among(unsigned orders, unsigned order) { return (orders >> order & 1) != 0; }

constexpr std::uint32_t as(Kind kind, std::uint32_t manner) {
  return manner | static_cast<std::uint32_t>(kind);
}

// --- on the engine's stack ----------------------------------------------------------------------
// Not inlined, so that the path for repetitions need not save registers for this call.
[[gnu::noinline]] Answer ask(const Object* object, std::uint32_t manner, Word a, Word b) {
  const Passed passed = pass_object(*object, manner, a, b);
  return {passed.result, passed.done ? kDone : 0};
}

// --- at rest ------------------------------------------------------------------------------------
struct Target {
  Object* object = nullptr;
  void* first = nullptr;
  std::uint32_t manner = 0;

  [[nodiscard]] detail::Location location() const {
    return {object, first, size_of(manner), detail::Upkeep::kNobody};
  }
  [[nodiscard]] std::memory_order order() const {
    return static_cast<std::memory_order>(order_of(manner));
  }
};

// Null where no thread of the program runs.
Machine* running_machine() {
  Machine* const machine = Machine::current();
  return machine != nullptr && machine->running() ? machine : nullptr;
}

[[gnu::noinline]] ObjectId make_known(Machine& machine, const Target& target) {
  Word first = 0;
  std::memcpy(&first, target.first, size_of(target.manner));
  return machine.identify(*target.object, {ObjectKind::kAtomic, size_of(target.manner)},
                          {.value = first, .extra = 0, .threads = {}});
}

// Nothing else has run since the hook cleared the stack. What follows has its frames there, and
// they are compared (engine/runtime/perform.cpp).
[[gnu::always_inline]] inline Reply rest(Machine& machine, Kind kind, const Target& target, Word a,
                                         Word b) {
  ObjectId object = machine.known_object(*target.object);
  if (object == kNoObject) [[unlikely]] {
    object = make_known(machine, target);
    detail::sweep_stack();
  }
  return machine.perform(operation_of(as(kind, target.manner), object, a, b));
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

using mcheck::Answer;
using mcheck::Kind;
using mcheck::Machine;
using mcheck::Word;
using mcheck::detail::Object;

// NOLINTBEGIN
extern "C" {

Answer short_mcheck_atomic_store(const Object* object, void*, std::uint32_t manner, Word value) {
  mcheck::LastChange& last = *mcheck::last_change;
  manner = mcheck::as(Kind::kStore, manner);
  if (last.may_be(*object, manner, 0) && value != last.value) {
    last.again(value, value);
    return {0, mcheck::kDone};
  }
  if (!mcheck::is_among(mcheck::kOfStores, mcheck::order_of(manner))) return {};
  return mcheck::ask(object, manner, value, 0);
}

Answer short_mcheck_atomic_fetch(const Object* object, void*, std::uint32_t manner, Word operand,
                                 Word change) {
  mcheck::LastChange& last = *mcheck::last_change;
  manner = mcheck::as(Kind::kFetch, manner);
  if (last.may_be(*object, manner, change)) {
    const Word before = last.value;
    const Word wide = mcheck::computed(static_cast<mcheck::Arithmetic>(change), before, operand);
    const Word after = mcheck::truncated(wide, mcheck::size_of(manner));
    if (after != before) {
      last.again(operand, after);
      return {before, mcheck::kDone};
    }
  }
  return mcheck::ask(object, manner, operand, change);
}

void swept_mcheck_atomic_store(Object* object, void* first, std::uint32_t manner,
                               Word value) noexcept {
  const mcheck::Target target{object, first, manner};
  Machine* const machine = mcheck::running_machine();
  if (machine != nullptr && mcheck::is_among(mcheck::kOfStores, mcheck::order_of(manner))) {
    mcheck::rest(*machine, Kind::kStore, target, value, 0);
  } else {
    mcheck::detail::store(target.location(), &value, target.order());
  }
}

Word swept_mcheck_atomic_fetch(Object* object, void* first, std::uint32_t manner, Word operand,
                               Word change) noexcept {
  const mcheck::Target target{object, first, manner};
  Machine* const machine = mcheck::running_machine();
  if (machine == nullptr) return mcheck::fetch_outside(target, operand, change);
  return mcheck::rest(*machine, Kind::kFetch, target, operand, change).result;
}

MCHECK_SHORT_OR_SWEPT(mcheck_atomic_store)
MCHECK_SHORT_OR_SWEPT(mcheck_atomic_fetch)
}
// NOLINTEND

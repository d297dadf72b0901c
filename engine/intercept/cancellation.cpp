// SPDX-License-Identifier: MIT
#include "engine/intercept/cancellation.hpp"

#include <errno.h>

#include <mcheck/detail/memory.hpp>

#include "engine/intercept/inside.hpp"
#include "engine/intercept/named_functions.hpp"
#include "engine/intercept/threads.hpp"
#include "engine/runtime/machine.hpp"

namespace mcheck {
namespace {

constexpr std::uint64_t kRequested = 1;

detail::Location attention_of(ThreadControl& control) {
  return {.object = nullptr,
          .bytes = &control.attention,
          .size = sizeof control.attention,
          .upkeep = detail::Upkeep::kEveryUse};
}

std::uint64_t change(ThreadControl& control, detail::Change change, std::uint64_t operand) {
  std::uint64_t before = 0;
  std::uint64_t after = 0;
  detail::fetch(attention_of(control), change, &operand, {.before = &before, .after = &after},
                std::memory_order_seq_cst);
  return before;
}

bool is_requested() {
  detail::sweep_stack();
  std::uint64_t now = 0;
  detail::load(attention_of(own_thread()), &now, std::memory_order_acquire);
  return (now & kRequested) != 0;
}

bool lets_itself() {
  return inside() && threads_are_cancelled() && own_thread().cancel_enabled && !own_thread().at_end;
}

// A notification may wake any waiter. Only executions in which it wakes this thread are wanted;
// cut_off() ends the others. A thread that does not wait any more has received a notification that
// it will not use: it passes the notification on.
void wake(ThreadId thread, ObjectId condition) {
  Execution& execution = Machine::current()->execution();
  perform({.kind = Kind::kNotifyOne, .object = condition});
  if (execution.threads_at(condition).has(thread)) cut_off();
}

}  // namespace

bool cancellation_point() {
  if (!lets_itself()) return false;
  if (is_requested()) exit_thread(PTHREAD_CANCELED);
  return true;
}

CancellableWait::CancellableWait(ObjectId condition) : enabled_(lets_itself()) {
  if (!enabled_) return;
  const std::uint64_t place = std::uint64_t{index(condition)} << 1;
  const std::uint64_t before = change(own_thread(), detail::Change::kOr, place);
  if ((before & kRequested) == 0) return;
  const Reply left = perform({.kind = Kind::kLeave, .may_fail = true, .object = condition});
  if (!left.failed) perform({.kind = Kind::kNotifyOne, .object = condition});  // for another waiter
  exit_thread(PTHREAD_CANCELED);
}

void CancellableWait::end() const {
  if (!enabled_) return;
  const std::uint64_t before = change(own_thread(), detail::Change::kAnd, kRequested);
  if ((before & kRequested) != 0) exit_thread(PTHREAD_CANCELED);
}

}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

int pthread_cancel(pthread_t thread) noexcept {
  if (!mcheck::threads_are_cancelled()) {
    mcheck::refuse_call("cancels a thread in a way that was not foreseen");
  }
  mcheck::ThreadControl& control = mcheck::control_of(thread);
  const std::uint64_t before =
      mcheck::change(control, mcheck::detail::Change::kOr, mcheck::kRequested);
  const bool waits = before > mcheck::kRequested && (before & mcheck::kRequested) == 0;
  if (waits) mcheck::wake(mcheck::id_of(thread), mcheck::ObjectId(before >> 1));
  return 0;
}

void pthread_testcancel() { mcheck::cancellation_point(); }

int pthread_setcancelstate(int state, int* before) {
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) return EINVAL;
  bool& enabled = mcheck::own_thread().cancel_enabled;
  if (before != nullptr) *before = enabled ? PTHREAD_CANCEL_ENABLE : PTHREAD_CANCEL_DISABLE;
  enabled = state == PTHREAD_CANCEL_ENABLE;
  return 0;
}

int pthread_setcanceltype(int type, int* before) {
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) return EINVAL;
  if (type == PTHREAD_CANCEL_ASYNCHRONOUS && mcheck::inside() && mcheck::threads_are_cancelled()) {
    mcheck::refuse_call("asks to be cancelled at any instruction, which is no point of a schedule");
  }
  if (before != nullptr) *before = PTHREAD_CANCEL_DEFERRED;
  return 0;
}
}
// NOLINTEND

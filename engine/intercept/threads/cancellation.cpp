// SPDX-License-Identifier: MIT
#include "engine/intercept/threads/cancellation.hpp"

#include <errno.h>

#include <mcheck/detail/memory.hpp>

#include "engine/intercept/program/program_call.hpp"
#include "engine/intercept/threads/referenced_functions.hpp"
#include "engine/intercept/threads/threads.hpp"
#include "engine/runtime/machine/machine.hpp"

namespace mcheck {
namespace {

constexpr std::uint64_t kCancelRequested = 1;

detail::Location location_of_cancel_word(ThreadControl& control) {
  return {.object = nullptr,
          .bytes = &control.cancel_word,
          .size = sizeof control.cancel_word,
          .memory_update = detail::MemoryUpdate::kEveryChange,
          .newest = true};
}

std::uint64_t change(ThreadControl& control, detail::Change change, std::uint64_t operand) {
  std::uint64_t before = 0;
  std::uint64_t after = 0;
  detail::fetch(location_of_cancel_word(control), change, &operand,
                {.before = &before, .after = &after}, std::memory_order_seq_cst);
  return before;
}

bool is_cancel_requested() {
  detail::clear_stack();
  std::uint64_t now = 0;
  detail::load(location_of_cancel_word(current_control()), &now, std::memory_order_seq_cst);
  return (now & kCancelRequested) != 0;
}

bool may_be_cancelled() {
  return on_program_thread() && cancellation_is_used() && current_control().cancel_enabled &&
         !current_control().at_end;
}

// A notification may wake any waiter. Only executions in which it wakes this thread are wanted;
// cut_off() ends the others. A thread that does not wait any more has received a notification that
// it will not use: it passes the notification on.
void wake_waiter(ThreadId thread, ObjectId condition) {
  Execution& execution = Machine::current()->execution();
  perform({.kind = Kind::kNotifyOne, .object = condition});
  if (execution.threads_at(condition).has(thread)) cut_off();
}

}  // namespace

bool cancellation_point() {
  if (!may_be_cancelled()) return false;
  if (is_cancel_requested()) exit_thread(PTHREAD_CANCELED);
  return true;
}

CancellableWait::CancellableWait(ObjectId condition) : enabled_(may_be_cancelled()) {
  if (!enabled_) return;
  const std::uint64_t condition_bits = std::uint64_t{index(condition)} << 1;
  const std::uint64_t before = change(current_control(), detail::Change::kOr, condition_bits);
  if ((before & kCancelRequested) == 0) return;
  const Reply reply = perform({.kind = Kind::kLeave, .may_fail = true, .object = condition});
  if (!reply.failed)
    perform({.kind = Kind::kNotifyOne, .object = condition});  // for another waiter
  exit_thread(PTHREAD_CANCELED);
}

void CancellableWait::end() const {
  if (!enabled_) return;
  const std::uint64_t before = change(current_control(), detail::Change::kAnd, kCancelRequested);
  if ((before & kCancelRequested) != 0) exit_thread(PTHREAD_CANCELED);
}

}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

int pthread_cancel(pthread_t thread) {
  if (!mcheck::cancellation_is_used()) {
    mcheck::reject_call(
        "calls pthread_cancel in a way that mcheck could not find in the executable");
  }
  mcheck::ThreadControl& control = mcheck::control_of(thread);
  const std::uint64_t before =
      mcheck::change(control, mcheck::detail::Change::kOr, mcheck::kCancelRequested);
  const bool is_first_request =
      before > mcheck::kCancelRequested && (before & mcheck::kCancelRequested) == 0;
  if (is_first_request) mcheck::wake_waiter(mcheck::id_of(thread), mcheck::ObjectId(before >> 1));
  return 0;
}

void pthread_testcancel() { mcheck::cancellation_point(); }

int pthread_setcancelstate(int state, int* before) {
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) return EINVAL;
  bool& enabled = mcheck::current_control().cancel_enabled;
  if (before != nullptr) *before = enabled ? PTHREAD_CANCEL_ENABLE : PTHREAD_CANCEL_DISABLE;
  enabled = state == PTHREAD_CANCEL_ENABLE;
  return 0;
}

int pthread_setcanceltype(int type, int* before) {
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) return EINVAL;
  if (type == PTHREAD_CANCEL_ASYNCHRONOUS && mcheck::on_program_thread() &&
      mcheck::cancellation_is_used()) {
    mcheck::reject_call(
        "enables asynchronous cancellation, which is not modelled: instructions are no "
        "scheduling points");
  }
  if (before != nullptr) *before = PTHREAD_CANCEL_DEFERRED;
  return 0;
}
}
// NOLINTEND

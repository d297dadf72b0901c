// SPDX-License-Identifier: MIT
// Threads of the model: start, join, detach, and the body that a thread runs.
#include <bit>

#include <mcheck/detail/threads.hpp>

#include "engine/model/outside_program.hpp"
#include "engine/platform/stacks/control_words.hpp"
#include "engine/runtime/machine/perform.hpp"
#include "engine/runtime/process/thread_end.hpp"

namespace mcheck {
namespace {

constexpr detail::ThreadNumber number_of(ThreadId thread) { return index(thread) + 1; }

}  // namespace

void run_thread_body(Word body) {
  std::bit_cast<detail::ThreadBody*>(static_cast<std::uintptr_t>(body))->run();
}

namespace detail {

ThreadNumber start_thread(ThreadBody* body) {
  if (!on_model_thread()) refuse_outside_program("a thread is started");
  const Word address = std::bit_cast<std::uintptr_t>(body);
  // It starts with the rounding mode of the thread that starts it.
  const Operation spawn = {.kind = Kind::kSpawn, .a = address, .b = control_words()};
  return number_of(ThreadId(perform(spawn).result));
}

void join_thread(ThreadNumber thread) {
  if (!on_model_thread()) refuse_outside_program("a thread is joined");
  if (thread == 0) {
    fail(FailureKind::kMisuse,
         "joins a thread object without a thread: it was joined, detached, moved from or "
         "never started");
  }
  if (thread == running_thread()) fail(FailureKind::kMisuse, "joins itself");
  perform({.kind = Kind::kJoin, .a = thread - 1});
}

void detach_thread(ThreadNumber thread) {
  if (thread != 0) return;
  if (!on_model_thread()) refuse_outside_program("a thread is detached");
  fail(FailureKind::kMisuse,
       "detaches a thread object without a thread: it was joined, detached, moved from or "
       "never started");
}

void abandon_thread(ThreadNumber) {
  if (!on_model_thread()) return;
  fail(FailureKind::kMisuse,
       "destroys or overwrites a thread object whose thread was neither joined nor detached");
}

ThreadNumber running_thread() {
  return number_of(on_model_thread() ? current_thread() : kMainThread);
}

std::uint64_t identity_of(ThreadNumber thread) {
  if (thread == 0 || !on_model_thread()) return thread;
  return path_key(ThreadId(thread - 1)) + 1;
}

void name_running_thread(const char* name) {
  if (on_model_thread()) name_thread(current_thread(), name);
}

void yield_thread() {
  if (on_model_thread()) perform({.kind = Kind::kYield});
}

}  // namespace detail
}  // namespace mcheck

// SPDX-License-Identifier: MIT
// How code that runs as a model thread calls the engine. The model library (engine/model) and the
// interceptors (engine/intercept) use only these few functions.
//
// The program may be written for mcheck, or it may be unmodified (engine/intercept); then the first
// thread that uses an object registers it.
//
// All functions but on_model_thread(), unmodified() and passes_through() REQUIRE on_model_thread(),
// unless they say otherwise.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/include/mcheck/detail/object.hpp"
#include "engine/trace/failures/failure.hpp"
#include "engine/trace/semantics/operation.hpp"
#include "engine/trace/semantics/semantics.hpp"

namespace mcheck {

// True while a thread of the program runs; false in static initialisers and in the engine itself.
[[nodiscard]] bool on_model_thread();

// Whether the program of this process is unmodified; set before it runs.
[[nodiscard]] bool unmodified();
void set_unmodified();
// Whether it runs once without control: clocks, random numbers and streams are the real ones.
[[nodiscard]] bool passes_through();
void set_pass_through();

// The running thread announces the operation; returns once it was performed. `may_fail` requests
// spurious failures, which the engine grants while the thread has some left (--spurious N);
// `may_time_out` requests timeouts, which it grants if they are on.
Reply perform(const Operation& operation);

// An object's kind, and how many bytes its value has.
struct ObjectType {
  // NOLINTNEXTLINE(google-explicit-constructor): most hold nothing, or a whole word
  constexpr ObjectType(ObjectKind of, std::size_t size = sizeof(Word))
      : kind(of), bytes(static_cast<std::uint8_t>(std::min<std::size_t>(size, 255))) {}

  ObjectKind kind;
  std::uint8_t bytes;
};

// The engine's id of the object; registers it, with its first state, if it is new.
ObjectId identify(detail::Object& object, ObjectType type, const State& first);
// The id if the object is registered, else none: for callers that should not read its value.
ObjectId known_object(const detail::Object& object);

// The object ends. A failure if threads wait on it, or if `busy_unless_zero` and its value is not
// 0. Does nothing if the object was never used or no model thread runs.
void retire(detail::Object& object, bool busy_unless_zero);

// The execution fails here. Does not return: the thread runs no more.
[[noreturn]] void fail(FailureKind kind, std::string_view message);
// The thread does what the standards forbid and every implementation defines: a warning, once for
// each message; or a failure, with --misuse strict.
void defined_misuse(std::string_view message);
// An assumption does not hold: the thread is blocked for good, and others continue.
[[noreturn]] void block_on_false_assumption();
// What happened is no execution of the program.
[[noreturn]] void cut_off();

// The running thread ends here, without a return from its function.
[[noreturn]] void end_thread();
// The process ends with that status as soon as no thread is enabled: what other threads do until
// then, they could have done before. A status other than 0 is a failure, unless any status is
// allowed.
[[noreturn]] void end_process(int status);

// Whether timed operations may time out (--timeouts on|off).
[[nodiscard]] bool timeouts_happen();
// Whether the yields of sleeps say how long: `a`, in nanoseconds (dpor/sampling/sleep_order.hpp).
[[nodiscard]] bool sleeps_have_lengths();

// Values wider than a word: equal bytes have equal words, in every execution.
[[nodiscard]] Word intern(const void* bytes, std::size_t size);
void load_interned(Word word, void* bytes, std::size_t size);

[[nodiscard]] ThreadId current_thread();
// Where a thread's region is, and whose region an address is in: see
// memory/regions/thread_region.hpp.
[[nodiscard]] std::byte* thread_pointer_of(ThreadId thread);
[[nodiscard]] ThreadId thread_at(const void* address);
// A number that follows from the thread's creation path: 0 is main, 1 its first child.
[[nodiscard]] Word path_key(ThreadId thread);
void name_thread(ThreadId thread, const char* name);
// A named value, for reports at the end of the execution.
void record_note(const char* name, std::int64_t value);

}  // namespace mcheck

// SPDX-License-Identifier: MIT
// The seam under every door: how code that runs as a model thread reaches the engine. The model
// library (engine/model) and, later, interposed calls reduce to these few functions.
//
// The program may be one that was written for mcheck, or an unmodified one (engine/intercept),
// whose objects are made known by whichever thread uses them first.
//
// All but on_model_thread(), unmodified(), passes_through() and what says so REQUIRE
// on_model_thread(), unless they say otherwise.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/include/mcheck/detail/object.hpp"
#include "engine/trace/failure.hpp"
#include "engine/trace/operation.hpp"
#include "engine/trace/semantics.hpp"

namespace mcheck {

// True while a thread of the program runs; false in static initialisers and in the engine itself.
[[nodiscard]] bool on_model_thread();

// Whether the program of this process is an unmodified one; said before it runs.
[[nodiscard]] bool unmodified();
void take_unmodified();
// Whether it is to run once, as it is: clocks, random numbers and streams are the real ones.
[[nodiscard]] bool passes_through();
void take_pass_through();

// The running thread wants this to happen; returns once it has. `may_fail` is a wish that the
// engine grants only while the thread has spurious failures left (--spurious N), `may_time_out` one
// that it grants only with timeouts on.
Reply perform(const Operation& operation);

// What an object is: its kind, and how many bytes its value has.
struct ObjectType {
  // NOLINTNEXTLINE(google-explicit-constructor): most hold nothing, or a whole word
  constexpr ObjectType(ObjectKind of, std::size_t size = sizeof(Word))
      : kind(of), bytes(static_cast<std::uint8_t>(std::min<std::size_t>(size, 255))) {}

  ObjectKind kind;
  std::uint8_t bytes;
};

// The engine's id of the object; registers it, with its first state, if it is not known yet.
ObjectId identify(detail::Object& object, ObjectType type, const State& first);
// The same of one that is known, or none: for who would rather not say what it holds.
ObjectId known_object(const detail::Object& object);

// The object ends. A failure if threads wait at it, or if `busy_unless_zero` and its value is not
// 0. Does nothing where the object was never used or no model thread runs.
void retire(detail::Object& object, bool busy_unless_zero);

// The execution fails here and now. Does not return: nothing of this thread runs any more.
[[noreturn]] void fail(FailureKind kind, std::string_view message);
// The thread does what the standards forbid and every implementation defines: a warning, once for
// each message; or a failure, with --misuse strict.
void defined_misuse(std::string_view message);
// The thread assumes what does not hold: it is blocked for ever, and others go on.
[[noreturn]] void block_on_false_assumption();
// What happened is no execution of the program.
[[noreturn]] void cut_off();

// The running thread ends here, without a return from its function.
[[noreturn]] void end_thread();
// So does the process, with that status, as soon as no thread can go on: what others do until then,
// they might have done before. A status other than 0 is a failure, unless any is welcome.
[[noreturn]] void end_process(int status);

// Whether timed operations may give up (--timeouts on|off).
[[nodiscard]] bool timeouts_happen();

// Values wider than a word: equal bytes get equal words, in every execution.
[[nodiscard]] Word intern(const void* bytes, std::size_t size);
void interned(Word word, void* bytes, std::size_t size);

[[nodiscard]] ThreadId current_thread();
// Where a thread's memory is, and whose memory that is: see world/place.hpp.
[[nodiscard]] std::byte* thread_pointer_of(ThreadId thread);
[[nodiscard]] ThreadId thread_at(const void* address);
// A number that follows from the thread's path of creation: 0 is main, 1 its first child.
[[nodiscard]] Word path_key(ThreadId thread);
void name_thread(ThreadId thread, const char* name);
// A value by name, for who asks about the execution at its end.
void keep_note(const char* name, std::int64_t value);

}  // namespace mcheck

// SPDX-License-Identifier: MIT
// Functions of the C library that read or write memory of the program. The C library has no hooks,
// so each such function has a row: its signature, and the ranges that it reads and writes. A row
// defines two functions:
//
//   mcheck_intercept_NAME  checks the ranges for the running thread, and calls mcheck_real_NAME
//   mcheck_real_NAME  jumps to the C library's own function
//
// engine/unmodified.cmake gives the program the first under the plain name, and the engine the
// second. The first is weak: a program may define such a function itself.
//
// Ranges are those of the C standard, not those that the C library happens to read: strcmp() reads
// up to the first difference, memcmp() all bytes. They are checked for races and are never
// scheduling points.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <cwchar>

#include "engine/intercept/program/program_call.hpp"
#include "engine/platform/linking/library_jumps.hpp"
#include "engine/runtime/data_races/accesses.hpp"

namespace mcheck {

// State that functions keep between calls. A report calls it "the state of strtok".
struct LibraryState {
  char bytes[8];
};

inline std::size_t length_of(const char* text) { return std::strlen(text); }
inline std::size_t length_of(const wchar_t* text) { return std::wcslen(text); }

// One call of such a function by the program.
class LibraryCall {
 public:
  explicit LibraryCall(const void* caller) : caller_(caller) {}

  [[nodiscard]] static bool is_checked() { return active_races != nullptr && on_program_thread(); }

  // Null pointers and empty ranges are no accesses; if the function does not accept them, it shows.
  void reads(const void* at, std::size_t size) const { check_access(at, size, false); }
  void writes(const void* at, std::size_t size) const { check_access(at, size, true); }
  void changes(const void* at, std::size_t size) const {
    check_access(at, size, false);
    check_access(at, size, true);
  }
  template <class Object>
  void reads_object(const Object* object) const {
    check_access(object, sizeof(Object), false);
  }
  template <class Object>
  void writes_object(const Object* object) const {
    check_access(object, sizeof(Object), true);
  }
  void copies(const void* to, const void* from, std::size_t size) const {
    check_access(from, size, false);
    check_access(to, size, true);
  }

  // A string with its terminator; at most `limit` characters of it; the same, written.
  template <class Char>
  void text(const Char* text) const {
    if (text != nullptr) check_access(text, (length_of(text) + 1) * sizeof(Char), false);
  }
  template <class Char>
  void text(const Char* text, std::size_t limit) const {
    if (text != nullptr) check_access(text, length_with_end(text, limit) * sizeof(Char), false);
  }
  template <class Char>
  void writes_text(const Char* text) const {
    if (text != nullptr) check_access(text, (length_of(text) + 1) * sizeof(Char), true);
  }
  // Up to and including `last`, or the whole string if `last` is null.
  template <class Char>
  void text_until(const Char* text, const Char* last) const {
    if (last == nullptr) return this->text(text);
    check_access(text, static_cast<std::size_t>(last - text + 1) * sizeof(Char), false);
  }
  // The length of a string with its terminator, if that is among the first `limit` characters.
  template <class Char>
  [[nodiscard]] static std::size_t length_with_end(const Char* text, std::size_t limit) {
    std::size_t length = 0;
    while (length < limit && text[length++] != 0) {
    }
    return length;
  }

  void changes_state(const LibraryState& state) const { check_access(&state, sizeof state, true); }
  void reads_state(const LibraryState& state) const { check_access(&state, sizeof state, false); }

  [[nodiscard]] const void* caller() const { return caller_; }

 private:
  void check_access(const void* at, std::size_t size, bool write) const {
    if (at == nullptr || size == 0 || active_races->is_same_epoch(at, size, write)) return;
    unscheduled_access(at, size, write, caller_);
  }

  const void* caller_;
};

// Keeps errno as the call left it, while accesses are checked after the call.
class SavedErrno {
 public:
  SavedErrno() = default;
  ~SavedErrno() { errno = error_; }
  SavedErrno(const SavedErrno&) = delete;
  SavedErrno& operator=(const SavedErrno&) = delete;

 private:
  int error_ = errno;
};

}  // namespace mcheck

// NOLINTBEGIN
// `before` and `after` are expressions with `call`, the parameters and (after) `result`.
#define MCHECK_INTERCEPTED(Result, name, parameters, arguments, before, after)   \
  Result mcheck_real_##name parameters;                                          \
  [[gnu::weak]] Result mcheck_intercept_##name parameters {                      \
    if (!mcheck::LibraryCall::is_checked()) return mcheck_real_##name arguments; \
    const mcheck::LibraryCall call(__builtin_return_address(0));                 \
    before;                                                                      \
    Result const result = mcheck_real_##name arguments;                          \
    const mcheck::SavedErrno saved_errno;                                        \
    after;                                                                       \
    return result;                                                               \
  }
#define MCHECK_INTERCEPTED_VOID(name, parameters, arguments, before, after)      \
  void mcheck_real_##name parameters;                                            \
  [[gnu::weak]] void mcheck_intercept_##name parameters {                        \
    if (!mcheck::LibraryCall::is_checked()) return mcheck_real_##name arguments; \
    const mcheck::LibraryCall call(__builtin_return_address(0));                 \
    before;                                                                      \
    mcheck_real_##name arguments;                                                \
    const mcheck::SavedErrno saved_errno;                                        \
    after;                                                                       \
  }

#define MCHECK_LIBRARY(Result, name, parameters, arguments, before, after) \
  MCHECK_LIBRARY_JUMP(name)                                                \
  MCHECK_INTERCEPTED(Result, name, parameters, arguments, before, after)
#define MCHECK_LIBRARY_VOID(name, parameters, arguments, before, after) \
  MCHECK_LIBRARY_JUMP(name)                                             \
  MCHECK_INTERCEPTED_VOID(name, parameters, arguments, before, after)

// Defines `id` and the name of its symbol, which reports use.
#define MCHECK_LIBRARY_STATE(id, name) \
  MCHECK_NAMED_BYTES(id, name)         \
  extern "C" const mcheck::LibraryState id asm(".L" #id);
// NOLINTEND

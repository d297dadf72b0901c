// SPDX-License-Identifier: MIT
// Calls on stdio streams, as `mcheck conflicts` sees them; their accesses to the program's memory
// are checked in each search. Each call locks its stream, so two of them do not conflict. These
// conflict with any other use of the stream: a call that closes it, calls that move the position
// for the next read or write, and the unlocked variants. They do not if the caller holds the stream
// by flockfile.
//
// Not covered: scanf and related functions; putc_unlocked where a compiler expands it as a macro,
// whose accesses are checked byte by byte.
#include <cstdarg>
#include <cstdio>

#include "engine/base/host_state.hpp"
#include "engine/intercept/examination/program_code.hpp"
#include "engine/intercept/libc/format_ranges.hpp"
#include "engine/intercept/program/original.hpp"
#include "engine/runtime/data_races/accesses.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/trace/semantics/semantics_parts.hpp"

namespace mcheck {
namespace {

enum class StreamUse {
  kLocking,
  kExclusive
};  // exclusive: no other thread may use it at the same time

bool holds_lock_of(const FILE* stream) {
  const Execution& execution = Machine::current()->execution();
  const ObjectId lock = execution.find_object_at(stream);
  return lock != kNoObject &&
         execution.value_of(lock) == owner_word(Machine::current()->running_thread());
}

// The reported stack starts in the hook, whose name says what was called, or in the library that
// called it.
[[gnu::noinline]] void report_use(FILE* stream, StreamUse how, const void* caller) {
  if (active_conflicts == nullptr || stream == nullptr || !in_program_code()) return;
  const void* const from = is_program_code(caller) ? __builtin_return_address(0) : caller;
  const bool locked = how == StreamUse::kLocking || holds_lock_of(stream);
  object_access(stream, 1, kAccessWrites | kAccessStream | (locked ? kAccessLocked : 0), from);
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
#define MCHECK_STREAM(how, result, name, parameters, stream, arguments)              \
  result intercepted_##name parameters asm(#name);                                   \
  result intercepted_##name parameters {                                             \
    MCHECK_HOST_STATE static result(*real) parameters = nullptr;                     \
    if (real == nullptr) real = mcheck::original<result parameters>(#name);          \
    mcheck::report_use(stream, mcheck::StreamUse::how, __builtin_return_address(0)); \
    return real arguments;                                                           \
  }

// The same for a call that reads or writes memory, which is checked after it with `call` and
// `done`.
#define MCHECK_MEMORY_STREAM(how, result, name, parameters, stream, arguments, check_accesses) \
  result intercepted_##name parameters asm(#name);                                             \
  result intercepted_##name parameters {                                                       \
    MCHECK_HOST_STATE static result(*real) parameters = nullptr;                               \
    if (real == nullptr) real = mcheck::original<result parameters>(#name);                    \
    const mcheck::LibraryCall call(__builtin_return_address(0));                               \
    mcheck::report_use(stream, mcheck::StreamUse::how, call.caller());                         \
    result const done = real arguments;                                                        \
    if (mcheck::LibraryCall::is_checked()) {                                                   \
      const mcheck::SavedErrno saved_errno;                                                    \
      check_accesses;                                                                          \
    }                                                                                          \
    return done;                                                                               \
  }

extern "C" {
MCHECK_STREAM(kExclusive, int, fclose, (FILE * s), s, (s))
MCHECK_STREAM(kExclusive, int, fseek, (FILE * s, long to, int from), s, (s, to, from))
MCHECK_STREAM(kExclusive, int, fseeko, (FILE * s, off_t to, int from), s, (s, to, from))
MCHECK_STREAM(kExclusive, int, fsetpos, (FILE * s, const fpos_t* to), s, (s, to))
MCHECK_STREAM(kExclusive, void, rewind, (FILE * s), s, (s))
MCHECK_STREAM(kExclusive, int, fputc_unlocked, (int c, FILE* s), s, (c, s))
MCHECK_STREAM(kExclusive, int, putc_unlocked, (int c, FILE* s), s, (c, s))
MCHECK_STREAM(kExclusive, int, fgetc_unlocked, (FILE * s), s, (s))
MCHECK_STREAM(kExclusive, int, getc_unlocked, (FILE * s), s, (s))
MCHECK_MEMORY_STREAM(kExclusive, int, fputs_unlocked, (const char* text, FILE* s), s, (text, s),
                     call.text(text))
MCHECK_MEMORY_STREAM(kExclusive, size_t, fwrite_unlocked,
                     (const void* from, size_t size, size_t n, FILE* s), s, (from, size, n, s),
                     call.reads(from, size* n))
MCHECK_MEMORY_STREAM(kExclusive, size_t, fread_unlocked, (void* to, size_t size, size_t n, FILE* s),
                     s, (to, size, n, s), call.writes(to, size* done))
MCHECK_STREAM(kLocking, int, fputc, (int c, FILE* s), s, (c, s))
MCHECK_STREAM(kLocking, int, putc, (int c, FILE* s), s, (c, s))
MCHECK_STREAM(kLocking, int, fgetc, (FILE * s), s, (s))
MCHECK_STREAM(kLocking, int, getc, (FILE * s), s, (s))
MCHECK_STREAM(kLocking, int, ungetc, (int c, FILE* s), s, (c, s))
MCHECK_MEMORY_STREAM(kLocking, int, fputs, (const char* text, FILE* s), s, (text, s),
                     call.text(text))
MCHECK_MEMORY_STREAM(kLocking, char*, fgets, (char* to, int size, FILE* s), s, (to, size, s),
                     call.writes_text(done))
MCHECK_MEMORY_STREAM(kLocking, size_t, fwrite, (const void* from, size_t size, size_t n, FILE* s),
                     s, (from, size, n, s), call.reads(from, size* n))
MCHECK_MEMORY_STREAM(kLocking, size_t, fread, (void* to, size_t size, size_t n, FILE* s), s,
                     (to, size, n, s), call.writes(to, size* done))
MCHECK_STREAM(kLocking, int, fflush, (FILE * s), s, (s))
MCHECK_STREAM(kLocking, long, ftell, (FILE * s), s, (s))

[[gnu::always_inline]] static inline int check_print(const mcheck::LibraryCall& call, FILE* s,
                                                     const char* format, va_list list) {
  MCHECK_HOST_STATE static int (*real)(FILE*, const char*, va_list) = nullptr;
  if (real == nullptr) real = mcheck::original<int(FILE*, const char*, va_list)>("vfprintf");
  mcheck::report_use(s, mcheck::StreamUse::kLocking, call.caller());
  if (mcheck::LibraryCall::is_checked()) mcheck::check_printf_arguments(call, format, list);
  return real(s, format, list);
}

int intercepted_vfprintf(FILE* s, const char* format, va_list list) asm("vfprintf");
int intercepted_vfprintf(FILE* s, const char* format, va_list list) {
  return check_print(mcheck::LibraryCall(__builtin_return_address(0)), s, format, list);
}

int intercepted_fprintf(FILE* s, const char* format, ...) asm("fprintf");
int intercepted_fprintf(FILE* s, const char* format, ...) {
  va_list list;
  va_start(list, format);
  const mcheck::LibraryCall call(__builtin_return_address(0));
  const int result = check_print(call, s, format, list);
  va_end(list);
  return result;
}
}
// NOLINTEND

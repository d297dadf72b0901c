// SPDX-License-Identifier: MIT
// Calls on stdio streams, as `mcheck conflicts` sees them; what they read and write of the
// program's memory is judged in each search. Each locks its stream, so that two of them are no
// conflict; but one that closes the stream is, with whatever else uses it, and so are those that
// move the position for whoever reads or writes next, and those that ask for no lock. Who holds the
// stream by flockfile needs none.
//
// Not seen: scanf and its like; putc_unlocked where a compiler makes it a macro, which is judged by
// its bytes.
#include <cstdarg>
#include <cstdio>

#include "engine/base/host_state.hpp"
#include "engine/intercept/blocks.hpp"
#include "engine/intercept/format_ranges.hpp"
#include "engine/intercept/original.hpp"
#include "engine/runtime/accesses.hpp"
#include "engine/runtime/machine.hpp"
#include "engine/trace/semantics_parts.hpp"

namespace mcheck {
namespace {

enum class Use { kOrdinary, kAlone };  // alone: nobody else may use it meanwhile

bool holds(const FILE* stream) {
  const Execution& execution = Machine::current()->execution();
  const ObjectId lock = execution.find_object_at(stream);
  return lock != kNoObject &&
         execution.value_of(lock) == owner_word(Machine::current()->running_thread());
}

// The stack begins in the hook, whose name says what was called, or where a library called it.
[[gnu::noinline]] void use(FILE* stream, Use how, const void* caller) {
  if (watching_conflicts == nullptr || stream == nullptr || !in_program()) return;
  const void* const from = is_the_programs(caller) ? __builtin_return_address(0) : caller;
  const bool locked = how == Use::kOrdinary || holds(stream);
  object_access(stream, 1, kAccessWrites | kAccessStream | (locked ? kAccessLocked : 0), from);
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
#define MCHECK_STREAM(how, result, name, parameters, stream, arguments)     \
  result seen_##name parameters asm(#name);                                 \
  result seen_##name parameters {                                           \
    MCHECK_HOST_STATE static result(*real) parameters = nullptr;            \
    if (real == nullptr) real = mcheck::original<result parameters>(#name); \
    mcheck::use(stream, mcheck::Use::how, __builtin_return_address(0));     \
    return real arguments;                                                  \
  }

// The same, of one that reads or writes memory: what is judged follows with `call` and `done`.
#define MCHECK_MEMORY_STREAM(how, result, name, parameters, stream, arguments, judge) \
  result seen_##name parameters asm(#name);                                           \
  result seen_##name parameters {                                                     \
    MCHECK_HOST_STATE static result(*real) parameters = nullptr;                      \
    if (real == nullptr) real = mcheck::original<result parameters>(#name);           \
    const mcheck::LibraryCall call(__builtin_return_address(0));                      \
    mcheck::use(stream, mcheck::Use::how, call.caller());                             \
    result const done = real arguments;                                               \
    if (mcheck::LibraryCall::is_judged()) {                                           \
      const mcheck::KeptError kept;                                                   \
      judge;                                                                          \
    }                                                                                 \
    return done;                                                                      \
  }

extern "C" {
MCHECK_STREAM(kAlone, int, fclose, (FILE * s), s, (s))
MCHECK_STREAM(kAlone, int, fseek, (FILE * s, long to, int from), s, (s, to, from))
MCHECK_STREAM(kAlone, int, fseeko, (FILE * s, off_t to, int from), s, (s, to, from))
MCHECK_STREAM(kAlone, int, fsetpos, (FILE * s, const fpos_t* to), s, (s, to))
MCHECK_STREAM(kAlone, void, rewind, (FILE * s), s, (s))
MCHECK_STREAM(kAlone, int, fputc_unlocked, (int c, FILE* s), s, (c, s))
MCHECK_STREAM(kAlone, int, putc_unlocked, (int c, FILE* s), s, (c, s))
MCHECK_STREAM(kAlone, int, fgetc_unlocked, (FILE * s), s, (s))
MCHECK_STREAM(kAlone, int, getc_unlocked, (FILE * s), s, (s))
MCHECK_MEMORY_STREAM(kAlone, int, fputs_unlocked, (const char* text, FILE* s), s, (text, s),
                     call.text(text))
MCHECK_MEMORY_STREAM(kAlone, size_t, fwrite_unlocked,
                     (const void* from, size_t size, size_t n, FILE* s), s, (from, size, n, s),
                     call.reads(from, size* n))
MCHECK_MEMORY_STREAM(kAlone, size_t, fread_unlocked, (void* to, size_t size, size_t n, FILE* s), s,
                     (to, size, n, s), call.writes(to, size* done))
MCHECK_STREAM(kOrdinary, int, fputc, (int c, FILE* s), s, (c, s))
MCHECK_STREAM(kOrdinary, int, putc, (int c, FILE* s), s, (c, s))
MCHECK_STREAM(kOrdinary, int, fgetc, (FILE * s), s, (s))
MCHECK_STREAM(kOrdinary, int, getc, (FILE * s), s, (s))
MCHECK_STREAM(kOrdinary, int, ungetc, (int c, FILE* s), s, (c, s))
MCHECK_MEMORY_STREAM(kOrdinary, int, fputs, (const char* text, FILE* s), s, (text, s),
                     call.text(text))
MCHECK_MEMORY_STREAM(kOrdinary, char*, fgets, (char* to, int size, FILE* s), s, (to, size, s),
                     call.writes_text(done))
MCHECK_MEMORY_STREAM(kOrdinary, size_t, fwrite, (const void* from, size_t size, size_t n, FILE* s),
                     s, (from, size, n, s), call.reads(from, size* n))
MCHECK_MEMORY_STREAM(kOrdinary, size_t, fread, (void* to, size_t size, size_t n, FILE* s), s,
                     (to, size, n, s), call.writes(to, size* done))
MCHECK_STREAM(kOrdinary, int, fflush, (FILE * s), s, (s))
MCHECK_STREAM(kOrdinary, long, ftell, (FILE * s), s, (s))

[[gnu::always_inline]] static inline int print_seen(const mcheck::LibraryCall& call, FILE* s,
                                                    const char* format, va_list list) {
  MCHECK_HOST_STATE static int (*real)(FILE*, const char*, va_list) = nullptr;
  if (real == nullptr) real = mcheck::original<int(FILE*, const char*, va_list)>("vfprintf");
  mcheck::use(s, mcheck::Use::kOrdinary, call.caller());
  if (mcheck::LibraryCall::is_judged()) mcheck::judge_printed(call, format, list);
  return real(s, format, list);
}

int seen_vfprintf(FILE* s, const char* format, va_list list) asm("vfprintf");
int seen_vfprintf(FILE* s, const char* format, va_list list) {
  return print_seen(mcheck::LibraryCall(__builtin_return_address(0)), s, format, list);
}

int seen_fprintf(FILE* s, const char* format, ...) asm("fprintf");
int seen_fprintf(FILE* s, const char* format, ...) {
  va_list list;
  va_start(list, format);
  const mcheck::LibraryCall call(__builtin_return_address(0));
  const int result = print_seen(call, s, format, list);
  va_end(list);
  return result;
}
}
// NOLINTEND

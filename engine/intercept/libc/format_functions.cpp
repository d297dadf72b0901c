// SPDX-License-Identifier: MIT
// printf(), scanf() and related functions: the format, the arguments that it names, and the string
// that is printed to or read from (library_call.hpp). The C library locks the stream, which is no
// memory of the program. The variant that takes a va_list is called for the one that takes
// arguments. fprintf() and vfprintf(): stdio_functions.cpp.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "engine/intercept/libc/format_ranges.hpp"

namespace mcheck {
namespace {

// The part that snprintf() wrote of a text of `length` characters.
void check_printed(const LibraryCall& call, const char* to, std::size_t size, int length) {
  if (size == 0 || length < 0) return;
  call.writes(to, std::min(size, static_cast<std::size_t>(length) + 1));
}
void check_printed(const LibraryCall& call, const wchar_t* to, std::size_t size, int length) {
  if (size == 0 || length < 0) return;
  call.writes(to, std::min(size, static_cast<std::size_t>(length) + 1) * sizeof *to);
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
// `list_name` takes a va_list, `name` takes arguments.
#define MCHECK_PRINTING(Char, name, list_name, parameters, arguments, after)             \
  MCHECK_LIBRARY_JUMP(list_name)                                                         \
  int mcheck_real_##list_name MCHECK_WITH(parameters, va_list list);                     \
  [[gnu::weak]] int mcheck_intercept_##list_name MCHECK_WITH(parameters, va_list list) { \
    if (!mcheck::LibraryCall::is_checked())                                              \
      return mcheck_real_##list_name MCHECK_WITH(arguments, list);                       \
    const mcheck::LibraryCall call(__builtin_return_address(0));                         \
    mcheck::check_printf_arguments(call, format, list);                                  \
    const int result = mcheck_real_##list_name MCHECK_WITH(arguments, list);             \
    const mcheck::SavedErrno saved_errno;                                                \
    after;                                                                               \
    return result;                                                                       \
  }                                                                                      \
  MCHECK_LIBRARY_JUMP(name)                                                              \
  [[gnu::weak]] int mcheck_intercept_##name MCHECK_WITH(parameters, ...) {               \
    va_list list;                                                                        \
    va_start(list, format);                                                              \
    const mcheck::LibraryCall call(__builtin_return_address(0));                         \
    const bool checked = mcheck::LibraryCall::is_checked();                              \
    if (checked) mcheck::check_printf_arguments(call, format, list);                     \
    const int result = mcheck_real_##list_name MCHECK_WITH(arguments, list);             \
    const mcheck::SavedErrno saved_errno;                                                \
    va_end(list);                                                                        \
    if (checked) {                                                                       \
      after;                                                                             \
    }                                                                                    \
    return result;                                                                       \
  }
#define MCHECK_WITH(list, last) (MCHECK_UNWRAP list, last)
#define MCHECK_UNWRAP(...) __VA_ARGS__

#define MCHECK_SCANNING(Char, name, list_name, parameters, arguments, after)             \
  MCHECK_LIBRARY_JUMP(list_name)                                                         \
  int mcheck_real_##list_name MCHECK_WITH(parameters, va_list list);                     \
  [[gnu::weak]] int mcheck_intercept_##list_name MCHECK_WITH(parameters, va_list list) { \
    const mcheck::LibraryCall call(__builtin_return_address(0));                         \
    va_list copy;                                                                        \
    va_copy(copy, list);                                                                 \
    const int result = mcheck_real_##list_name MCHECK_WITH(arguments, list);             \
    const mcheck::SavedErrno saved_errno;                                                \
    if (mcheck::LibraryCall::is_checked()) {                                             \
      mcheck::check_scanf_targets(call, format, copy, result);                           \
      after;                                                                             \
    }                                                                                    \
    va_end(copy);                                                                        \
    return result;                                                                       \
  }                                                                                      \
  MCHECK_LIBRARY_JUMP(name)                                                              \
  [[gnu::weak]] int mcheck_intercept_##name MCHECK_WITH(parameters, ...) {               \
    const mcheck::LibraryCall call(__builtin_return_address(0));                         \
    va_list list;                                                                        \
    va_start(list, format);                                                              \
    va_list copy;                                                                        \
    va_copy(copy, list);                                                                 \
    const int result = mcheck_real_##list_name MCHECK_WITH(arguments, list);             \
    const mcheck::SavedErrno saved_errno;                                                \
    if (mcheck::LibraryCall::is_checked()) {                                             \
      mcheck::check_scanf_targets(call, format, copy, result);                           \
      after;                                                                             \
    }                                                                                    \
    va_end(copy);                                                                        \
    va_end(list);                                                                        \
    return result;                                                                       \
  }

extern "C" {
MCHECK_PRINTING(char, printf, vprintf, (const char* format), (format), )
MCHECK_PRINTING(char, dprintf, vdprintf, (int file, const char* format), (file, format), )
MCHECK_PRINTING(char, sprintf, vsprintf, (char* to, const char* format), (to, format),
                mcheck::check_printed(call, to, SIZE_MAX, result))
MCHECK_PRINTING(char, snprintf, vsnprintf, (char* to, size_t size, const char* format),
                (to, size, format), mcheck::check_printed(call, to, size, result))
MCHECK_PRINTING(char, asprintf, vasprintf, (char** to, const char* format), (to, format),
                (call.writes_object(to), result >= 0 ? call.writes_text(*to) : void()))
MCHECK_PRINTING(wchar_t, wprintf, vwprintf, (const wchar_t* format), (format), )
MCHECK_PRINTING(wchar_t, fwprintf, vfwprintf, (FILE * s, const wchar_t* format), (s, format), )
MCHECK_PRINTING(wchar_t, swprintf, vswprintf, (wchar_t * to, size_t size, const wchar_t* format),
                (to, size, format), mcheck::check_printed(call, to, size, result))

MCHECK_SCANNING(char, scanf, vscanf, (const char* format), (format), )
MCHECK_SCANNING(char, fscanf, vfscanf, (FILE * s, const char* format), (s, format), )
MCHECK_SCANNING(char, sscanf, vsscanf, (const char* text, const char* format), (text, format),
                call.text(text))
MCHECK_SCANNING(char, __isoc99_scanf, __isoc99_vscanf, (const char* format), (format), )
MCHECK_SCANNING(char, __isoc99_fscanf, __isoc99_vfscanf, (FILE * s, const char* format),
                (s, format), )
MCHECK_SCANNING(char, __isoc99_sscanf, __isoc99_vsscanf, (const char* text, const char* format),
                (text, format), call.text(text))
MCHECK_SCANNING(wchar_t, __isoc99_swscanf, __isoc99_vswscanf,
                (const wchar_t* text, const wchar_t* format), (text, format), call.text(text))
MCHECK_SCANNING(wchar_t, __isoc99_fwscanf, __isoc99_vfwscanf, (FILE * s, const wchar_t* format),
                (s, format), )
MCHECK_SCANNING(wchar_t, swscanf, vswscanf, (const wchar_t* text, const wchar_t* format),
                (text, format), call.text(text))
}
// NOLINTEND

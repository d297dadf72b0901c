// SPDX-License-Identifier: MIT
// Strings and bytes of <string.h> and <strings.h>, and their counterparts in <wchar.h>: what each
// function reads and writes (library_call.hpp). The counterparts differ only in the character type.
#include <cctype>
#include <cwctype>

#include "engine/intercept/libc/library_call.hpp"

namespace mcheck {
namespace {

MCHECK_LIBRARY_STATE(state_of_strtok, "the state of strtok")

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }
wchar_t lower(wchar_t c) { return static_cast<wchar_t>(std::towlower(static_cast<wint_t>(c))); }

// Both strings are read up to the first difference or their end.
template <class Char>
void check_comparison(const LibraryCall& call, const Char* a, const Char* b,
                      std::size_t limit = SIZE_MAX) {
  std::size_t count = 0;
  while (count < limit) {
    const Char c = a[count];
    const Char d = b[count];
    ++count;
    if (c != d || c == 0) break;
  }
  call.reads(a, count * sizeof(Char));
  call.reads(b, count * sizeof(Char));
}

// The same without regard to case.
template <class Char>
void check_letter_comparison(const LibraryCall& call, const Char* a, const Char* b,
                             std::size_t limit = SIZE_MAX) {
  std::size_t count = 0;
  while (count < limit) {
    const Char c = a[count];
    const Char d = b[count];
    ++count;
    if (lower(c) != lower(d) || c == 0) break;
  }
  call.reads(a, count * sizeof(Char));
  call.reads(b, count * sizeof(Char));
}

template <class Char>
void check_append(const LibraryCall& call, const Char* to, const Char* from,
                  std::size_t limit = SIZE_MAX) {
  const std::size_t there = length_of(to);
  const std::size_t read = LibraryCall::length_with_end(from, limit);
  const bool with_end = read > 0 && from[read - 1] == 0;
  call.reads(to, (there + 1) * sizeof(Char));
  call.reads(from, read * sizeof(Char));
  call.writes(to + there, (read + (with_end ? 0 : 1)) * sizeof(Char));
}

// A search for `part` within `text`.
template <class Char>
void check_search(const LibraryCall& call, const Char* text, const Char* part, const Char* found) {
  call.text(part);
  if (found == nullptr) return call.text(text);
  call.reads(
      text, static_cast<std::size_t>(found - text) * sizeof(Char) + length_of(part) * sizeof(Char));
}

// A token that was cut out of a string (null: none was left).
template <class Char>
void check_token(const LibraryCall& call, const Char* token, const Char* delimiters) {
  call.text(delimiters);
  if (token == nullptr) return;
  const std::size_t length = length_of(token);
  call.reads(token, length * sizeof(Char));
  call.writes(token + length, sizeof(Char));
}

std::size_t bytes_until(const void* begin, const void* found, std::size_t otherwise) {
  if (found == nullptr) return otherwise;
  return static_cast<std::size_t>(static_cast<const char*>(found) -
                                  static_cast<const char*>(begin)) +
         1;
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
#define MCHECK_TEXTS(C, len, nlen, cpy, pcpy, ncpy, pncpy, cat, ncat)                         \
  MCHECK_LIBRARY(size_t, len, (const C* s), (s), , call.reads(s, (result + 1) * sizeof(C)))   \
  MCHECK_LIBRARY(size_t, nlen, (const C* s, size_t n), (s, n), , call.text(s, n))             \
  MCHECK_LIBRARY(C*, cpy, (C * to, const C* s), (to, s),                                      \
                 call.copies(to, s, (mcheck::length_of(s) + 1) * sizeof(C)), )                \
  MCHECK_LIBRARY(C*, pcpy, (C * to, const C* s), (to, s),                                     \
                 call.copies(to, s, (mcheck::length_of(s) + 1) * sizeof(C)), )                \
  MCHECK_LIBRARY(C*, ncpy, (C * to, const C* s, size_t n), (to, s, n),                        \
                 (call.text(s, n), call.writes(to, n * sizeof(C))), )                         \
  MCHECK_LIBRARY(C*, pncpy, (C * to, const C* s, size_t n), (to, s, n),                       \
                 (call.text(s, n), call.writes(to, n * sizeof(C))), )                         \
  MCHECK_LIBRARY(C*, cat, (C * to, const C* s), (to, s), mcheck::check_append(call, to, s), ) \
  MCHECK_LIBRARY(C*, ncat, (C * to, const C* s, size_t n), (to, s, n),                        \
                 mcheck::check_append(call, to, s, n), )

#define MCHECK_COMPARISONS(C, cmp, ncmp, casecmp, ncasecmp, coll, xfrm)                       \
  MCHECK_LIBRARY(int, cmp, (const C* a, const C* b), (a, b),                                  \
                 mcheck::check_comparison(call, a, b), )                                      \
  MCHECK_LIBRARY(int, ncmp, (const C* a, const C* b, size_t n), (a, b, n),                    \
                 mcheck::check_comparison(call, a, b, n), )                                   \
  MCHECK_LIBRARY(int, casecmp, (const C* a, const C* b), (a, b),                              \
                 mcheck::check_letter_comparison(call, a, b), )                               \
  MCHECK_LIBRARY(int, ncasecmp, (const C* a, const C* b, size_t n), (a, b, n),                \
                 mcheck::check_letter_comparison(call, a, b, n), )                            \
  MCHECK_LIBRARY(int, coll, (const C* a, const C* b), (a, b), (call.text(a), call.text(b)), ) \
  MCHECK_LIBRARY(size_t, xfrm, (C * to, const C* s, size_t n), (to, s, n), call.text(s),      \
                 (result < n ? call.writes(to, (result + 1) * sizeof(C)) : void()))

#define MCHECK_SEARCHES(C, I, chr, rchr, chrnul, str, spn, cspn, pbrk, dup)              \
  MCHECK_LIBRARY(C*, chr, (const C* s, I c), (s, c), , call.text_until<C>(s, result))    \
  MCHECK_LIBRARY(C*, rchr, (const C* s, I c), (s, c), call.text(s), )                    \
  MCHECK_LIBRARY(C*, chrnul, (const C* s, I c), (s, c), , call.text_until<C>(s, result)) \
  MCHECK_LIBRARY(C*, str, (const C* s, const C* t), (s, t), ,                            \
                 mcheck::check_search<C>(call, s, t, result))                            \
  MCHECK_LIBRARY(size_t, spn, (const C* s, const C* t), (s, t), call.text(t),            \
                 call.reads(s, (result + 1) * sizeof(C)))                                \
  MCHECK_LIBRARY(size_t, cspn, (const C* s, const C* t), (s, t), call.text(t),           \
                 call.reads(s, (result + 1) * sizeof(C)))                                \
  MCHECK_LIBRARY(C*, pbrk, (const C* s, const C* t), (s, t), call.text(t),               \
                 call.text_until<C>(s, result))                                          \
  MCHECK_LIBRARY(C*, dup, (const C* s), (s), call.text(s), call.writes_text(result))

extern "C" {
MCHECK_TEXTS(char, strlen, strnlen, strcpy, stpcpy, strncpy, stpncpy, strcat, strncat)
MCHECK_TEXTS(wchar_t, wcslen, wcsnlen, wcscpy, wcpcpy, wcsncpy, wcpncpy, wcscat, wcsncat)
MCHECK_COMPARISONS(char, strcmp, strncmp, strcasecmp, strncasecmp, strcoll, strxfrm)
MCHECK_COMPARISONS(wchar_t, wcscmp, wcsncmp, wcscasecmp, wcsncasecmp, wcscoll, wcsxfrm)
MCHECK_SEARCHES(char, int, strchr, strrchr, strchrnul, strstr, strspn, strcspn, strpbrk, strdup)
MCHECK_SEARCHES(wchar_t, wchar_t, wcschr, wcsrchr, wcschrnul, wcsstr, wcsspn, wcscspn, wcspbrk,
                wcsdup)

MCHECK_LIBRARY(char*, index, (const char* s, int c), (s, c), , call.text_until<char>(s, result))
MCHECK_LIBRARY(char*, rindex, (const char* s, int c), (s, c), call.text(s), )
MCHECK_LIBRARY(char*, strcasestr, (const char* s, const char* t), (s, t), ,
               mcheck::check_search<char>(call, s, t, result))
MCHECK_LIBRARY(int, strverscmp, (const char* a, const char* b), (a, b),
               (call.text(a), call.text(b)), )
MCHECK_LIBRARY(char*, strndup, (const char* s, size_t n), (s, n), call.text(s, n),
               call.writes_text(result))
MCHECK_LIBRARY(char*, strtok, (char* s, const char* t), (s, t),
               call.changes_state(mcheck::state_of_strtok),
               mcheck::check_token<char>(call, result, t))
MCHECK_LIBRARY(char*, strtok_r, (char* s, const char* t, char** rest), (s, t, rest),
               (s == nullptr ? call.reads_object(rest) : void()),
               (call.writes_object(rest), mcheck::check_token<char>(call, result, t)))
MCHECK_LIBRARY(wchar_t*, wcstok, (wchar_t * s, const wchar_t* t, wchar_t** rest), (s, t, rest),
               (s == nullptr ? call.reads_object(rest) : void()),
               (call.writes_object(rest), mcheck::check_token<wchar_t>(call, result, t)))
MCHECK_LIBRARY(char*, strsep, (char** s, const char* t), (s, t), call.changes(s, sizeof *s),
               mcheck::check_token<char>(call, result, t))

MCHECK_LIBRARY(int, memcmp, (const void* a, const void* b, size_t n), (a, b, n),
               (call.reads(a, n), call.reads(b, n)), )
MCHECK_LIBRARY(int, bcmp, (const void* a, const void* b, size_t n), (a, b, n),
               (call.reads(a, n), call.reads(b, n)), )
MCHECK_LIBRARY(void*, memchr, (const void* s, int c, size_t n), (s, c, n), ,
               call.reads(s, mcheck::bytes_until(s, result, n)))
MCHECK_LIBRARY(void*, rawmemchr, (const void* s, int c), (s, c), ,
               call.reads(s, mcheck::bytes_until(s, result, 0)))
MCHECK_LIBRARY(void*, memrchr, (const void* s, int c, size_t n), (s, c, n), call.reads(s, n), )
MCHECK_LIBRARY(void*, memmem, (const void* s, size_t n, const void* t, size_t m), (s, n, t, m), ,
               (call.reads(t, m), call.reads(s, mcheck::bytes_until(s, result, n + 1) - 1 +
                                                    (result != nullptr ? m : 0))))
MCHECK_LIBRARY(void*, memccpy, (void* to, const void* s, int c, size_t n), (to, s, c, n), ,
               call.copies(to, s, mcheck::bytes_until(to, result, n + 1) - 1))
MCHECK_LIBRARY(void*, mempcpy, (void* to, const void* s, size_t n), (to, s, n),
               call.copies(to, s, n), )
MCHECK_LIBRARY_VOID(bcopy, (const void* s, void* to, size_t n), (s, to, n), call.copies(to, s, n), )
MCHECK_LIBRARY_VOID(bzero, (void* s, size_t n), (s, n), call.writes(s, n), )
MCHECK_LIBRARY_VOID(explicit_bzero, (void* s, size_t n), (s, n), call.writes(s, n), )
MCHECK_LIBRARY_VOID(swab, (const void* s, void* to, ssize_t n), (s, to, n),
                    (n > 0 ? call.copies(to, s, static_cast<size_t>(n)) : void()), )

MCHECK_LIBRARY(wchar_t*, wmemcpy, (wchar_t * to, const wchar_t* s, size_t n), (to, s, n),
               call.copies(to, s, n * sizeof *s), )
MCHECK_LIBRARY(wchar_t*, wmempcpy, (wchar_t * to, const wchar_t* s, size_t n), (to, s, n),
               call.copies(to, s, n * sizeof *s), )
MCHECK_LIBRARY(wchar_t*, wmemmove, (wchar_t * to, const wchar_t* s, size_t n), (to, s, n),
               call.copies(to, s, n * sizeof *s), )
MCHECK_LIBRARY(wchar_t*, wmemset, (wchar_t * to, wchar_t c, size_t n), (to, c, n),
               call.writes(to, n * sizeof *to), )
MCHECK_LIBRARY(int, wmemcmp, (const wchar_t* a, const wchar_t* b, size_t n), (a, b, n),
               (call.reads(a, n * sizeof *a), call.reads(b, n * sizeof *b)), )
MCHECK_LIBRARY(wchar_t*, wmemchr, (const wchar_t* s, wchar_t c, size_t n), (s, c, n), ,
               call.reads(s, (result != nullptr ? static_cast<size_t>(result - s + 1) : n) *
                                 sizeof *s))

MCHECK_LIBRARY(char*, strerror_r, (int error, char* to, size_t n), (error, to, n), ,
               (result == to ? call.writes_text(to) : void()))
MCHECK_LIBRARY(int, __xpg_strerror_r, (int error, char* to, size_t n), (error, to, n), ,
               (n > 0 ? call.writes_text(to) : void()))
}
// NOLINTEND

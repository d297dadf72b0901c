// SPDX-License-Identifier: MIT
// Character encodings, patterns, addresses, users and signal sets: further functions of the C
// library that access memory of the program (library_call.hpp).
#include <cstdlib>
#include <cwchar>

#include <arpa/inet.h>
#include <fnmatch.h>
#include <glob.h>
#include <grp.h>
#include <iconv.h>
#include <netdb.h>
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <search.h>
#include <signal.h>
#include <sys/types.h>
#include <unistd.h>

#include "engine/intercept/libc/locale_state.hpp"

namespace mcheck {
namespace {

MCHECK_LIBRARY_STATE(state_of_mblen, "the state of mblen")
MCHECK_LIBRARY_STATE(state_of_mbtowc, "the state of mbtowc")
MCHECK_LIBRARY_STATE(state_of_wctomb, "the state of wctomb")
MCHECK_LIBRARY_STATE(state_of_mbrlen, "the state of mbrlen")
MCHECK_LIBRARY_STATE(state_of_mbrtowc, "the state of mbrtowc")
MCHECK_LIBRARY_STATE(state_of_wcrtomb, "the state of wcrtomb")
MCHECK_LIBRARY_STATE(state_of_mbsrtowcs, "the state of mbsrtowcs")
MCHECK_LIBRARY_STATE(state_of_wcsrtombs, "the state of wcsrtombs")

// (size_t)-1 and -2 are no sizes.
bool is_size(std::size_t result) { return result < static_cast<std::size_t>(-2); }

// The number of bytes of a character that was read.
std::size_t read_bytes(std::size_t result, std::size_t limit) {
  return is_size(result) && result > 0 ? result : limit == 0 ? 0 : 1;
}

void check_shift_state(const LibraryCall& call, const mbstate_t* state,
                       const LibraryState& otherwise) {
  state != nullptr ? call.changes(state, sizeof *state) : call.changes_state(otherwise);
}

// Checks characters that were converted to `to`, with the terminator if there was room.
template <class Char>
void check_converted(const LibraryCall& call, const Char* to, std::size_t room,
                     std::size_t result) {
  if (to == nullptr || !is_size(result)) return;
  call.writes(to, (result < room ? result + 1 : result) * sizeof(Char));
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
#define MCHECK_SET(name, parameters, arguments) \
  MCHECK_LIBRARY(int, name, parameters, arguments, call.writes_object(set), )
// A structure, the room for its strings, and the place for its address.
#define MCHECK_ENTRY(name, Key, Entry)                                                         \
  MCHECK_LIBRARY(int, name, (Key key, Entry * to, char* room, size_t size, Entry** result_at), \
                 (key, to, room, size, result_at), , {                                         \
                   call.writes_object(result_at);                                              \
                   if (*result_at != nullptr) call.writes_object(to);                          \
                 })

extern "C" {
MCHECK_LIBRARY(size_t, mbstowcs, (wchar_t * to, const char* from, size_t room), (to, from, room),
               (call.text(from), call.reads_state(mcheck::state_of_locale())),
               mcheck::check_converted(call, to, room, result))
MCHECK_LIBRARY(size_t, wcstombs, (char* to, const wchar_t* from, size_t room), (to, from, room),
               (call.text(from), call.reads_state(mcheck::state_of_locale())),
               mcheck::check_converted(call, to, room, result))
MCHECK_LIBRARY(size_t, mbsrtowcs, (wchar_t * to, const char** from, size_t room, mbstate_t* state),
               (to, from, room, state),
               (call.changes(from, sizeof *from), call.text(*from),
                mcheck::check_shift_state(call, state, mcheck::state_of_mbsrtowcs)),
               mcheck::check_converted(call, to, room, result))
MCHECK_LIBRARY(size_t, wcsrtombs, (char* to, const wchar_t** from, size_t room, mbstate_t* state),
               (to, from, room, state),
               (call.changes(from, sizeof *from), call.text(*from),
                mcheck::check_shift_state(call, state, mcheck::state_of_wcsrtombs)),
               mcheck::check_converted(call, to, room, result))
MCHECK_LIBRARY(size_t, mbrtowc, (wchar_t * to, const char* from, size_t size, mbstate_t* state),
               (to, from, size, state),
               mcheck::check_shift_state(call, state, mcheck::state_of_mbrtowc),
               (call.reads(from, mcheck::read_bytes(result, size)),
                mcheck::is_size(result) ? call.writes_object(to) : void()))
MCHECK_LIBRARY(size_t, mbrlen, (const char* from, size_t size, mbstate_t* state),
               (from, size, state), mcheck::check_shift_state(call, state, mcheck::state_of_mbrlen),
               call.reads(from, mcheck::read_bytes(result, size)))
MCHECK_LIBRARY(size_t, wcrtomb, (char* to, wchar_t from, mbstate_t* state), (to, from, state),
               mcheck::check_shift_state(call, state, mcheck::state_of_wcrtomb),
               (mcheck::is_size(result) ? call.writes(to, result) : void()))
MCHECK_LIBRARY(int, mblen, (const char* from, size_t size), (from, size),
               call.changes_state(mcheck::state_of_mblen),
               call.reads(from, mcheck::read_bytes(static_cast<size_t>(result), size)))
MCHECK_LIBRARY(int, mbtowc, (wchar_t * to, const char* from, size_t size), (to, from, size),
               call.changes_state(mcheck::state_of_mbtowc),
               (call.reads(from, mcheck::read_bytes(static_cast<size_t>(result), size)),
                from != nullptr && result >= 0 ? call.writes_object(to) : void()))
MCHECK_LIBRARY(int, wctomb, (char* to, wchar_t from), (to, from),
               call.changes_state(mcheck::state_of_wctomb),
               (result > 0 ? call.writes(to, static_cast<size_t>(result)) : void()))

[[gnu::weak]] size_t mcheck_intercept_iconv(iconv_t, char**, size_t*, char**, size_t*);
MCHECK_LIBRARY_JUMP(iconv)
size_t mcheck_real_iconv(iconv_t, char**, size_t*, char**, size_t*);
size_t mcheck_intercept_iconv(iconv_t how, char** from, size_t* from_left, char** to,
                              size_t* to_left) {
  if (!mcheck::LibraryCall::is_checked()) {
    return mcheck_real_iconv(how, from, from_left, to, to_left);
  }
  const mcheck::LibraryCall call(__builtin_return_address(0));
  if (how != reinterpret_cast<iconv_t>(-1)) call.changes(how, 8);
  char* const from_begin = from != nullptr ? *from : nullptr;
  char* const to_begin = to != nullptr ? *to : nullptr;
  const size_t result = mcheck_real_iconv(how, from, from_left, to, to_left);
  const mcheck::SavedErrno saved_errno;
  if (from_begin != nullptr) {
    call.changes(from, sizeof *from);
    call.changes(from_left, sizeof *from_left);
    call.reads(from_begin, static_cast<size_t>(*from - from_begin));
  }
  if (to_begin != nullptr) {
    call.changes(to, sizeof *to);
    call.changes(to_left, sizeof *to_left);
    call.writes(to_begin, static_cast<size_t>(*to - to_begin));
  }
  return result;
}

MCHECK_LIBRARY(int, fnmatch, (const char* pattern, const char* text, int how), (pattern, text, how),
               (call.text(pattern), call.text(text)), )
MCHECK_LIBRARY(int, regcomp, (regex_t * to, const char* pattern, int how), (to, pattern, how),
               call.text(pattern), call.writes_object(to))
MCHECK_LIBRARY(int, regexec,
               (const regex_t* regex, const char* text, size_t count, regmatch_t* to, int how),
               (regex, text, count, to, how), (call.reads_object(regex), call.text(text)),
               (result == 0 ? call.writes(to, count * sizeof *to) : void()))
MCHECK_LIBRARY(int, glob,
               (const char* pattern, int how, int (*error)(const char*, int), glob_t* to),
               (pattern, how, error, to), call.text(pattern), call.writes_object(to))

MCHECK_LIBRARY(const char*, inet_ntop, (int family, const void* from, char* to, socklen_t size),
               (family, from, to, size), call.reads(from, family == AF_INET ? 4 : 16),
               call.writes_text(result))
MCHECK_LIBRARY(int, inet_pton, (int family, const char* from, void* to), (family, from, to),
               call.text(from),
               (result == 1 ? call.writes(to, family == AF_INET ? 4 : 16) : void()))
MCHECK_LIBRARY(int, inet_aton, (const char* from, in_addr* to), (from, to), call.text(from),
               (result != 0 ? call.writes_object(to) : void()))
MCHECK_LIBRARY(in_addr_t, inet_addr, (const char* from), (from), call.text(from), )
MCHECK_LIBRARY(int, getaddrinfo,
               (const char* node, const char* service, const addrinfo* hints, addrinfo** to),
               (node, service, hints, to),
               (call.text(node), call.text(service), call.reads_object(hints)),
               (result == 0 ? call.writes_object(to) : void()))

MCHECK_ENTRY(getpwnam_r, const char*, passwd)
MCHECK_ENTRY(getpwuid_r, uid_t, passwd)
MCHECK_ENTRY(getgrnam_r, const char*, group)
MCHECK_ENTRY(getgrgid_r, gid_t, group)
MCHECK_LIBRARY(int, getgroups, (int size, gid_t* to), (size, to), ,
               (result > 0 && size > 0 ? call.writes(to, static_cast<size_t>(result) * sizeof *to)
                                       : void()))

MCHECK_SET(sigemptyset, (sigset_t * set), (set))
MCHECK_SET(sigfillset, (sigset_t * set), (set))
MCHECK_SET(sigaddset, (sigset_t * set, int signal), (set, signal))
MCHECK_SET(sigdelset, (sigset_t * set, int signal), (set, signal))
MCHECK_SET(sigpending, (sigset_t * set), (set))
MCHECK_LIBRARY(int, sigismember, (const sigset_t* set, int signal), (set, signal),
               call.reads_object(set), )
MCHECK_INTERCEPTED(int, sigaction, (int signal, const struct sigaction* act, struct sigaction* old),
                   (signal, act, old), call.reads_object(act), call.writes_object(old))
MCHECK_INTERCEPTED(int, pthread_sigmask, (int how, const sigset_t* set, sigset_t* old),
                   (how, set, old), call.reads_object(set), call.writes_object(old))
MCHECK_INTERCEPTED(int, sigprocmask, (int how, const sigset_t* set, sigset_t* old), (how, set, old),
                   call.reads_object(set), call.writes_object(old))
MCHECK_INTERCEPTED(int, pthread_getname_np, (pthread_t thread, char* to, size_t size),
                   (thread, to, size), , (result == 0 ? call.writes_text(to) : void()))
MCHECK_INTERCEPTED(int, pthread_setname_np, (pthread_t thread, const char* name), (thread, name),
                   call.text(name), )

// The program owns the elements; their links are their first members.
MCHECK_LIBRARY_VOID(insque, (void* element, void* before), (element, before),
                    (call.writes(element, 16), call.writes(before, 8)), )
MCHECK_LIBRARY_VOID(remque, (void* element), (element), call.reads(element, 16), )
MCHECK_LIBRARY(void*, tsearch,
               (const void* key, void** root, int (*compare)(const void*, const void*)),
               (key, root, compare), call.changes(root, sizeof *root), )
MCHECK_LIBRARY(void*, tdelete,
               (const void* key, void** root, int (*compare)(const void*, const void*)),
               (key, root, compare), call.changes(root, sizeof *root), )
MCHECK_LIBRARY(void*, tfind,
               (const void* key, void* const* root, int (*compare)(const void*, const void*)),
               (key, root, compare), call.reads(root, sizeof *root), )
MCHECK_LIBRARY(void*, lsearch,
               (const void* key, void* base, size_t* count, size_t size,
                int (*compare)(const void*, const void*)),
               (key, base, count, size, compare), call.reads_object(count),
               call.changes(base, *count* size))
}
// NOLINTEND

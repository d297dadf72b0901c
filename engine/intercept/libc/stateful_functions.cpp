// SPDX-License-Identifier: MIT
// Functions of the C library that keep state between calls, and that POSIX and the manual of glibc
// call thread-unsafe: each call is an access to an object of that name. Accesses to the program's
// memory are checked as well (library_call.hpp). Functions that glibc has made safe, such as
// strerror() and inet_ntoa(), are not listed; neither is rand(), whose state belongs to each
// thread.
#include <clocale>
#include <cstdlib>

#include <dirent.h>
#include <getopt.h>
#include <grp.h>
#include <langinfo.h>
#include <netdb.h>
#include <pwd.h>
#include <search.h>
#include <unistd.h>

#include "engine/intercept/libc/locale_state.hpp"

// NOLINTBEGIN

namespace {
MCHECK_LIBRARY_STATE(the_locale, "the locale of setlocale")
MCHECK_LIBRARY_STATE(the_environment, "the environment of getenv and setenv")
MCHECK_LIBRARY_STATE(state_of_localeconv, "the state of localeconv")
MCHECK_LIBRARY_STATE(state_of_users, "the state of getpwnam and getpwuid")
MCHECK_LIBRARY_STATE(state_of_all_users, "the state of getpwent")
MCHECK_LIBRARY_STATE(state_of_groups, "the state of getgrnam and getgrgid")
MCHECK_LIBRARY_STATE(state_of_all_groups, "the state of getgrent")
MCHECK_LIBRARY_STATE(state_of_hosts, "the state of gethostbyname")
MCHECK_LIBRARY_STATE(state_of_services, "the state of getservbyname")
MCHECK_LIBRARY_STATE(state_of_protocols, "the state of getprotobyname")
MCHECK_LIBRARY_STATE(state_of_hsearch, "the table of hsearch")
MCHECK_LIBRARY_STATE(state_of_getopt, "the state of getopt")
MCHECK_LIBRARY_STATE(state_of_ttyname, "the state of ttyname")
MCHECK_LIBRARY_STATE(state_of_getlogin, "the state of getlogin")
MCHECK_LIBRARY_STATE(state_of_ptsname, "the state of ptsname")
MCHECK_LIBRARY_STATE(state_of_tmpnam, "the state of tmpnam")
MCHECK_LIBRARY_STATE(state_of_ecvt, "the state of ecvt and fcvt")
MCHECK_LIBRARY_STATE(state_of_l64a, "the state of l64a")
}  // namespace

namespace mcheck {
const LibraryState& state_of_locale() { return the_locale; }
const LibraryState& state_of_environment() { return the_environment; }
}  // namespace mcheck

#define MCHECK_STATEFUL(Result, name, parameters, arguments, state) \
  MCHECK_LIBRARY(Result, name, parameters, arguments, call.changes_state(state), )
#define MCHECK_STATEFUL_TEXT(Result, name, parameters, arguments, state, text_of) \
  MCHECK_LIBRARY(Result, name, parameters, arguments,                             \
                 (call.changes_state(state), call.text(text_of)), )

extern "C" {
MCHECK_LIBRARY(char*, getenv, (const char* name), (name),
               (call.text(name), call.reads_state(mcheck::state_of_environment())), )
MCHECK_LIBRARY(char*, secure_getenv, (const char* name), (name),
               (call.text(name), call.reads_state(mcheck::state_of_environment())), )
MCHECK_LIBRARY(int, setenv, (const char* name, const char* to, int over), (name, to, over),
               (call.text(name), call.text(to),
                call.changes_state(mcheck::state_of_environment())), )
MCHECK_LIBRARY(int, putenv, (char* text), (text),
               (call.text(text), call.changes_state(mcheck::state_of_environment())), )
MCHECK_LIBRARY(int, unsetenv, (const char* name), (name),
               (call.text(name), call.changes_state(mcheck::state_of_environment())), )
MCHECK_LIBRARY(int, clearenv, (), (), call.changes_state(mcheck::state_of_environment()), )

MCHECK_LIBRARY(char*, setlocale, (int part, const char* name), (part, name),
               (name != nullptr ? call.changes_state(mcheck::state_of_locale())
                                : call.reads_state(mcheck::state_of_locale()),
                call.text(name)), )
MCHECK_LIBRARY(lconv*, localeconv, (), (),
               (call.reads_state(mcheck::state_of_locale()),
                call.changes_state(state_of_localeconv)),
               call.writes_object(result))
MCHECK_LIBRARY(char*, nl_langinfo, (nl_item what), (what),
               call.reads_state(mcheck::state_of_locale()), )

MCHECK_STATEFUL_TEXT(passwd*, getpwnam, (const char* name), (name), state_of_users, name)
MCHECK_STATEFUL(passwd*, getpwuid, (uid_t user), (user), state_of_users)
MCHECK_STATEFUL(passwd*, getpwent, (), (), state_of_all_users)
MCHECK_STATEFUL_TEXT(group*, getgrnam, (const char* name), (name), state_of_groups, name)
MCHECK_STATEFUL(group*, getgrgid, (gid_t user), (user), state_of_groups)
MCHECK_STATEFUL(group*, getgrent, (), (), state_of_all_groups)
MCHECK_STATEFUL_TEXT(hostent*, gethostbyname, (const char* name), (name), state_of_hosts, name)
MCHECK_STATEFUL_TEXT(servent*, getservbyname, (const char* name, const char* protocol),
                     (name, protocol), state_of_services, name)
MCHECK_STATEFUL(servent*, getservbyport, (int port, const char* protocol), (port, protocol),
                state_of_services)
MCHECK_STATEFUL_TEXT(protoent*, getprotobyname, (const char* name), (name), state_of_protocols,
                     name)
MCHECK_STATEFUL(protoent*, getprotobynumber, (int number), (number), state_of_protocols)
MCHECK_STATEFUL(int, hcreate, (size_t size), (size), state_of_hsearch)
MCHECK_LIBRARY_VOID(hdestroy, (), (), call.changes_state(state_of_hsearch), )
MCHECK_LIBRARY(ENTRY*, hsearch, (ENTRY entry, ACTION action), (entry, action),
               (action == ENTER ? call.changes_state(state_of_hsearch)
                                : call.reads_state(state_of_hsearch),
                call.text(entry.key)), )
MCHECK_STATEFUL(int, getopt, (int n, char* const* words, const char* letters), (n, words, letters),
                state_of_getopt)
MCHECK_STATEFUL(int, getopt_long,
                (int n, char* const* words, const char* letters, const option* names, int* index),
                (n, words, letters, names, index), state_of_getopt)
MCHECK_STATEFUL(char*, ttyname, (int file), (file), state_of_ttyname)
MCHECK_STATEFUL(char*, getlogin, (), (), state_of_getlogin)
MCHECK_STATEFUL(char*, ptsname, (int file), (file), state_of_ptsname)
MCHECK_LIBRARY(char*, tmpnam, (char* to), (to),
               (to == nullptr ? call.changes_state(state_of_tmpnam) : void()),
               (to != nullptr ? call.writes_text(result) : void()))
MCHECK_LIBRARY(char*, ecvt, (double x, int n, int* point, int* sign), (x, n, point, sign),
               call.changes_state(state_of_ecvt),
               (call.writes_object(point), call.writes_object(sign)))
MCHECK_LIBRARY(char*, fcvt, (double x, int n, int* point, int* sign), (x, n, point, sign),
               call.changes_state(state_of_ecvt),
               (call.writes_object(point), call.writes_object(sign)))
MCHECK_STATEFUL(char*, l64a, (long number), (number), state_of_l64a)

// Each open directory is an object of its own.
MCHECK_LIBRARY(dirent*, readdir, (DIR * directory), (directory), call.writes(directory, 8), )
MCHECK_LIBRARY(int, closedir, (DIR * directory), (directory), call.writes(directory, 8), )
MCHECK_LIBRARY_VOID(rewinddir, (DIR * directory), (directory), call.writes(directory, 8), )
}
// NOLINTEND

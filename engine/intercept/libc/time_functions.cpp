// SPDX-License-Identifier: MIT
// Times and dates: <time.h>, <sys/time.h> (library_call.hpp). A row without a jump is a function
// that the engine defines itself (clocks.cpp, sleeps.cpp in determinism); its accesses are checked
// as well.
#include <ctime>

#include <sys/time.h>
#include <sys/times.h>

#include "engine/intercept/libc/locale_state.hpp"

// NOLINTBEGIN
namespace {
MCHECK_LIBRARY_STATE(state_of_gmtime, "the state of gmtime and localtime")
MCHECK_LIBRARY_STATE(state_of_asctime, "the state of asctime and ctime")
}  // namespace

extern "C" {
MCHECK_LIBRARY(tm*, gmtime, (const time_t* time), (time),
               (call.reads_object(time), call.changes_state(state_of_gmtime)),
               call.writes_object(result))
MCHECK_LIBRARY(tm*, localtime, (const time_t* time), (time),
               (call.reads_object(time), call.changes_state(state_of_gmtime),
                call.reads_state(mcheck::state_of_environment())),
               call.writes_object(result))
MCHECK_LIBRARY(tm*, gmtime_r, (const time_t* time, tm* to), (time, to), call.reads_object(time),
               call.writes_object(to))
MCHECK_LIBRARY(tm*, localtime_r, (const time_t* time, tm* to), (time, to),
               (call.reads_object(time), call.reads_state(mcheck::state_of_environment())),
               call.writes_object(to))
MCHECK_LIBRARY(char*, asctime, (const tm* time), (time),
               (call.reads_object(time), call.changes_state(state_of_asctime)),
               call.writes_text(result))
MCHECK_LIBRARY(char*, ctime, (const time_t* time), (time),
               (call.reads_object(time), call.changes_state(state_of_gmtime),
                call.changes_state(state_of_asctime)),
               call.writes_text(result))
MCHECK_LIBRARY(char*, asctime_r, (const tm* time, char* to), (time, to), call.reads_object(time),
               call.writes_text(result))
MCHECK_LIBRARY(char*, ctime_r, (const time_t* time, char* to), (time, to), call.reads_object(time),
               call.writes_text(result))
MCHECK_LIBRARY(time_t, mktime, (tm * time), (time),
               call.reads_state(mcheck::state_of_environment()), call.changes(time, sizeof *time))
MCHECK_LIBRARY(time_t, timelocal, (tm * time), (time),
               call.reads_state(mcheck::state_of_environment()), call.changes(time, sizeof *time))
MCHECK_LIBRARY(time_t, timegm, (tm * time), (time), , call.changes(time, sizeof *time))
MCHECK_LIBRARY(size_t, strftime, (char* to, size_t size, const char* format, const tm* time),
               (to, size, format, time),
               (call.text(format), call.reads_object(time),
                call.reads_state(mcheck::state_of_locale())),
               (result > 0 ? call.writes(to, result + 1) : void()))
MCHECK_LIBRARY(size_t, wcsftime, (wchar_t * to, size_t size, const wchar_t* format, const tm* time),
               (to, size, format, time),
               (call.text(format), call.reads_object(time),
                call.reads_state(mcheck::state_of_locale())),
               (result > 0 ? call.writes(to, (result + 1) * sizeof *to) : void()))
MCHECK_LIBRARY(char*, strptime, (const char* text, const char* format, tm* to), (text, format, to),
               (call.text(text), call.text(format), call.reads_state(mcheck::state_of_locale())),
               call.writes_object(to))

MCHECK_INTERCEPTED(time_t, time, (time_t * to), (to), , call.writes_object(to))
MCHECK_INTERCEPTED(int, clock_gettime, (clockid_t clock, timespec* to), (clock, to), ,
                   (result == 0 ? call.writes_object(to) : void()))
MCHECK_INTERCEPTED(int, clock_getres, (clockid_t clock, timespec* to), (clock, to), ,
                   (result == 0 ? call.writes_object(to) : void()))
MCHECK_INTERCEPTED(int, gettimeofday, (timeval * to, void* zone), (to, zone), ,
                   call.writes_object(to))
MCHECK_INTERCEPTED(int, timespec_get, (timespec * to, int base), (to, base), ,
                   (result != 0 ? call.writes_object(to) : void()))
MCHECK_INTERCEPTED(clock_t, times, (struct tms * to), (to), , call.writes_object(to))
MCHECK_INTERCEPTED(int, nanosleep, (const timespec* time, timespec* rest), (time, rest),
                   call.reads_object(time), )
MCHECK_INTERCEPTED(int, clock_nanosleep,
                   (clockid_t clock, int flags, const timespec* time, timespec* rest),
                   (clock, flags, time, rest), call.reads_object(time), )
}
// NOLINTEND

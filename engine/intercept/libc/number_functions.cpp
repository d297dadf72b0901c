// SPDX-License-Identifier: MIT
// Numbers: conversions from strings, and functions of <math.h> and <stdlib.h> that store results in
// memory (library_call.hpp).
#include <cinttypes>
#include <cstdlib>

#include "engine/intercept/libc/locale_state.hpp"

// NOLINTBEGIN
// A string is read to where the conversion stops, including the character that stops it.
#define MCHECK_CONVERSION(Result, C, name)                                          \
  MCHECK_LIBRARY(Result, name, (const C* s, C** end, int base), (s, end, base), , { \
    C* stop = nullptr;                                                              \
    mcheck_real_##name(s, &stop, base);                                             \
    call.text_until<C>(s, stop);                                                    \
    call.writes_object(end);                                                        \
  })
#define MCHECK_REAL_CONVERSION(Result, C, name)                     \
  MCHECK_LIBRARY(Result, name, (const C* s, C** end), (s, end), , { \
    C* stop = nullptr;                                              \
    mcheck_real_##name(s, &stop);                                   \
    call.reads_state(mcheck::state_of_locale());                    \
    call.text_until<C>(s, stop);                                    \
    call.writes_object(end);                                        \
  })
#define MCHECK_NUMBER(Result, name, stop_of)             \
  MCHECK_LIBRARY(Result, name, (const char* s), (s), , { \
    char* stop = nullptr;                                \
    stop_of;                                             \
    call.text_until<char>(s, stop);                      \
  })
#define MCHECK_PARTS(Number, suffix)                                                               \
  MCHECK_LIBRARY(Number, frexp##suffix, (Number x, int* to), (x, to), , call.writes_object(to))    \
  MCHECK_LIBRARY(Number, modf##suffix, (Number x, Number * to), (x, to), , call.writes_object(to)) \
  MCHECK_LIBRARY(Number, remquo##suffix, (Number x, Number y, int* to), (x, y, to), ,              \
                 call.writes_object(to))                                                           \
  MCHECK_LIBRARY(Number, lgamma##suffix##_r, (Number x, int* to), (x, to), ,                       \
                 call.writes_object(to))                                                           \
  MCHECK_LIBRARY_VOID(sincos##suffix, (Number x, Number * to, Number * too), (x, to, too), ,       \
                      (call.writes_object(to), call.writes_object(too)))

extern "C" {
MCHECK_CONVERSION(long, char, strtol)
MCHECK_CONVERSION(unsigned long, char, strtoul)
MCHECK_CONVERSION(long long, char, strtoll)
MCHECK_CONVERSION(unsigned long long, char, strtoull)
MCHECK_CONVERSION(intmax_t, char, strtoimax)
MCHECK_CONVERSION(uintmax_t, char, strtoumax)
MCHECK_CONVERSION(long, wchar_t, wcstol)
MCHECK_CONVERSION(unsigned long, wchar_t, wcstoul)
MCHECK_CONVERSION(long long, wchar_t, wcstoll)
MCHECK_CONVERSION(unsigned long long, wchar_t, wcstoull)
MCHECK_REAL_CONVERSION(float, char, strtof)
MCHECK_REAL_CONVERSION(double, char, strtod)
MCHECK_REAL_CONVERSION(long double, char, strtold)
MCHECK_REAL_CONVERSION(float, wchar_t, wcstof)
MCHECK_REAL_CONVERSION(double, wchar_t, wcstod)
MCHECK_REAL_CONVERSION(long double, wchar_t, wcstold)
MCHECK_NUMBER(int, atoi, mcheck_real_strtol(s, &stop, 10))
MCHECK_NUMBER(long, atol, mcheck_real_strtol(s, &stop, 10))
MCHECK_NUMBER(long long, atoll, mcheck_real_strtol(s, &stop, 10))
MCHECK_NUMBER(double, atof, mcheck_real_strtod(s, &stop))

MCHECK_PARTS(double, )
MCHECK_PARTS(float, f)
MCHECK_PARTS(long double, l)

MCHECK_LIBRARY(int, rand_r, (unsigned* seed), (seed), call.changes(seed, sizeof *seed), )
MCHECK_LIBRARY(int, random_r, (random_data * data, int32_t* to), (data, to),
               call.changes(data, sizeof *data), call.writes_object(to))
MCHECK_LIBRARY(int, srandom_r, (unsigned seed, random_data* data), (seed, data),
               call.changes(data, sizeof *data), )
MCHECK_LIBRARY(int, drand48_r, (drand48_data * data, double* to), (data, to),
               call.changes(data, sizeof *data), call.writes_object(to))
MCHECK_LIBRARY(int, lrand48_r, (drand48_data * data, long* to), (data, to),
               call.changes(data, sizeof *data), call.writes_object(to))
MCHECK_INTERCEPTED(double, erand48, (unsigned short state[3]), (state), call.changes(state, 6), )
MCHECK_INTERCEPTED(long, nrand48, (unsigned short state[3]), (state), call.changes(state, 6), )
MCHECK_INTERCEPTED(long, jrand48, (unsigned short state[3]), (state), call.changes(state, 6), )

MCHECK_LIBRARY_VOID(qsort, (void* at, size_t n, size_t size, int (*less)(const void*, const void*)),
                    (at, n, size, less), call.changes(at, n* size), )
MCHECK_LIBRARY_VOID(qsort_r,
                    (void* at, size_t n, size_t size, int (*less)(const void*, const void*, void*),
                     void* with),
                    (at, n, size, less, with), call.changes(at, n* size), )
}
// NOLINTEND

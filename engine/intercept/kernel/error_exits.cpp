// SPDX-License-Identifier: MIT
// Functions that print an error and exit. The C library's own would end this process from inside
// the library.
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// NOLINTBEGIN
extern "C" {

extern char* __progname_full;  // program_invocation_name, by a name that no program defines

void verr(int status, const char* format, va_list arguments) {
  vwarn(format, arguments);
  exit(status);
}

void verrx(int status, const char* format, va_list arguments) {
  vwarnx(format, arguments);
  exit(status);
}

void err(int status, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  verr(status, format, arguments);
}

void errx(int status, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  verrx(status, format, arguments);
}

void error(int status, int number, const char* format, ...) {
  fflush(stdout);
  fprintf(stderr, "%s: ", __progname_full);
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  if (number != 0) fprintf(stderr, ": %s", strerror(number));
  fputc('\n', stderr);
  if (status != 0) exit(status);
}
}
// NOLINTEND

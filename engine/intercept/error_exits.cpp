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

void verr(int status, const char* format, va_list words) {
  vwarn(format, words);
  exit(status);
}

void verrx(int status, const char* format, va_list words) {
  vwarnx(format, words);
  exit(status);
}

void err(int status, const char* format, ...) {
  va_list words;
  va_start(words, format);
  verr(status, format, words);
}

void errx(int status, const char* format, ...) {
  va_list words;
  va_start(words, format);
  verrx(status, format, words);
}

void error(int status, int number, const char* format, ...) {
  fflush(stdout);
  fprintf(stderr, "%s: ", __progname_full);
  va_list words;
  va_start(words, format);
  vfprintf(stderr, format, words);
  va_end(words);
  if (number != 0) fprintf(stderr, ": %s", strerror(number));
  fputc('\n', stderr);
  if (status != 0) exit(status);
}
}
// NOLINTEND

// SPDX-License-Identifier: MIT
// Rows (library_rows.hpp) of strings, bytes, formats and numbers: <string.h>, <wchar.h>, <stdio.h>.
#include "tests/intercept/programs/libraries/library_rows.hpp"

#include <cinttypes>
#include <cmath>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <cwchar>

#include <strings.h>
#include <unistd.h>

namespace {

char text[64] = "hello world";
char same[64] = "hello world";
char upper[64] = "HELLO WORLD";
char digits[64] = "12345 67";
char to[128];
char format[16] = "%d";
wchar_t wide[64] = L"hello world";
wchar_t wide_same[64] = L"hello world";
wchar_t wide_digits[64] = L"12345";
wchar_t wide_to[64];
int number = 5;
long long_number;
short short_number;
float float_number;
double double_number;
long double long_double_number;
char* place;
wchar_t* wide_place;
char* rest;
int numbers[8] = {4, 3, 2, 1, 0, 7, 6, 5};
volatile long result;
volatile double real_result;

void use(long value) { result = value; }
void use(const void* value) { result = value != nullptr; }
void use_real(double value) { real_result = value; }

int list_printed(char* into, const char* with, ...) {
  va_list list;
  va_start(list, with);
  const int length = vsnprintf(into, 64, with, list);
  va_end(list);
  return length;
}

int less(const void* a, const void* b) {
  return *static_cast<const int*>(a) - *static_cast<const int*>(b);
}

const rows::Row all[] = {
    READS("strlen(s)", text + 1, use(strlen(text))),
    READS("strnlen(s)", text + 1, use(strnlen(text, 5))),
    READS("strcpy(from)", text + 1, strcpy(to, text)),
    WRITES("strcpy(to)", to + 1, strcpy(to, text)),
    READS("stpcpy(from)", text + 1, stpcpy(to, text)),
    WRITES("stpcpy(to)", to + 1, stpcpy(to, text)),
    READS("strncpy(from)", text + 1, strncpy(to, text, 5)),
    WRITES("strncpy(to)", to + 30, strncpy(to, text, 40)),
    READS("stpncpy(from)", text + 1, stpncpy(to, text, 5)),
    WRITES("stpncpy(to)", to + 30, stpncpy(to, text, 40)),
    READS("strcat(from)", text + 1, strcat(to, text)),
    READS("strcat(to)", to, strcat(to, "")),
    WRITES("strcat(to)", text + 12, strcat(text, same)),
    READS("strncat(from)", text + 1, strncat(to, text, 3)),
    WRITES("strncat(to)", text + 12, strncat(text, same, 3)),
    READS("strcmp(a)", text + 5, use(strcmp(text, same))),
    READS("strcmp(b)", same + 5, use(strcmp(text, same))),
    READS("strcmp(a constant)", text, use(strcmp(text, "h"))),
    READS("strncmp(a)", text + 4, use(strncmp(text, same, 5))),
    READS("strncmp(b)", same + 4, use(strncmp(text, same, 5))),
    READS("strcasecmp(a)", text + 5, use(strcasecmp(text, upper))),
    READS("strncasecmp(b)", upper + 4, use(strncasecmp(text, upper, 5))),
    READS("strcoll(a)", text + 5, use(strcoll(text, same))),
    READS("strxfrm(from)", text + 5, use(strxfrm(to, text, 64))),
    WRITES("strxfrm(to)", to + 5, use(strxfrm(to, text, 64))),
    READS("strverscmp(a)", text + 5, use(strverscmp(text, same))),
    READS("strchr(s)", text + 2, use(strchr(text, 'o'))),
    READS("strrchr(s)", text + 2, use(strrchr(text, 'o'))),
    READS("strchrnul(s)", text + 2, use(strchrnul(text, 'x'))),
    READS("index(s)", text + 2, use(index(text, 'o'))),
    READS("rindex(s)", text + 2, use(rindex(text, 'o'))),
    READS("strstr(text)", text + 2, use(strstr(text, "wor"))),
    READS("strstr(part)", same + 1, use(strstr(text, same))),
    READS("strcasestr(text)", text + 2, use(strcasestr(text, "WOR"))),
    READS("strspn(s)", text + 1, use(strspn(text, "hel"))),
    READS("strspn(set)", same + 1, use(strspn(text, same))),
    READS("strcspn(s)", text + 1, use(strcspn(text, "w"))),
    READS("strpbrk(s)", text + 1, use(strpbrk(text, "w"))),
    READS("strdup(s)", text + 1, free(strdup(text))),
    READS("strndup(s)", text + 1, free(strndup(text, 4))),
    WRITES("strtok(s)", text + 5, use(strtok(text, " "))),
    STATEFUL("strtok", char own[] = "a b"; use(strtok(own, " "))),
    WRITES("strtok_r(s)", text + 5, char* after; use(strtok_r(text, " ", &after))),
    WRITES("strtok_r(rest)", &rest, use(strtok_r(text, " ", &rest))),
    WRITES("strsep(s)", text + 5, char* at = text; use(strsep(&at, " "))),
    READS("memcmp(a)", text + 3, use(memcmp(text, same, 8))),
    READS("memcmp(b)", same + 3, use(memcmp(text, same, 8))),
    READS("bcmp(a)", text + 3, use(bcmp(text, same, 8))),
    READS("memchr(s)", text + 3, use(memchr(text, 'w', 20))),
    READS("memrchr(s)", text + 3, use(memrchr(text, 'h', 10))),
    READS("rawmemchr(s)", text + 3, use(rawmemchr(text, 'w'))),
    READS("memmem(text)", text + 3, use(memmem(text, 11, "wor", 3))),
    READS("memccpy(from)", text + 3, memccpy(to, text, 'w', 20)),
    WRITES("memccpy(to)", to + 3, memccpy(to, text, 'w', 20)),
    READS("memcpy(from)", text + 3, memcpy(to, text, 8)),
    WRITES("memcpy(to)", to + 3, memcpy(to, text, 8)),
    READS("memmove(from)", text + 3, memmove(to, text, 8)),
    WRITES("memmove(to)", to + 3, memmove(to, text, 8)),
    WRITES("memset(s)", to + 3, memset(to, 1, 8)),
    READS("mempcpy(from)", text + 3, use(mempcpy(to, text, 8))),
    WRITES("mempcpy(to)", to + 3, use(mempcpy(to, text, 8))),
    READS("bcopy(from)", text + 3, bcopy(text, to, 8)),
    WRITES("bcopy(to)", to + 3, bcopy(text, to, 8)),
    WRITES("bzero(s)", to + 3, bzero(to, 8)),
    WRITES("explicit_bzero(s)", to + 3, explicit_bzero(to, 8)),
    READS("swab(from)", text + 3, swab(text, to, 8)),
    WRITES("swab(to)", to + 3, swab(text, to, 8)),
    WRITES("strerror_r(to)", to, use(strerror_r(12345, to, sizeof to))),

    READS("wcslen(s)", wide + 1, use(wcslen(wide))),
    READS("wcscpy(from)", wide + 1, wcscpy(wide_to, wide)),
    WRITES("wcscpy(to)", wide_to + 1, wcscpy(wide_to, wide)),
    READS("wcsncpy(from)", wide + 1, wcsncpy(wide_to, wide, 4)),
    WRITES("wcscat(to)", wide + 12, wcscat(wide, wide_same)),
    READS("wcscmp(a)", wide + 5, use(wcscmp(wide, wide_same))),
    READS("wcsncmp(b)", wide_same + 4, use(wcsncmp(wide, wide_same, 5))),
    READS("wcschr(s)", wide + 2, use(wcschr(wide, L'o'))),
    READS("wcsstr(text)", wide + 2, use(wcsstr(wide, L"wor"))),
    READS("wcsdup(s)", wide + 2, free(wcsdup(wide))),
    WRITES("wcstok(rest)", &wide_place, use(wcstok(wide, L" ", &wide_place))),
    READS("wmemcpy(from)", wide + 2, wmemcpy(wide_to, wide, 5)),
    WRITES("wmemset(s)", wide_to + 2, wmemset(wide_to, L'x', 5)),
    READS("wmemcmp(a)", wide + 2, use(wmemcmp(wide, wide_same, 5))),
    READS("wmemchr(s)", wide + 2, use(wmemchr(wide, L'w', 11))),
    READS("wcstol(s)", wide_digits + 2, use(wcstol(wide_digits, nullptr, 10))),
    READS("wcstod(s)", wide_digits + 2, use_real(wcstod(wide_digits, nullptr))),

    READS("atoi(s)", digits + 2, use(atoi(digits))),
    READS("atol(s)", digits + 2, use(atol(digits))),
    READS("atoll(s)", digits + 2, use(atoll(digits))),
    READS("atof(s)", digits + 2, use_real(atof(digits))),
    READS("strtol(s)", digits + 2, use(strtol(digits, nullptr, 10))),
    WRITES("strtol(end)", &place, use(strtol(digits, &place, 10))),
    READS("strtoul(s)", digits + 2, use(static_cast<long>(strtoul(digits, nullptr, 10)))),
    READS("strtoll(s)", digits + 2, use(strtoll(digits, nullptr, 10))),
    READS("strtoull(s)", digits + 2, use(static_cast<long>(strtoull(digits, nullptr, 10)))),
    READS("strtoimax(s)", digits + 2, use(strtoimax(digits, nullptr, 10))),
    READS("strtod(s)", digits + 2, use_real(strtod(digits, nullptr))),
    WRITES("strtod(end)", &place, use_real(strtod(digits, &place))),
    READS("strtof(s)", digits + 2, use_real(strtof(digits, nullptr))),
    WRITES("frexp(to)", &number, use_real(frexp(real_result, &number))),
    WRITES("modf(to)", &double_number, use_real(modf(real_result, &double_number))),
    WRITES("remquo(to)", &number, use_real(remquo(real_result, 3, &number))),
    WRITES("sincos(to)", &double_number, double c; sincos(real_result, &double_number, &c)),
    WRITES("lgamma_r(to)", &number, use_real(lgamma_r(real_result + 2, &number))),
    WRITES("rand_r(seed)", &number, use(rand_r(reinterpret_cast<unsigned*>(&number)))),
    WRITES("qsort(base)", numbers + 1, qsort(numbers, 8, sizeof numbers[0], less)),
    READS("bsearch(base)", numbers + 4, use(bsearch(&number, numbers, 8, 4, less))),

    READS("printf(format)", format, printf(format, 1)),
    READS("printf(%s)", text + 1, printf("%d %s", 1, text)),
    READS("printf(%.*s)", text + 1, printf("%f %.*s", 1.0, 3, text)),
    READS("printf(%2$s)", text + 1, printf("%2$s %1$d", 1, text)),
    READS("printf(%ls)", wide + 1, printf("%ls", wide)),
    WRITES("printf(%n)", &number, printf("abc%n", &number)),
    READS("fprintf(%s)", text + 1, fprintf(stdout, "%d %s", 1, text)),
    READS("dprintf(%s)", text + 1, dprintf(1, "%d %s", 1, text)),
    WRITES("sprintf(to)", to + 2, sprintf(to, "%d", number + 1000)),
    READS("sprintf(%s)", text + 1, sprintf(to, "%s!", text)),
    WRITES("snprintf(to)", to + 2, snprintf(to, sizeof to, "%d", number + 1000)),
    WRITES("snprintf(to, constant)", to + 2, snprintf(to, sizeof to, "abcd")),
    READS("snprintf(%s)", text + 1, snprintf(to, sizeof to, "%s!", text)),
    READS("snprintf(%s, cut off)", text + 1, snprintf(to, 1, "%s!", text)),
    WRITES("vsnprintf(to)", to + 2, list_printed(to, "%d", number + 1000)),
    READS("vsnprintf(%s)", text + 1, list_printed(to, "%s", text)),
    WRITES("asprintf(to)", &place, if (asprintf(&place, "%d", 1) > 0) free(place)),
    READS("asprintf(%s)", text + 1, char* made; if (asprintf(&made, "%s", text) > 0) free(made)),
    WRITES("swprintf(to)", wide_to + 1, swprintf(wide_to, 64, L"%d", number + 1000)),
    READS("swprintf(%ls)", wide + 1, swprintf(wide_to, 64, L"%ls", wide)),
    READS("puts(text)", text + 1, puts(text)),
    READS("fputs(text)", text + 1, fputs(text, stdout)),
    READS("fwrite(from)", text + 1, fwrite(text, 1, 5, stdout)),
    READS("perror(text)", text + 1, perror(text)),

    READS("sscanf(text)", digits + 1, int n; use(sscanf(digits, "%d", &n))),
    WRITES("sscanf(%d)", &number, use(sscanf(digits, "%d", &number))),
    WRITES("sscanf(%ld)", reinterpret_cast<char*>(&long_number) + 7,
           use(sscanf(digits, "%ld", &long_number))),
    WRITES("sscanf(%hd)", &short_number, use(sscanf("7", "%hd", &short_number))),
    WRITES("sscanf(%f)", &float_number, use(sscanf(digits, "%f", &float_number))),
    WRITES("sscanf(%lf)", reinterpret_cast<char*>(&double_number) + 7,
           use(sscanf(digits, "%lf", &double_number))),
    WRITES("sscanf(%Lf)", reinterpret_cast<char*>(&long_double_number) + 9,
           use(sscanf(digits, "%Lf", &long_double_number))),
    WRITES("sscanf(%s)", to + 4, use(sscanf(text, "%s", to))),
    WRITES("sscanf(%[)", to + 4, use(sscanf(text, "%[^]w]", to))),
    WRITES("sscanf(%4c)", to + 3, use(sscanf(text, "%4c", to))),
    WRITES("sscanf(%*d %d)", &number, use(sscanf(digits, "%*d %d", &number))),
    WRITES("sscanf(%n)", &number, int n; use(sscanf(digits, "%d%n", &n, &number))),
    WRITES("sscanf(%ms)", &place, if (sscanf(text, "%ms", &place) == 1) free(place)),
};

}  // namespace

int main(int count, char** words) { return rows::run_rows(all, count, words); }

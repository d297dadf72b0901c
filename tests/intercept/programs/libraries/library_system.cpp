// SPDX-License-Identifier: MIT
// Rows (library_rows.hpp) of files, times, the environment, encodings and state of the C library.
#include "tests/intercept/programs/libraries/library_rows.hpp"

#include <clocale>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <cwchar>

#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <getopt.h>
#include <grp.h>
#include <iconv.h>
#include <langinfo.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <search.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <unistd.h>

namespace {

char text[64] = "hello world";
char to[256];
char path[64] = "/";
char zero[64] = "/dev/zero";
char none[64] = "/dev/null";
char name[64] = "MCHECK_ROWS";
char value[64] = "value";
char date[64] = "2024-02-03";
char address[64] = "127.0.0.1";
wchar_t wide[64] = L"hello";
wchar_t wide_to[64];
time_t now = 1'000'000'000;
tm broken = {};
timespec precise;
timeval coarse;
struct tms used;
struct stat status;
utsname system_name;
rusage usage;
in_addr host;
int ends[2];
sigset_t signals;
struct sigaction action;
pollfd polled = {0, POLLIN, 0};
mbstate_t shift;
iovec part = {to, 8};
char* line;
size_t room;
passwd user;
passwd* user_at;
regmatch_t match[2];
const char* narrow_at = text;
volatile long result;

void use(long what) { result = what; }
void use(const void* what) { result = what != nullptr; }

int open_file(const char* which) { return open(which, O_RDWR); }
FILE* file_of(const char* which) { return fopen(which, "r+"); }

void with_iconv(void (*call)(iconv_t)) {
  const iconv_t how = iconv_open("UTF-16LE", "UTF-8");
  if (how == reinterpret_cast<iconv_t>(-1)) return;
  call(how);
  iconv_close(how);
}

void convert(iconv_t how) {
  char* from = text;
  char* into = to;
  size_t from_left = 5;
  size_t into_left = 64;
  use(static_cast<long>(iconv(how, &from, &from_left, &into, &into_left)));
}

void search_expression() {
  regex_t expression;
  if (regcomp(&expression, "wor", 0) != 0) return;
  use(regexec(&expression, text, 2, match, 0));
  regfree(&expression);
}

int zeros = -1;  // descriptors, opened before there are threads
int nothing = -1;
FILE* zero_file = nullptr;
DIR* root = nullptr;

const rows::Row all[] = {
    WRITES("read(to)", to + 1, use(read(zeros, to, 8))),
    WRITES("pread(to)", to + 1, use(pread(zeros, to, 8, 0))),
    WRITES("readv(to)", to + 1, use(readv(zeros, &part, 1))),
    READS("readv(parts)", &part, use(readv(zeros, &part, 1))),
    READS("write(from)", to + 1, use(write(nothing, to, 8))),
    READS("pwrite(from)", to + 1, use(pwrite(nothing, to, 8, 0))),
    READS("writev(from)", to + 1, use(writev(nothing, &part, 1))),
    WRITES("fread(to)", to + 1, use(static_cast<long>(fread(to, 1, 8, zero_file)))),
    WRITES("fgets(to)", to, use(fgets(to, 8, zero_file))),
    WRITES("getdelim(line)", &line, use(getdelim(&line, &room, 0, zero_file))),
    WRITES("getdelim(room)", &room, use(getdelim(&line, &room, 0, zero_file))),
    READS("open(path)", zero + 1, close(open_file(zero))),
    READS("fopen(path)", zero + 1, fclose(file_of(zero))),
    READS("access(path)", path, use(access(path, F_OK))),
    READS("stat(path)", path, struct stat own; use(stat(path, &own))),
    WRITES("stat(to)", &status, use(stat(path, &status))),
    WRITES("lstat(to)", &status, use(lstat(path, &status))),
    WRITES("fstat(to)", &status, use(fstat(zeros, &status))),
    WRITES("fstatat(to)", &status, use(fstatat(AT_FDCWD, path, &status, 0))),
    WRITES("getcwd(to)", to, use(getcwd(to, sizeof to))),
    READS("realpath(path)", path, free(realpath(path, nullptr))),
    READS("readlink(path)", path, use(readlink(path, to, 8))),
    WRITES("readlink(to)", to, use(readlink("/proc/self/exe", to, 8))),
    WRITES("uname(to)", &system_name, use(uname(&system_name))),
    WRITES("getrusage(to)", &usage, use(getrusage(RUSAGE_SELF, &usage))),
    WRITES("gethostname(to)", to, use(gethostname(to, sizeof to))),
    WRITES("poll(files)", &polled.revents, use(poll(&polled, 1, 0))),
    WRITES("pipe(ends)", ends, use(pipe(ends))),
    STATEFUL("readdir", use(readdir(root))),

    WRITES("time(to)", &now, use(time(&now))),
    WRITES("clock_gettime(to)", &precise, use(clock_gettime(CLOCK_REALTIME, &precise))),
    WRITES("gettimeofday(to)", &coarse, use(gettimeofday(&coarse, nullptr))),
    WRITES("timespec_get(to)", &precise, use(timespec_get(&precise, TIME_UTC))),
    WRITES("times(to)", &used, use(times(&used))),
    READS("nanosleep(time)", &precise, use(nanosleep(&precise, nullptr))),
    READS("gmtime_r(time)", &now, tm own; use(gmtime_r(&now, &own))),
    WRITES("gmtime_r(to)", &broken, use(gmtime_r(&now, &broken))),
    READS("localtime_r(time)", &now, tm own; use(localtime_r(&now, &own))),
    WRITES("localtime_r(to)", &broken, use(localtime_r(&now, &broken))),
    READS("asctime_r(time)", &broken, use(asctime_r(&broken, to))),
    WRITES("asctime_r(to)", to + 1, use(asctime_r(&broken, to))),
    READS("ctime_r(time)", &now, use(ctime_r(&now, to))),
    WRITES("ctime_r(to)", to + 1, use(ctime_r(&now, to))),
    WRITES("mktime(time)", &broken, use(mktime(&broken))),
    WRITES("timegm(time)", &broken, use(timegm(&broken))),
    WRITES("strftime(to)", to + 1, use(static_cast<long>(strftime(to, 64, "%Y-%m", &broken)))),
    READS("strftime(time)", &broken, use(static_cast<long>(strftime(to, 64, "%Y", &broken)))),
    READS("strptime(text)", date + 1, tm own = {}; use(strptime(date, "%Y-%m-%d", &own))),
    WRITES("strptime(to)", &broken.tm_year, use(strptime(date, "%Y-%m-%d", &broken))),
    STATEFUL("gmtime", use(gmtime(&now))),
    STATEFUL("localtime", use(localtime(&now))),
    STATEFUL("asctime", tm own = {}; use(asctime(&own))),
    STATEFUL("ctime", use(ctime(&now))),

    READS("getenv(name)", name + 1, use(getenv(name))),
    READS("setenv(value)", value + 1, use(setenv(name, value, 1))),
    STATEFUL("setenv", use(setenv("MCHECK_ROWS", "1", 1))),
    STATEFUL("unsetenv", use(unsetenv("MCHECK_ROWS"))),
    STATEFUL("putenv", use(putenv(text))),
    STATEFUL("setlocale", use(setlocale(LC_ALL, "C"))),
    STATEFUL("localeconv", use(localeconv())),
    STATEFUL("getpwuid", use(getpwuid(0))),
    STATEFUL("getpwnam", use(getpwnam("root"))),
    STATEFUL("getgrgid", use(getgrgid(0))),
    STATEFUL("getgrnam", use(getgrnam("root"))),
    STATEFUL("hcreate", use(hcreate(8))),
    STATEFUL("getopt", char word[] = "p"; char* words[] = {word, nullptr};
             use(getopt(1, words, "a"))),
    STATEFUL("mblen", use(mblen("a", 1))),
    STATEFUL("mbtowc", wchar_t own; use(mbtowc(&own, "a", 1))),
    STATEFUL("wctomb", char own[16]; use(wctomb(own, L'a'))),
    STATEFUL("mbrlen", use(static_cast<long>(mbrlen("a", 1, nullptr)))),
    STATEFUL("l64a", use(l64a(5))),
    STATEFUL("ecvt", int a; int b; use(ecvt(1.5, 3, &a, &b))),
    STATEFUL("ttyname", use(ttyname(nothing))),
    WRITES("getpwuid_r(to)", &user, use(getpwuid_r(0, &user, to, sizeof to, &user_at))),
    WRITES("getpwuid_r(at)", &user_at, use(getpwuid_r(0, &user, to, sizeof to, &user_at))),

    READS("mbstowcs(from)", text + 1, use(static_cast<long>(mbstowcs(wide_to, text, 64)))),
    WRITES("mbstowcs(to)", wide_to + 1, use(static_cast<long>(mbstowcs(wide_to, text, 64)))),
    READS("wcstombs(from)", wide + 1, use(static_cast<long>(wcstombs(to, wide, 64)))),
    WRITES("wcstombs(to)", to + 1, use(static_cast<long>(wcstombs(to, wide, 64)))),
    READS("mbrtowc(from)", text, use(static_cast<long>(mbrtowc(wide_to, text, 4, &shift)))),
    WRITES("mbrtowc(to)", wide_to, use(static_cast<long>(mbrtowc(wide_to, text, 4, &shift)))),
    WRITES("mbrtowc(state)", &shift, use(static_cast<long>(mbrtowc(wide_to, text, 4, &shift)))),
    WRITES("wcrtomb(to)", to, use(static_cast<long>(wcrtomb(to, L'a', &shift)))),
    WRITES("mbsrtowcs(from)", &narrow_at,
           use(static_cast<long>(mbsrtowcs(wide_to, &narrow_at, 64, &shift)))),
    READS("iconv(from)", text + 1, with_iconv(convert)),
    WRITES("iconv(to)", to + 1, with_iconv(convert)),

    READS("fnmatch(text)", text + 1, use(fnmatch("h*", text, 0))),
    READS("regexec(text)", text + 1, search_expression()),
    WRITES("regexec(match)", match, search_expression()),
    READS("inet_pton(from)", address + 1, in_addr own; use(inet_pton(AF_INET, address, &own))),
    WRITES("inet_pton(to)", &host, use(inet_pton(AF_INET, address, &host))),
    READS("inet_ntop(from)", &host, use(inet_ntop(AF_INET, &host, to, 64))),
    WRITES("inet_ntop(to)", to + 1, use(inet_ntop(AF_INET, &host, to, 64))),
    READS("inet_addr(from)", address + 1, use(inet_addr(address))),
    WRITES("sigemptyset(set)", &signals, use(sigemptyset(&signals))),
    WRITES("sigaddset(set)", &signals, use(sigaddset(&signals, SIGUSR1))),
    READS("sigismember(set)", &signals, use(sigismember(&signals, SIGUSR1))),
    WRITES("sigaction(old)", &action, use(sigaction(SIGUSR2, nullptr, &action))),
    READS("pthread_sigmask(set)", &signals, use(pthread_sigmask(SIG_UNBLOCK, &signals, nullptr))),
    WRITES("pthread_getname_np(to)", to, use(pthread_getname_np(pthread_self(), to, 64))),
};

}  // namespace

int main(int count, char** words) {
  zeros = open_file(zero);
  nothing = open_file(none);
  zero_file = file_of(zero);
  root = opendir("/");
  if (zero_file != nullptr) setvbuf(zero_file, nullptr, _IONBF, 0);
  return rows::run_rows(all, count, words);
}

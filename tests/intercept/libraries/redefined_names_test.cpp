// SPDX-License-Identifier: MIT
// Programs that define names that the engine, or a library that it uses, calls. The test reads the
// names from the object and from the C++ library, so that it covers new ones, too.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/intercept/unmodified.hpp"

namespace mcheck::redefined_names_test {
namespace {

const std::string kObject = quoted(MCHECK_BINARY_DIRECTORY "/../lib/mcheck_unmodified.o");
const std::string kMcheck = quoted(MCHECK_BINARY_DIRECTORY "/mcheck");

std::set<std::string> words_of(const std::string& command) {
  std::set<std::string> words;
  std::istringstream lines(run_shell(command).out);
  for (std::string word; lines >> word;) words.insert(word);
  return words;
}

// The names that the engine defines for the C library or calls there, and the names that the C++
// library calls. Names that start with _ are reserved, and those of C++ have a namespace.
const std::set<std::string>& names() {
  static const std::set<std::string> all = [] {
    std::set<std::string> found = words_of(
        "nm " + kObject + " | sed -nE 's/.* mcheck_(own|real)_([A-Za-z][A-Za-z0-9_]*)$/\\2/p'");
    found.merge(
        words_of("nm -D -u \"$(g++ -print-file-name=libstdc++.so.6)\" |"
                 " sed -nE 's/.* U ([A-Za-z][A-Za-z0-9_]*)(@.*)?$/\\1/p'"));
    return found;
  }();
  return all;
}

std::string each(const std::string& before, const std::string& behind,
                 const std::set<std::string>& but) {
  std::string text;
  for (const std::string& name : names()) {
    if (!but.contains(name)) text += before + name + behind + "\n";
  }
  return text;
}

// Two threads that each add one to a number, without any header.
const std::string kAdds =
    "typedef unsigned long thread;\n"
    "int pthread_create(thread*, const void*, void* (*)(void*), void*);\n"
    "int pthread_join(thread, void**);\n"
    "int number;\n"
    "static void* add(void* none) { return __atomic_fetch_add(&number, 1, 5), none; }\n"
    "int main(void) {\n"
    "  thread other;\n"
    "  pthread_create(&other, 0, add, 0);\n"
    "  add(0);\n"
    "  pthread_join(other, 0);\n"
    "  return number == 2 ? 0 : 1;\n"
    "}\n";
const std::set<std::string> kNeeded = {"pthread_create", "pthread_join"};

// The same by other functions.
const std::string kAddsByC11 =
    "typedef unsigned long thread;\n"
    "int thrd_create(thread*, int (*)(void*), void*);\n"
    "int thrd_join(thread, int*);\n"
    "int number, pthread_create, pthread_join;\n"
    "static int add(void* none) { return __atomic_fetch_add(&number, 1, 5), none != 0; }\n"
    "int main(void) {\n"
    "  thread other;\n"
    "  thrd_create(&other, add, 0);\n"
    "  add(0);\n"
    "  thrd_join(other, 0);\n"
    "  return number == 2 ? 0 : 1;\n"
    "}\n";

// Builds a source with that extension, explores it, and returns the first line of the output.
std::string verdict_of(const std::string& text, const std::string& ending,
                       const std::string& options = "") {
  const std::string folder = "/tmp/mcheck_taken_" + std::to_string(getpid());
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/taken" + ending) << text;
  const std::string compiler = ending == ".c" ? "cc" : "c++ -std=c++20";
  const ShellResult ran = run_shell("cd " + folder + " && export MCHECK_CC=gcc MCHECK_CXX=g++ && " +
                                    kMcheck + " " + compiler + " -w taken" + ending + " -o taken " +
                                    options + " 2>&1 && " + kMcheck + " explore ./taken 2>&1");
  std::filesystem::remove_all(folder);
  UNSCOPED_INFO(ran.out);
  return ran.out.substr(0, ran.out.find('\n'));
}

const std::string kVerified = "verified: test main of ./taken, 2 executions, no bound";

}  // namespace

TEST_CASE("the names that a program may define are those of the object and of the C++ library") {
  CHECK(names().size() > 600);
  for (const char* name : {"send", "time", "malloc", "getpid", "stderr", "round", "wctob"}) {
    CHECK(names().contains(name));
  }
}

TEST_CASE("a program may give the name of any library function to a variable") {
  CHECK(verdict_of(each("int ", ";", kNeeded) + kAdds, ".c") == kVerified);
  CHECK(verdict_of(kAddsByC11, ".c") == kVerified);
}

// gold and lld export a variable to the dynamic linker, which calls it: such a program also crashes
// by itself when it starts a thread.
TEST_CASE("a variable that the dynamic linker would call is refused by name") {
  const std::set<std::string> called = {"calloc", "free"};
  std::set<std::string> needed = kNeeded;
  needed.insert(called.begin(), called.end());
  for (const char* linker : {"-fuse-ld=gold", "-fuse-ld=lld"}) {
    INFO(linker);
    CHECK(verdict_of(each("int ", ";", needed) + kAdds, ".c", linker) == kVerified);
    for (const std::string& name : called) {
      const std::string verdict = verdict_of("int " + name + ";\n" + kAdds, ".c", linker);
      CHECK(verdict.find("the program has a variable `" + name + "`") != std::string::npos);
      CHECK(verdict_of("static int " + name + ";\n" + kAdds, ".c", linker) == kVerified);
    }
  }
}

TEST_CASE("a program may have functions of its own by the name of any library function") {
  // The dynamic linker allocates a thread's memory by calloc: every program with threads needs it,
  // checked or not.
  std::set<std::string> needed = kNeeded;
  needed.insert({"calloc", "free"});
  CHECK(verdict_of(each("void ", "(void) { __builtin_trap(); }", needed) + kAdds, ".c") ==
        kVerified);
}

TEST_CASE("calls that a program's replacement of a function forwards reach mcheck") {
  const std::string text = R"(
#include <dlfcn.h>
#include <pthread.h>
#include <cstdlib>
template <class Function>
Function* next(const char* name, Function*) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}
thread_local int locked = 0;
extern "C" int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  ++locked;
  return next("pthread_mutex_lock", pthread_mutex_lock)(mutex);
}
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* how,
                              void* (*start)(void*), void* argument) noexcept {
  return next("pthread_create", pthread_create)(thread, how, start, argument);
}
pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
int number = 0;
void* add(void* none) {
  if (none == nullptr) pthread_mutex_lock(&guard);
  const int old = number;
  number = old + 1;
  if (none == nullptr) pthread_mutex_unlock(&guard);
  return none;
}
int main() {
  pthread_t other;
  pthread_create(&other, nullptr, add, RACES ? &guard : nullptr);
  add(nullptr);
  pthread_join(other, nullptr);
  return number == 2 && locked == 1 ? 0 : 1;
}
)";
  CHECK(verdict_of(text, ".cpp", "-DRACES=0") == kVerified);
  CHECK(verdict_of(text, ".cpp", "-DRACES=1").starts_with("bug: MC001 data race"));
}

TEST_CASE("a library that works for the program calls what the program has in its place") {
  const std::string text = R"(
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <time.h>
std::atomic<int> asked = 0;
extern "C" int clock_gettime(clockid_t, timespec* now) noexcept {
  ++asked;
  *now = {.tv_sec = 7, .tv_nsec = 0};
  return 0;
}
extern "C" void* malloc(std::size_t size) noexcept {
  alignas(16) static char pool[1 << 16];
  static std::atomic<std::size_t> used = 0;
  return pool + used.fetch_add((size + 15) & ~std::size_t{15});
}
int main() {
  std::thread other([] { std::free(nullptr); });
  other.join();
  static volatile int* number = static_cast<int*>(std::malloc(sizeof(int)));
  *number = 1;
  const auto now = std::chrono::steady_clock::now();
  return now.time_since_epoch() == std::chrono::seconds(7) && asked == 1 ? 0 : 1;
}
)";
  CHECK(verdict_of(text, ".cpp").starts_with("verified: test main of ./taken, 1 execution"));
}

}  // namespace mcheck::redefined_names_test

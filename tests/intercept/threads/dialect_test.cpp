// SPDX-License-Identifier: MIT
// <mcheck/verify.h>, the functions of SV-COMP, and its dialect: small programs in C, compiled as a
// user would, and their outcomes.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "engine/base/json.hpp"
#include "tests/support/shell.hpp"

namespace mcheck::dialect_test {
namespace {

const std::string kMcheck = quoted(MCHECK_BINARY_DIRECTORY "/mcheck");
const std::string kInclude = quoted(MCHECK_SOURCE_DIRECTORY "/engine/include");
constexpr const char* kEveryAccess = "--points all --races ignore ";

// A temporary directory, in which programs are compiled and explored.
class WorkDirectory {
 public:
  WorkDirectory() { std::filesystem::create_directories(path_); }
  ~WorkDirectory() { std::filesystem::remove_all(path_); }
  WorkDirectory(const WorkDirectory&) = delete;
  WorkDirectory& operator=(const WorkDirectory&) = delete;

  [[nodiscard]] ShellResult run(const std::string& line) const {
    ShellResult ran = run_shell("cd " + path_ + " && (" + line + ") 2>&1 </dev/null");
    UNSCOPED_INFO(ran.what << "\n" << ran.out);
    return ran;
  }
  [[nodiscard]] std::string source(const std::string& text) const {
    std::ofstream(path_ + "/program.c") << text;
    return "program.c";
  }
  // "verified", "incomplete", or the kind and the message of the first failure.
  [[nodiscard]] std::string outcome(const std::string& compiled,
                                    const std::string& options = "") const {
    REQUIRE(run(compiled + " -o program").code == 0);
    (void)run(kMcheck + " explore ./program --json result.json " + options);
    std::ifstream file(path_ + "/result.json");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    std::filesystem::remove(path_ + "/result.json");
    const auto parsed = Json::parse(text);
    REQUIRE(std::holds_alternative<Json>(parsed));
    const Json& result = std::get<Json>(parsed);
    if (result["failures"].elements().empty()) return result["verdict"].text();
    const Json& failure = result["failures"].elements()[0];
    return failure["kind"].text() + ": " + failure["message"].text();
  }

 private:
  std::string path_ = "/tmp/mcheck_dialect_" + std::to_string(getpid());
};

std::string dialect(const std::string& name, const std::string& flags) {
  return kMcheck + " cc --dialect svcomp " + flags + " " +
         quoted(MCHECK_SOURCE_DIRECTORY "/tests/intercept/dialect/" + name + ".c");
}

constexpr const char* kReached = "check: reach_error() was called";

}  // namespace

TEST_CASE(
    "programs in the style of SV-COMP are verified as they are, and found wrong if they are") {
  const WorkDirectory directory;
  struct Case {
    const char* name;
    const char* options;
  };
  for (const Case& each : {Case{"fibonacci", ""}, Case{"lock_sections", ""}, Case{"peterson", ""},
                           Case{"stack", ""}, Case{"nondet_ranges", "--nondet 0..2"}}) {
    INFO(each.name);
    const std::string options = std::string(kEveryAccess) + each.options;
    CHECK(directory.outcome(dialect(each.name, ""), options) == "verified");
    CHECK(directory.outcome(dialect(each.name, "-O2"), options) == "verified");
    CHECK(directory.outcome(dialect(each.name, "-DWRONG"), options) == kReached);
    CHECK(directory.outcome(dialect(each.name, "-DWRONG -O2"), options) == kReached);
  }
}

TEST_CASE("each strategy agrees on a program with atomic sections") {
  const WorkDirectory directory;
  for (const char* const strategy : {"optimal", "trust", "odpor", "source", "sleep", "dfs"}) {
    const std::string options = std::string(kEveryAccess) + "--strategy " + strategy;
    CHECK(directory.outcome(dialect("lock_sections", ""), options) == "verified");
    CHECK(directory.outcome(dialect("lock_sections", "-DWRONG"), options) == kReached);
  }
  const std::string apart = std::string(kEveryAccess) + "--isolate fork";
  CHECK(directory.outcome(dialect("lock_sections", "-DWRONG"), apart) == kReached);
  const std::string shared = std::string(kEveryAccess) + "--jobs 2";
  CHECK(directory.outcome(dialect("lock_sections", ""), shared) == "verified");
}

TEST_CASE("without the dialect, a function that a program defines is what it defines") {
  const WorkDirectory directory;
  const std::string file =
      quoted(MCHECK_SOURCE_DIRECTORY "/tests/intercept/dialect/lock_sections.c");
  CHECK_THAT(directory.outcome(kMcheck + " cc " + file, kEveryAccess),
             Catch::StartsWith("crash: the program called abort()"));
}

TEST_CASE("what is not determined is 0, or what --nondet says, converted to its type") {
  const WorkDirectory directory;
  struct Case {
    const char* declaration;
    const char* condition;  // that holds for some value
    const char* range;
  };
  for (const Case& each : {Case{"int __VERIFIER_nondet_int()", "int() == 3", "0..3"},
                           Case{"int __VERIFIER_nondet_int()", "int() == -2", "-2..3"},
                           Case{"unsigned __VERIFIER_nondet_uint()", "uint() == -1u", "-1..0"},
                           Case{"long __VERIFIER_nondet_long()", "long() == -1", "-1..0"},
                           Case{"unsigned long __VERIFIER_nondet_ulong()", "ulong() == 2", "2"},
                           Case{"char __VERIFIER_nondet_char()", "char() == 2", "1..2"},
                           Case{"unsigned char __VERIFIER_nondet_uchar()", "uchar() == 255", "-1"},
                           Case{"short __VERIFIER_nondet_short()", "short() == 2", "2"},
                           Case{"unsigned short __VERIFIER_nondet_ushort()", "ushort() == 2", "2"},
                           Case{"_Bool __VERIFIER_nondet_bool()", "bool()", "0..5"},
                           Case{"_Bool __VERIFIER_nondet__Bool()", "_Bool()", "0..1"},
                           Case{"unsigned long __VERIFIER_nondet_size_t()", "size_t() == 1", "1"},
                           Case{"float __VERIFIER_nondet_float()", "float() == 2.0f", "1..2"},
                           Case{"double __VERIFIER_nondet_double()", "double() == 2.0", "1..2"},
                           Case{"void* __VERIFIER_nondet_pointer()", "pointer() != 0", "0..1"}}) {
    INFO(each.declaration << " " << each.range);
    const std::string file =
        directory.source("extern void reach_error(void);\nextern " + std::string(each.declaration) +
                         ";\nint main(void) { if (__VERIFIER_nondet_" + each.condition +
                         ") reach_error(); return 0; }\n");
    const std::string compiled = kMcheck + " cc " + file;
    CHECK(directory.outcome(compiled) == "verified");
    CHECK(directory.outcome(compiled, "--nondet=" + std::string(each.range)) == kReached);
  }
}

TEST_CASE("the names that checkers of the field know are known where a program declares them") {
  const WorkDirectory directory;
  struct Case {
    const char* declarations;
    const char* body;
    std::string outcome;
  };
  // If no execution is left, nothing was checked.
  const std::string assumed = "void reach_error(void); int main(void) ";
  for (const Case& each :
       {Case{"void __VERIFIER_assume(int);", "{ __VERIFIER_assume(0); reach_error(); }",
             "incomplete"},
        Case{"void __ESBMC_assume(_Bool);", "{ __ESBMC_assume(0); reach_error(); }", "incomplete"},
        Case{"void __CPROVER_assume(_Bool);", "{ __CPROVER_assume(0); reach_error(); }",
             "incomplete"},
        Case{"void __VERIFIER_assume(int);", "{ __VERIFIER_assume(7); reach_error(); }", kReached},
        Case{"void __VERIFIER_error(void);", "{ __VERIFIER_error(); }",
             "check: __VERIFIER_error() was called"},
        Case{"void __ESBMC_atomic_begin(void); void __ESBMC_atomic_end(void);",
             "{ __ESBMC_atomic_begin(); __ESBMC_atomic_end(); return 0; }", "verified"},
        Case{"void __VERIFIER_atomic_end(void);", "{ __VERIFIER_atomic_end(); return 0; }",
             "misuse: ends an atomic section that it is not in"},
        Case{"long __VERIFIER_spawn(void* (*)(void*), void*); void* __VERIFIER_join(long);"
             "int x; void* run(void* it) { x = 1; return it; }",
             "{ long t = __VERIFIER_spawn(run, &x); if (__VERIFIER_join(t) != &x || x != 1) "
             "return 1; reach_error(); }",
             kReached}}) {
    INFO(each.declarations << " " << each.body);
    const std::string file =
        directory.source(std::string(each.declarations) + "\n" + assumed + each.body + "\n");
    CHECK(directory.outcome(kMcheck + " cc " + file) == each.outcome);
  }
}

namespace {

constexpr const char* kVerified = R"(
#include <mcheck/verify.h>
#include <pthread.h>
static int x = 0;
static void* add(void* it) {
  mcheck_atomic_begin();
  mcheck_atomic_begin();
  x = x + 1;
  mcheck_atomic_end();
  mcheck_atomic_end();
  return it;
}
int main(void) {
  pthread_t threads[2];
  int chosen = mcheck_choose(3);
  mcheck_assume(chosen != UNWANTED);
  pthread_create(&threads[0], 0, add, 0);
  pthread_create(&threads[1], 0, add, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  mcheck_check(x == 2, "both are counted");
  mcheck_check(chosen < 2, "it is not the last");
  return 0;
}
)";

}  // namespace

TEST_CASE("the header chooses, assumes, checks and makes sections under mcheck, in C and in C++") {
  const WorkDirectory directory;
  const std::string file = directory.source(kVerified);
  for (const char* const compiler : {" cc ", " c++ -x c++ "}) {
    const std::string compiled = kMcheck + compiler + file;
    CHECK(directory.outcome(compiled + " -DUNWANTED=2") == "verified");
    CHECK(directory.outcome(compiled + " -DUNWANTED=1") == "check: it is not the last");
  }
}

TEST_CASE("the header works where there is no mcheck, in C and in C++") {
  const WorkDirectory directory;
  const std::string file = directory.source(kVerified);
  for (const char* const compiler : {"gcc -Wall -Wextra -pedantic", "g++ -Wall -Wextra -x c++"}) {
    const std::string compiled =
        std::string(compiler) + " -Werror -I" + kInclude + " -DUNWANTED=1 " + file + " -pthread";
    REQUIRE(directory.run(compiled + " -o plain").code == 0);
    CHECK(directory.run("./plain").code == 0);
    CHECK(directory.run("MCHECK_CHOOSE=1 ./plain").code == 0);  // the assumption fails: no message
    const ShellResult failed = directory.run("MCHECK_CHOOSE=2 ./plain");
    CHECK(failed.code == 134);
    CHECK(failed.out.find("mcheck_check: it is not the last") != std::string::npos);
  }
}

TEST_CASE("a thread that spins by a section waits, and a section ends with its thread") {
  const WorkDirectory directory;
  const std::string polls = directory.source(R"(
#include <mcheck/verify.h>
#include <pthread.h>
static int set = 0;
static int look(void) {
  int seen;
  mcheck_atomic_begin();
  seen = set;
  mcheck_atomic_end();
  return seen;
}
static void* run(void* it) {
  mcheck_atomic_begin();
  set = 1;
  pthread_exit(it);
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  while (!look()) {
  }
  pthread_join(thread, 0);
  return 0;
}
)");
  CHECK(directory.outcome(kMcheck + " cc " + polls) == "verified");
  CHECK(directory.outcome(kMcheck + " cc " + polls, kEveryAccess) == "verified");
  CHECK(directory.outcome(kMcheck + " cc " + polls, "--strategy dfs") == "verified");
}

TEST_CASE("what a section starts or wakes continues after its end") {
  const WorkDirectory directory;
  const std::string file = directory.source(R"(
#include <mcheck/verify.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t woken = PTHREAD_COND_INITIALIZER;
static int ready = 0;
static void* started(void* it) { x = x + 1; return it; }
static void* waits(void* it) {
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(&woken, &mutex);
  pthread_mutex_unlock(&mutex);
  x = x + 1;
  return it;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, waits, 0);
  mcheck_atomic_begin();
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&woken);
  pthread_mutex_unlock(&mutex);
  pthread_create(&threads[1], 0, started, 0);
  mcheck_check(x == 0, "nobody is faster");
  mcheck_atomic_end();
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
)");
  CHECK(directory.outcome(kMcheck + " cc " + file) == "verified");
}

TEST_CASE("sections that are blocked wherever they begin are a deadlock that can be replayed") {
  const WorkDirectory directory;
  const std::string file = directory.source(R"(
#include <mcheck/verify.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t permits;
static void* run(void* it) {
  mcheck_atomic_begin();
  sem_wait(&permits);
  mcheck_atomic_end();
  return it;
}
int main(void) {
  pthread_t threads[2];
  sem_init(&permits, 0, 0);
  pthread_create(&threads[0], 0, run, 0);
  pthread_create(&threads[1], 0, run, 0);
  for (int i = 0; i < GIVEN; ++i) sem_post(&permits);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
)");
  const std::string compiled = kMcheck + " cc " + file;
  CHECK(directory.outcome(compiled + " -DGIVEN=2") == "verified");
  CHECK_THAT(directory.outcome(compiled + " -DGIVEN=1"), Catch::StartsWith("deadlock: "));
  CHECK_THAT(directory.outcome(compiled + " -DGIVEN=0"), Catch::StartsWith("deadlock: "));
  // Each process may have seen only one of the two: then nothing is verified.
  CHECK_THAT(directory.outcome(compiled + " -DGIVEN=0", "--jobs 2"),
             Catch::StartsWith("deadlock: ") || Catch::StartsWith("incomplete"));
}

TEST_CASE("threads that block each other are reported although an atomic section waits") {
  const WorkDirectory directory;
  const std::string file = directory.source(R"(
#include <mcheck/verify.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void* run(void* it) {
  mcheck_atomic_begin();
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  mcheck_atomic_end();
  return it;
}
int main(void) {
  pthread_t threads[2];
  pthread_mutex_lock(&mutex);
  pthread_create(&threads[0], 0, run, 0);
  pthread_create(&threads[1], 0, run, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
)");
  CHECK_THAT(directory.outcome(kMcheck + " cc " + file),
             Catch::StartsWith("partial-deadlock: ") && Catch::Contains("held by main") &&
                 Catch::Contains("an atomic section is blocked, too"));
}

TEST_CASE("a jump in an atomic section is refused, and so is optimisation with the dialect") {
  const WorkDirectory directory;
  const std::string file = directory.source(R"(
#include <mcheck/verify.h>
#include <setjmp.h>
static jmp_buf place;
int main(void) {
  if (setjmp(place) != 0) return 0;
  mcheck_atomic_begin();
  longjmp(place, 1);
}
)");
  REQUIRE(directory.run(kMcheck + " cc " + file + " -o program").code == 0);
  const ShellResult jumped = directory.run(kMcheck + " explore ./program");
  CHECK(jumped.code == 2);
  CHECK(jumped.out.find("jumps by longjmp in an atomic section") != std::string::npos);
  const ShellResult kept =
      directory.run("MCHECK_OPTIMISE=keep " + dialect("lock_sections", "") + " -o program");
  CHECK(kept.code == 2);
  CHECK(kept.out.find("contradict each other") != std::string::npos);
  const ShellResult unknown = directory.run(kMcheck + " cc --dialect other " + file);
  CHECK(unknown.code == 2);
  CHECK(unknown.out.find("svcomp, none") != std::string::npos);
}

}  // namespace mcheck::dialect_test

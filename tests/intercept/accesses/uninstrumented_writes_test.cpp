// SPDX-License-Identifier: MIT
// Writes that no hook reports: in objects that were compiled without hooks, and where compilers and
// the C library have none. The test builds the programs itself, because the command names such
// objects when it links.
#include <unistd.h>

#include <filesystem>
#include <random>

#include "tests/intercept/unmodified.hpp"

namespace mcheck::uninstrumented_writes_test {
namespace {

const std::string kMcheck = quoted(MCHECK_BINARY_DIRECTORY "/mcheck");
const std::string kSamples = MCHECK_SOURCE_DIRECTORY "/tests/intercept/samples/";

// The samples, built once: the dependency with hooks, as an uninstrumented object, and as an
// uninstrumented archive.
class BuiltSamples {
 public:
  BuiltSamples() {
    std::filesystem::create_directories(folder_);
    const std::string user = kSamples + "uninstrumented_user.c ";
    const std::string calls = kSamples + "uninstrumented_calls.c ";
    run("gcc -O1 -g -c " + calls + "-o plain.o && ar rcs libplain.a plain.o");
    run(kMcheck + " cc -g " + user + calls + "-o with_hooks");
    object_build_output = run(kMcheck + " cc -g " + user + "plain.o -o object");
    archive_build_output =
        run(kMcheck + " cc -g " + user + "-L. -lplain -Wl,--gc-sections -o archive");
    run(kMcheck + " c++ -std=c++20 -g " + kSamples + "uninstrumented_in_hooked.cpp -o in_hooked");
    run(kMcheck + " cc -g " + kSamples + "uninstrumented_objects.c plain.o -o objects");
    run(kMcheck + " cc -g " + kSamples + "uninstrumented_large.c -o large");
  }
  BuiltSamples(const BuiltSamples&) = delete;
  BuiltSamples& operator=(const BuiltSamples&) = delete;
  ~BuiltSamples() {
    std::error_code error;
    std::filesystem::remove_all(folder_, error);
  }

  // The output of the command for that program.
  [[nodiscard]] ShellResult on(const std::string& command, const std::string& program,
                               const std::string& words) const {
    return run_shell("cd " + folder_ + " && " + kMcheck + " " + command + " ./" + program + " " +
                     words + " 2>&1");
  }
  // The first word of the verdict.
  [[nodiscard]] std::string verdict(const std::string& program, const std::string& words) const {
    const ShellResult ran = on("explore", program, "-- " + words);
    return ran.out.substr(0, ran.out.find(':'));
  }

  std::string object_build_output;
  std::string archive_build_output;

 private:
  std::string run(const std::string& command) const {
    const ShellResult ran = run_shell(
        "cd " + folder_ + " && export MCHECK_CC=gcc MCHECK_CXX=g++ && (" + command + ") 2>&1");
    INFO(ran.what << "\n" << ran.out);
    REQUIRE(ran.code == 0);
    return ran.out;
  }

  std::string folder_ = "/tmp/mcheck_unseen_" + std::to_string(getpid());
};

const BuiltSamples& built_samples() {
  static const BuiltSamples samples;
  return samples;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("an object without hooks is named when it is linked, and so is a member of an archive") {
  CHECK(has(built_samples().object_build_output, "note: plain.o was compiled without mcheck c++"));
  CHECK(has(built_samples().archive_build_output,
            "note: libplain.a(plain.o) was compiled without mcheck c++"));
  CHECK(has(built_samples().on("doctor", "object", "-- s s").out, "plain.o was compiled without"));
  CHECK(has(built_samples().on("doctor", "archive", "-- s s").out,
            "libplain.a(plain.o) was compiled"));
  CHECK(!has(built_samples().on("doctor", "with_hooks", "-- s s").out, "was compiled without"));
}

TEST_CASE("two threads that write without hooks race") {
  for (const std::string program : {"object", "archive"}) {
    const ShellResult ran = built_samples().on("explore", program, "-- 0 0");
    INFO(ran.out);
    CHECK(ran.code == 1);
    CHECK(has(ran.out, "data race on `shared[0]`"));
    CHECK(has(ran.out, "without a hook"));
    CHECK(has(ran.out, "in follow"));
    CHECK(built_samples().verdict(program, "h h") == "bug");
  }
}

TEST_CASE("a race of writes without hooks is replayed by its token") {
  const ShellResult ran = built_samples().on("explore", "object", "-- '(0)1' '(0)1'");
  INFO(ran.out);
  const std::size_t at = ran.out.find(" mc1.");
  REQUIRE(at != std::string::npos);
  const std::string token = ran.out.substr(at + 1, ran.out.find_first_of(" \n", at + 1) - at - 1);
  const ShellResult again = built_samples().on("replay", "object", token);
  INFO(again.out);
  CHECK(has(again.out, "bug: MC001"));
  CHECK(has(again.out, "data race on `shared[1]`"));
}

TEST_CASE("ordered writes without hooks leave a search incomplete, whose reads are not seen") {
  const ShellResult ran = built_samples().on("explore", "object", "-- '(0)' '(0)'");
  INFO(ran.out);
  CHECK(ran.code == 3);
  CHECK(has(ran.out, "plain.o with mcheck c++"));
  CHECK(built_samples().verdict("with_hooks", "'(0)' '(0)'") == "verified");
}

TEST_CASE("code without hooks that shares nothing is assumed to do so") {
  for (const std::string words : {"s s", "s '0'", "0 '1'"}) {
    const ShellResult ran = built_samples().on("explore", "object", "-- " + words);
    INFO(ran.out);
    CHECK(ran.code == 0);
    CHECK(has(ran.out, "plain.o shares no data between threads"));
  }
}

TEST_CASE("writes that compilers and the C library leave without hooks race, and may be locked") {
  for (const std::string how : {"struct", "copy", "library"}) {
    INFO(how);
    CHECK(built_samples().verdict("in_hooked", how) == "bug");
    CHECK(built_samples().verdict("in_hooked", how + " locked") == "verified");
  }
}

TEST_CASE("isolated executions and several workers find writes without hooks, too") {
  for (const std::string option :
       {"--isolate fork", "--jobs 2", "--points all", "--strategy random --executions 20"}) {
    const ShellResult ran = built_samples().on("explore", "object", option + " -- 0 0");
    INFO(option << "\n" << ran.out);
    CHECK(ran.code == 1);
    CHECK(has(ran.out, "data race on `shared[0]`"));
  }
}

// What the engine writes into an object of the C library is no write of the program; a write to the
// bytes next to the object is.
TEST_CASE("a write without a hook is distinguished from engine writes into the object next to it") {
  for (const std::string object :
       {"mutex", "condition", "lock", "semaphore", "barrier", "spin", "once", "atomic"}) {
    INFO(object);
    CHECK(built_samples().verdict("objects", object + " none") == "verified");
    CHECK(built_samples().verdict("objects", object + " before") == "bug");
    CHECK(built_samples().verdict("objects", object + " behind") == "bug");
  }
}

TEST_CASE("a write with a hook counts as seen for its own bytes, and for its own step") {
  CHECK(built_samples().verdict("object", "'(x)' '(x)'") == "verified");
  CHECK(built_samples().verdict("object", "'b' 'b'") == "bug");
  CHECK(built_samples().verdict("object", "'(x)0' '(x)'") == "bug");
  CHECK(built_samples().verdict("object", "'(x0)' '(y)'") == "verified");
}

// 16 MB of globals take 32 steps.
TEST_CASE("a search that has compared all that it may says so under what it assumes") {
  const std::string line = "steps after the first 512 MB of compared memory";
  CHECK(has(built_samples().on("explore", "large", "-- 100").out, line));
  CHECK(!has(built_samples().on("explore", "large", "-- 1").out, line));
}

// Every access of these programs is an increment, in the dependency or in the program: where two
// race, they race as writes.
TEST_CASE("random programs race without hooks where they race with hooks") {
  std::mt19937 random(7);
  int races = 0;
  constexpr int kPrograms = 40;
  for (int i = 0; i < kPrograms; ++i) {
    std::string words;
    for (int thread = 0; thread < 2; ++thread) {
      std::string script;
      for (int step = 0; step < 3; ++step) {
        const std::string write(1, "012xyz"[random() % 6]);
        script += random() % 5 == 0 ? write : "(" + write + ")";
      }
      words += " '" + script + "'";
    }
    INFO(words);
    const bool race = built_samples().verdict("with_hooks", words) == "bug";
    CHECK((built_samples().verdict("object", words) == "bug") == race);
    races += race ? 1 : 0;
  }
  CHECK(races > kPrograms / 4);
  CHECK(races < kPrograms);
}

}  // namespace mcheck::uninstrumented_writes_test

// SPDX-License-Identifier: MIT
// Programs that describe classes, explored without `mcheck synth`: what is judged, and what is said
// about the rest.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include <catch2/catch.hpp>

#include "tests/support/shell.hpp"

namespace mcheck {
namespace {

const char* const kSource = R"(#include <atomic>
#include <cassert>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <mcheck/classes.hpp>

struct counter {
  std::atomic<int> value{0};
  void add() { value.store(value.load() + 1); }
};
struct gate {
  std::mutex mutex;
  std::condition_variable opened;
  bool is_open = false;
  void open() { std::lock_guard guard(mutex); is_open = true; opened.notify_all(); }
  void pass() { std::unique_lock guard(mutex); opened.wait(guard, [&] { return is_open; }); }
};
struct strict {
  std::atomic<int> calls{0};
  void once() { assert(calls.fetch_add(1) == 0); }
};
struct log_file {
  log_file() { std::ofstream("class_program_test.txt") << 1; }
  std::atomic<int> lines{0};
  void add() { lines.store(lines.load() + 1); }
};
MCHECK_CLASS(counter) {
  about.constructor<>("counter");
  about.operation<counter&>("add", [](counter& c) { c.add(); });
  about.operation<const counter&>("get", [](const counter& c) { return c.value.load(); });
}
MCHECK_CLASS(gate) {
  about.constructor<>("gate");
  about.operation<gate&>("open", [](gate& g) { g.open(); });
  about.operation<gate&>("pass", [](gate& g) { g.pass(); });
}
MCHECK_CLASS(strict) {
  about.constructor<>("strict");
  about.operation<strict&>("once", [](strict& s) { s.once(); });
}
MCHECK_CLASS(log_file) {
  about.constructor<>("log_file");
  about.operation<log_file&>("add", [](log_file& l) { l.add(); });
}
)";

// The program, compiled once in a folder of its own.
class ClassProgramFile {
 public:
  ClassProgramFile()
      : folder_(std::filesystem::temp_directory_path() /
                ("mcheck-class-program-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "p.cpp") << kSource;
    const ShellResult built = run("c++ -std=c++20 -g -O1 p.cpp -o p");
    INFO(built.out);
    REQUIRE(built.code == 0);
  }
  ~ClassProgramFile() { std::filesystem::remove_all(folder_); }
  ClassProgramFile(const ClassProgramFile&) = delete;
  ClassProgramFile& operator=(const ClassProgramFile&) = delete;

  [[nodiscard]] ShellResult run(const std::string& words) const {
    return run_shell("cd " + quoted(folder_) + " && " +
                     quoted(std::string(MCHECK_BINARY_DIRECTORY) + "/mcheck") + " " + words +
                     " 2>&1");
  }
  void check(const std::string& words, int code, const std::string& text) const {
    const ShellResult ran = run("explore ./p " + words);
    INFO(words << "\n" << ran.out);
    CHECK(ran.code == code);
    CHECK_THAT(ran.out, Catch::Contains(text));
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace

TEST_CASE("a class test is verified only if all of it was judged") {
  const ClassProgramFile program;
  program.check("-- 0/0:/1:#0/1:#0/2:#0", 1, "bug: MC032");
  program.check("--jobs 2 -- 0/0:/1:#0/1:#0/2:#0", 1, "bug: MC032");
  program.check("--strategy dfs -- 0/0:/1:#0/1:#0/2:#0", 1, "bug: MC032");
  program.check("-- 0/0:/1:#0/2:#0/", 0, "verified");
  // Calls that wait: results are not compared, and the verdict says so.
  program.check("-- 1/0:/1:#0/2:#0/", 0, "are not compared, as some call waits");
  // What one call at a time does, too, is no bug, and hides what would come after it.
  program.check("-- 2/0:/1:#0/1:#0/", 3, "what comes after that is not judged");
  program.check("--strategy dfs -- 2/0:/1:#0/1:#0/", 3, "what comes after that is not judged");
  program.check("-- 3/0:/1:#0/1:#0/", 3, "the calls use files or processes");
}

TEST_CASE("what is no test of a class is refused") {
  const ClassProgramFile program;
  program.check("", 2, "no test of a class is given");
  program.check("-- garbage", 2, "'garbage' is not a test of a class");
  program.check("-- 0/0:/9:#0/1:#0/", 2, "'9:#0' is not a call of a test of a class");
  program.check("-- 0/0:/1:#0,#0/1:#0/", 2, "is not a call with all arguments");
  program.check("-- 0/0:/1:#7/1:#0/", 2, "'#7' is not an earlier call");
}

}  // namespace mcheck

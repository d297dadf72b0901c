// SPDX-License-Identifier: MIT
// Exceptions and ends of threads as locations of a schedule file.
#include <unistd.h>

#include "tests/programs/verdicts/expected.hpp"

namespace mcheck::expected::throw_locations_test {
namespace {

const std::string kMcheck = quoted(kBinaries + "mcheck");

// The taker throws by the number that it is given; the watcher exits with what it saw.
const char* const kThrower = R"(#include <atomic>
#include <cassert>
#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <vector>

std::atomic<int> state{0};

struct Full : std::runtime_error {
  using runtime_error::runtime_error;
};

void take(int what) {
  if (what == 1) throw std::runtime_error("one");
  if (what == 2) throw Full("two");
  if (what == 3) throw 3;
}

int element(const std::vector<int>& all, std::size_t i) { return all.at(i); }

int main(int, char** argv) {
  const int what = std::atoi(argv[1]);
  std::thread taker([what] {
    state = 1;
    try {
      what == 4 ? void(element({1, 2}, 9)) : take(what);
    } catch (...) {
      state = 2;
    }
    state = 3;
  });
  std::thread watcher([argv] { assert(state == std::atoi(argv[2])); });
  taker.join();
  watcher.join();
}
)";

class Thrower {
 public:
  explicit Thrower(const std::string& flags)
      : folder_(std::filesystem::temp_directory_path() /
                ("mcheck-throws-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "thrower.cpp") << kThrower;
    const ShellResult built =
        run(kMcheck + " c++ -std=c++20 -g " + flags + " thrower.cpp -o thrower");
    INFO(built.out);
    REQUIRE(built.code == 0);
  }
  ~Thrower() { std::filesystem::remove_all(folder_); }
  Thrower(const Thrower&) = delete;
  Thrower& operator=(const Thrower&) = delete;

  // `words`: what the taker throws, and what the watcher is to see.
  [[nodiscard]] ShellResult explored(const std::string& statements,
                                     const std::string& words) const {
    std::ofstream(folder_ / "w.gates") << "schedule 1\n" + statements;
    return run(kMcheck + " explore ./thrower --schedule w.gates -- " + words);
  }

 private:
  [[nodiscard]] ShellResult run(const std::string& command) const {
    return run_shell("cd " + quoted(folder_) + " && " + command + " 2>&1", 60);
  }

  std::filesystem::path folder_;
};

// The watcher looks when the exception has been thrown, and before it is caught.
std::string watched(const std::string& location) {
  return "at " + location +
         ": event throwing\n"
         "at load state by T2: event looking\n"
         "at store state by T1 time 2: event caught\n"
         "order throwing -> looking, looking -> caught\n";
}

void check_verified(const Thrower& program, const std::string& statements,
                    const std::string& words) {
  const ShellResult ran = program.explored(statements, words);
  INFO(statements << words << "\n" << ran.out);
  CHECK(ran.code == 0);
  CHECK_THAT(ran.out, Catch::Contains("verified") && !Catch::Contains("no thread reached"));
}

void check_thrower(const std::string& flags) {
  const Thrower program(flags);
  check_verified(program, watched("throw"), "1 1");
  check_verified(program, watched("throw in take"), "1 1");
  check_verified(program, watched("throw std::runtime_error in take"), "1 1");
  check_verified(program, watched("throw Full"), "2 1");
  check_verified(program, watched("throw int in take"), "3 1");
  check_verified(program, watched("throw std::out_of_range"), "4 1");
  // Another type is thrown there, so the watcher waits for ever.
  CHECK(program.explored(watched("throw Full"), "1 1").code == 1);
  CHECK_THAT(program.explored(watched("throw Full"), "1 1").out, Catch::Contains("MC031"));
}

}  // namespace

TEST_CASE("an exception that is thrown is a location, by its type and its function") {
  check_thrower("-O1");
  check_thrower("-O2 -fno-pie -no-pie");
}

TEST_CASE("the end of a thread is a location, after all that the thread does") {
  const Thrower program("-O1");
  const std::string gone = "at end of T1: event gone\nat load state by T2: event looking\n";
  check_verified(program, gone + "order gone -> looking\n", "0 3");
  check_verified(program,
                 gone + "order gone -> looking\ngate seen\n" +
                     "at end of T1: wait seen\nat load state: open seen\n",
                 "0 3");
}

TEST_CASE("a function that throws nothing is an error, with those that throw") {
  const Thrower program("-O1");
  const auto check_error = [&](const std::string& location, const std::string& error) {
    const ShellResult ran = program.explored("at " + location + ": event a\n", "1 1");
    INFO(location << "\n" << ran.out);
    CHECK(ran.code == 2);
    CHECK_THAT(ran.out, Catch::Contains("w.gates:2:" + error));
  };
  check_error("throw int in main", "4: no code of main throws int\n  throw    ");
  check_error("throw in nothing", "4: the program has no function nothing");
  check_error("throw in taken", "4: the program has no function taken");
  check_error("throw int in ", "4: expected a function after `in`");
  check_error("end of ", "4: expected a thread after `end of`");
  check_error("end of main", "4: the end of main ends the program");
  check_error("end of T1 by T2", "13: `end of` names the thread already");
}

}  // namespace mcheck::expected::throw_locations_test

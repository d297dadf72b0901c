// SPDX-License-Identifier: MIT
// The findings of `mcheck conflicts` survive a relinked program, a program that dies, and Ctrl-C.
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/base/json.hpp"
#include "tests/support/shell.hpp"

namespace mcheck::conflict_replay_test {
namespace {

namespace fs = std::filesystem;

const std::string kBinaries = MCHECK_BINARY_DIRECTORY;
const std::string kMcheck = quoted(kBinaries + "/mcheck");
const std::string kSources = MCHECK_SOURCE_DIRECTORY "/programs/conflicts/";

// An empty directory that is removed at the end.
class TemporaryDirectory {
 public:
  // Other tests of this file run at the same time.
  TemporaryDirectory()
      : path_(fs::temp_directory_path() / ("mcheck_conflict_replay_" + std::to_string(getpid()))) {
    fs::remove_all(path_);
    fs::create_directories(path_);
  }
  ~TemporaryDirectory() { fs::remove_all(path_); }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
  }
  [[nodiscard]] ShellResult run(const std::string& command) const {
    return run_shell("cd " + quoted(path_.string()) + " && " + command);
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string text_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::string schedule_in(const std::string& report) {
  const std::size_t begin = report.find("mc1.");
  return begin == std::string::npos
             ? ""
             : report.substr(begin, report.find_first_of(" \n", begin) - begin);
}

std::string failure_of_replay(const ShellResult& ran) {
  const auto parsed = Json::parse(ran.out);
  REQUIRE(std::holds_alternative<Json>(parsed));
  const Json& failures = std::get<Json>(parsed)["failures"];
  return failures.elements().empty() ? "" : failures.elements()[0]["message"].text();
}

}  // namespace

TEST_CASE("the schedule of a pair replays after the program was compiled and linked otherwise") {
  const TemporaryDirectory directory;
  const std::string source = kSources + "cleared_vector.cpp";
  directory.write("more.cpp", "int more[1000];\nvoid other() { for (int& each : more) ++each; }\n");
  const std::string compile = kMcheck + " c++ -std=c++20 ";
  const ShellResult first =
      directory.run("mkdir one two && " + compile + "-O1 " + quoted(source) +
                    " -o one/program && " + kMcheck + " conflicts one/program");
  INFO(first.out);
  REQUIRE(first.code == 1);
  const std::string schedule = schedule_in(first.out);
  const ShellResult again =
      directory.run(compile + "-O2 more.cpp " + quoted(source) + " -o two/program && " + kMcheck +
                    " replay two/program " + schedule + " --json -");
  INFO(again.out);
  CHECK(again.code == 1);
  CHECK(failure_of_replay(again).starts_with("conflict on `samples`"));

  SECTION("and says so where the program does not make these calls any more") {
    std::string text = text_of(source);
    const std::size_t at = text.find("samples.clear()");
    REQUIRE(at != std::string::npos);
    directory.write("changed.cpp", text.replace(at, 15, "samples.pop_back()"));
    const ShellResult changed = directory.run(compile + "-O1 changed.cpp -o two/program && " +
                                              kMcheck + " replay two/program " + schedule);
    INFO(changed.out);
    CHECK(changed.code == 4);
    CHECK(changed.out.find("the program has changed") != std::string::npos);
  }
}

TEST_CASE("a replay of a pair names the calls of the classes in mcheck.toml") {
  const std::string program = quoted(kBinaries + "/conflicts/user_class");
  const std::string config = " --config " + quoted(kSources + "user_class.toml");
  const ShellResult found = run_shell(kMcheck + " conflicts " + program + config);
  REQUIRE(found.code == 1);
  CHECK(found.out.find("user_class.toml\n") != std::string::npos);  // in the command line to copy
  const std::string replay =
      kMcheck + " replay " + program + " " + schedule_in(found.out) + " --json -";
  const std::string with = failure_of_replay(run_shell(replay + config));
  CHECK(with.find("in Registry::has at ") != std::string::npos);
  CHECK(with.find("in Registry::add at ") != std::string::npos);
  CHECK(failure_of_replay(run_shell(replay)).find("in std::vector<") != std::string::npos);
}

TEST_CASE("pairs that were found before Ctrl-C are reported, and written") {
  const TemporaryDirectory directory;
  const ShellResult ran = directory.run(
      "timeout --preserve-status -s INT 3 " + kMcheck + " conflicts " +
      quoted(kBinaries + "/conflicts/cleared_vector") + " --executions 1000000000 --out pairs");
  INFO(ran.out);
  CHECK(ran.code == 1);
  CHECK(ran.out.find("1 pair in test main") != std::string::npos);
  CHECK(ran.out.find("interrupted by Ctrl-C") != std::string::npos);
  const std::string pairs = text_of(directory.path() / "pairs" / "main.pairs");
  CHECK(std::count(pairs.begin(), pairs.end(), '\n') == 1);
}

TEST_CASE("of a program that ends its process the pairs are found in other processes") {
  const TemporaryDirectory directory;
  directory.write("dies.cpp", R"(
#include <mutex>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>
#include <vector>
int main() {
  std::vector<int> numbers{1, 2, 3};
  std::mutex mutex;
  std::thread one([&] { numbers.push_back(4); });
  const std::lock_guard lock(mutex);
  if (numbers.size() == 4) syscall(SYS_exit_group, 7);
  one.join();
}
)");
  const ShellResult ran = directory.run(kMcheck + " c++ -std=c++20 dies.cpp -o dies && " + kMcheck +
                                        " conflicts ./dies --executions 50");
  INFO(ran.out);
  CHECK(ran.code == 1);
  CHECK(ran.out.find("dies.cpp:10 and dies.cpp:12") != std::string::npos);
  CHECK(ran.out.find("_exit(7): searched again with --isolate fork") != std::string::npos);
}

}  // namespace mcheck::conflict_replay_test

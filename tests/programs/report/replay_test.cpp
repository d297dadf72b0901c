// SPDX-License-Identifier: MIT
// The schedule in a report replays the same failure, at any time and from any directory.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "engine/base/json.hpp"
#include "tests/support/shell.hpp"

namespace mcheck::replay_test {
namespace {

namespace files = std::filesystem;

const std::string kBinaries = MCHECK_BINARY_DIRECTORY "/";
const std::string kCommand = quoted(kBinaries + "mcheck");

// A temporary folder that is removed at the end.
class Folder {
 public:
  Folder() : path_(files::temp_directory_path() / ("mcheck replay " + std::to_string(getpid()))) {
    files::create_directory(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { files::remove_all(path_); }

  [[nodiscard]] const files::path& path() const { return path_; }

 private:
  files::path path_;
};

Json parsed(const ShellResult& ran) {
  INFO(ran.what << "\n" << ran.out);
  auto result = Json::parse(ran.out);
  REQUIRE(std::holds_alternative<Json>(result));
  return std::get<Json>(std::move(result));
}

// The first failure of an exploration or a replay.
struct Outcome {
  int code = -1;
  std::string kind;
  std::string message;
  std::string schedule;
  std::string trace;  // step by step

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

Outcome outcome(const std::string& command) {
  const ShellResult ran = run_shell(command);
  const Json result = parsed(ran);
  const Json::Array& failures = result["failures"].elements();
  REQUIRE(failures.size() == 1);
  Outcome outcome{.code = ran.code,
                  .kind = failures[0]["kind"].text(),
                  .message = failures[0]["message"].text(),
                  .schedule = failures[0]["schedule"].text(),
                  .trace = {}};
  for (const Json& step : failures[0]["trace"].elements()) {
    outcome.trace += step["thread"].text() + " " + step["operation"].text() + " " +
                     step["object"].text() + " " + step["value"].text() + "\n";
  }
  return outcome;
}

// Explores the test that has the program's own name.
Outcome explored(const files::path& program) {
  return outcome(kCommand + " explore " + quoted(program) + " --test " +
                 program.filename().string() + " --json -");
}

Outcome replayed(const files::path& program, const std::string& schedule) {
  return outcome(kCommand + " replay " + quoted(program) + " " + schedule + " --json -");
}

Outcome replayed_standalone(const files::path& program, const std::string& schedule) {
  return outcome(quoted(program) + " --replay " + schedule + " --json -");
}

}  // namespace

TEST_CASE("the schedule of lost_update fails the same way a hundred times of a hundred") {
  const Outcome found = explored(kBinaries + "lost_update");
  REQUIRE(found.kind == "check");
  REQUIRE_FALSE(found.trace.empty());
  for (int i = 0; i < 100; ++i) {
    REQUIRE(replayed(kBinaries + "lost_update", found.schedule) == found);
  }
}

TEST_CASE("the bare program replays its schedule, too, a hundred times of a hundred") {
  const Outcome found = explored(kBinaries + "lost_update");
  for (int i = 0; i < 100; ++i) {
    REQUIRE(replayed_standalone(kBinaries + "lost_update", found.schedule) == found);
  }
}

TEST_CASE("the schedule is good for a copy of the program elsewhere") {
  const Folder folder;
  const Outcome found = explored(kBinaries + "lost_update");
  const files::path copy = folder.path() / "lost_update";
  files::copy_file(kBinaries + "lost_update", copy);
  CHECK(replayed(copy, found.schedule) == found);
  CHECK(replayed_standalone(copy, found.schedule) == found);
}

TEST_CASE("a replay on a renamed program is refused, with advice") {
  const Folder folder;
  const Outcome found = explored(kBinaries + "lost_update");
  const files::path renamed = folder.path() / "renamed";
  files::copy_file(kBinaries + "lost_update", renamed);
  const ShellResult refused =
      run_shell(kCommand + " replay " + quoted(renamed) + " " + found.schedule + " 2>&1");
  CHECK(refused.code == 2);
  CHECK_THAT(refused.out, Catch::Contains("copy the program to its old name"));
  files::copy_file(renamed, folder.path() / "lost_update");
  CHECK(replayed(folder.path() / "lost_update", found.schedule) == found);
}

TEST_CASE("the schedules of other failures are replayed, crashes included") {
  for (const char* program : {"deadlock", "null_write", "uncaught_exception", "stack_overflow",
                              "failed_assertion", "exits", "thread_leak", "lost_wakeup"}) {
    INFO(program);
    const Outcome found = explored(kBinaries + program);
    CHECK(found.code == 1);
    for (int i = 0; i < 3; ++i) {
      CHECK(replayed(kBinaries + program, found.schedule) == found);
    }
    CHECK(replayed_standalone(kBinaries + program, found.schedule) == found);
  }
}

TEST_CASE("a word for the test that is no number is a wrong request, and no bug") {
  for (const std::string& start :
       {kCommand + " explore " + quoted(kBinaries + "families"), quoted(kBinaries + "families")}) {
    const ShellResult ran = run_shell(start + " --test rmw -- 2 many 2>&1");
    CHECK(ran.code == 2);
    CHECK_THAT(ran.out, Catch::Contains("argument 2 is 'many' where a number is expected"));
  }
}

TEST_CASE("a schedule that was altered, or is another program's, is refused as a wrong request") {
  const std::string schedule = explored(kBinaries + "lost_update").schedule;
  std::string altered = schedule;
  altered.back() = altered.back() == '1' ? '2' : '1';
  const auto replay = [](const std::string& program, const std::string& text) {
    return run_shell(kCommand + " replay " + quoted(kBinaries + program) + " " + quoted(text) +
                     " 2>&1");
  };
  const ShellResult wrong = replay("lost_update", altered);
  CHECK(wrong.code == 2);
  CHECK_THAT(wrong.out, Catch::Contains("checksum"));
  const ShellResult foreign = replay("lost_wakeup", schedule);
  CHECK(foreign.code == 2);
  CHECK_THAT(foreign.out, Catch::Contains("lost_update"));
  CHECK(replay("lost_update", schedule.substr(0, schedule.size() / 2)).code == 2);
  CHECK(replay("lost_update", "").code == 2);
  CHECK(run_shell(quoted(kBinaries + "lost_update") + " --replay " + altered + " 2>&1").code == 2);
}

}  // namespace mcheck::replay_test

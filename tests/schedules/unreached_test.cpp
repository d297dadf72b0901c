// SPDX-License-Identifier: MIT
// Schedules that a program does not follow: the verdict says so, whatever runs the executions.
#include "tests/schedules/built_folder.hpp"

namespace mcheck::expected::unreached_test {
namespace {

const char* const kProgram = R"(#include <atomic>
#include <mcheck/events.hpp>
#include <pthread.h>
#include <thread>
std::atomic<int> count{0};
void work() {
  pthread_setname_np(pthread_self(), "worker");
  MCHECK_EVENT("working");
  ++count;
}
int main() {
  std::thread worker(work);
  ++count;
  worker.join();
}
)";

class Explored {
 public:
  Explored() {
    folder_.write("counter.cpp", kProgram);
    folder_.build("counter.cpp -o counter");
  }
  [[nodiscard]] ShellResult with(const std::string& statements, const std::string& words) const {
    folder_.write("w.gates", "schedule 1\n" + statements);
    return folder_.run(kMcheck + " explore ./counter --schedule w.gates " + words);
  }
  [[nodiscard]] const BuiltFolder& folder() const { return folder_; }

 private:
  BuiltFolder folder_;
};

const char* const kModes[] = {"", "--isolate fork", "--jobs 2", "--checkpoint saved --jobs 1"};

}  // namespace

TEST_CASE("what no thread reaches is said in every mode, and in short reports, too") {
  const Explored explored;
  const std::string statements =
      "gate never\n"
      "at load count in work by worker time 7: open never\n"
      "at load count in work by worker time 8: wait never\n"
      "at store count: event stored\n"
      "at fetch_add count by worker: event added\n"
      "at lock guard: event locked\n"
      "order missing -> added\n";
  for (const std::string mode : kModes) {
    const ShellResult ran = explored.with(statements, mode + " --quiet");
    INFO(mode << "\n" << ran.out);
    for (const char* text :
         {"schedule: thread `worker` did not reach the location at w.gates:3:4 7 times",
          "schedule: thread `worker` did not reach the location at w.gates:4:4 8 times",
          "schedule: no thread reached the location at w.gates:5:4",
          "schedule: no thread reached the location at w.gates:7:4: no thread uses `guard`",
          "schedule: no thread reached an event `missing`"})
      CHECK_THAT(ran.out, Catch::Contains(text));
    CHECK_THAT(ran.out, !Catch::Contains("w.gates:6:4"));
    REQUIRE(explored.folder().run("rm -rf saved").code == 0);
  }
}

TEST_CASE("a verdict counts the parts of the schedule that were not reached") {
  const Explored explored;
  const std::string statements = "at store count: event stored\norder stored -> other\n";
  for (const std::string mode : kModes) {
    const ShellResult ran = explored.with(statements, mode + " --quiet");
    INFO(mode << "\n" << ran.out);
    CHECK(ran.code == 0);
    CHECK_THAT(ran.out, Catch::Contains(", no bound, 3 parts of the schedule not reached\n"));
    REQUIRE(explored.folder().run("rm -rf saved").code == 0);
  }
  const ShellResult json = explored.with(statements, "--json -");
  INFO(json.out);
  const auto parsed = Json::parse(json.out);
  REQUIRE(std::holds_alternative<Json>(parsed));
  CHECK(std::get<Json>(parsed)["unreached"].texts().size() == 3);
  const ShellResult followed =
      explored.with("at fetch_add count: event added\norder added -> working\n", "--quiet");
  INFO(followed.out);
  CHECK_THAT(followed.out, Catch::Contains(", no bound\n") && !Catch::Contains("not reached"));
}

TEST_CASE("a verdict counts the executions that cannot follow the schedule") {
  const Explored explored;
  // If main is the first, it waits for itself.
  const auto check = [&](const std::string& statements, const std::string& text) {
    const ShellResult ran = explored.with("impossible passes\n" + statements, "--quiet");
    INFO(ran.out);
    CHECK(ran.code == 0);
    CHECK_THAT(ran.out, Catch::Contains(text));
  };
  check(
      "at access count time 1: event first\nat access count in main: event main\n"
      "order main -> first\n",
      ", 1 of them cannot follow the schedule\n");
  check(
      "at fetch_add count in main: event main\nat fetch_add count in work: event work\n"
      "at end of worker: event end\norder end -> main, main -> work\n",
      ", none of them follows the schedule\n");
}

TEST_CASE("a name that no thread has is said, with the nearest or with those that there are") {
  const Explored explored;
  const auto check = [&](const std::string& statements, const std::string& text) {
    for (const std::string mode : kModes) {
      const ShellResult ran = explored.with(statements, mode);
      INFO(mode << "\n" << ran.out);
      // Where lines end depends on the width of the page.
      std::string line = ran.out;
      for (std::size_t at = line.find("\n   "); at != std::string::npos; at = line.find("\n   "))
        line.replace(at, line.find_first_not_of(" \n", at) - at, " ");
      CHECK_THAT(line, Catch::Contains(text));
      REQUIRE(explored.folder().run("rm -rf saved").code == 0);
    }
  };
  check(
      "at fetch_add count by wroker: event added\n",
      "thread `wroker` did not reach the location at w.gates:2:4: no thread has this name; nearest "
      "is `worker`");
  check("at end of nobody: event gone\n",
        "thread `nobody` did not reach the location at w.gates:2:4: no thread has this name; the "
        "threads are `main`, `worker`");
  check("at fetch_add count: event added\norder added -> working@nobody\n",
        "no thread reached an event `working@nobody`: no thread has this name");
  check("at fetch_add count: event added\norder added -> working@main\n",
        "no thread reached an event `working@main`");
  check("at fetch_add count: event added\norder added -> working#2\n",
        "no thread reached an event `working#2`");
}

TEST_CASE("a replay without the schedule file names the file and the command") {
  const BuiltFolder folder;
  folder.write("seats.cpp", R"(#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> seats{1};
void book() {
  if (seats > 0) --seats;
}
int main() {
  std::thread first(book), second(book);
  first.join(), second.join();
  assert(seats == 0);
}
)");
  folder.build("seats.cpp -o seats");
  folder.write("two looks.gates",
               "schedule 1\n"
               "at load seats by T2: event looked\n"
               "at fetch_sub seats by T1: event booked\n"
               "order looked -> booked\n");
  const ShellResult found =
      folder.run(kMcheck + " explore ./seats --quiet --schedule 'two looks.gates'");
  INFO(found.out);
  REQUIRE(found.code == 1);
  const std::size_t begin = found.out.find("./seats mc1.");
  const std::size_t end = found.out.find('\n', begin);
  REQUIRE(end != std::string::npos);
  const std::string whole = found.out.substr(begin, end - begin);
  const std::string option = " --schedule 'two looks.gates'";
  REQUIRE(whole.ends_with(option));
  CHECK(folder.run(kMcheck + " replay " + whole).code == 1);
  const std::string without = whole.substr(0, whole.size() - option.size());
  for (const char* words : {"", " --gdb", " --emit-gates -"}) {
    const ShellResult refused = folder.run(kMcheck + " replay " + without + words);
    INFO(refused.out);
    CHECK(refused.code == 2);
    CHECK_THAT(refused.out,
               Catch::Contains("it was found under the schedule file 'two looks.gates'\n") &&
                   Catch::Contains("mcheck replay " + whole + "\n"));
  }
  const ShellResult started_directly =
      folder.run("MCHECK_REPLAY=" + without.substr(8) + " ./seats");
  INFO(started_directly.out);
  CHECK_THAT(started_directly.out, Catch::Contains("MCHECK_SCHEDULE="));
}

}  // namespace mcheck::expected::unreached_test

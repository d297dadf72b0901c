// SPDX-License-Identifier: MIT
// What is said of a schedule that does not force what it seems to: in its file, in the verdict, in
// the reports for other tools, and without mcheck.
#include "tests/schedules/built_folder.hpp"

namespace mcheck::expected::caveats_test {
namespace {

const char* const kProgram = R"(#include <atomic>
#include <thread>
std::atomic<int> count{0};
int plain = 0;
int main() {
  std::thread other([] { ++count; plain = 1; });
  ++count;
  other.join();
  return plain == 1 ? 0 : 1;
}
)";

const char* const kSchedule =
    "schedule 1\n"
    "at fetch_add count by main: event one\n"
    "at fetch_add count by T1: event two\n"
    "order one -> two\n";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

class Counter {
 public:
  Counter() {
    folder_.write("counter.cpp", kProgram);
    folder_.build("counter.cpp -o counter");
  }
  [[nodiscard]] ShellResult with(const std::string& schedule, const std::string& words = "") const {
    folder_.write("w.gates", schedule);
    return folder_.run(kMcheck + " explore ./counter --schedule w.gates " + words);
  }
  [[nodiscard]] const BuiltFolder& folder() const { return folder_; }

 private:
  BuiltFolder folder_;
};

}  // namespace

TEST_CASE("line ends of Windows and a byte order mark do not matter") {
  const Counter counter;
  const std::string plain = counter.with(kSchedule, "--quiet").out;
  CHECK_THAT(plain, Catch::Contains("verified"));
  CHECK(counter.with(replaced(kSchedule, "\n", "\r\n"), "--quiet").out == plain);
  CHECK(counter.with(std::string("\xef\xbb\xbf") + kSchedule, "--quiet").out == plain);
}

TEST_CASE("a file that forces nothing is a caveat, and one of too much is refused with its line") {
  const Counter counter;
  CHECK_THAT(counter.with("schedule 1\n# no more\n").out,
             Catch::Contains("w.gates forces nothing"));
  std::string rules = "schedule 1\n";
  for (int i = 0; i < 33; ++i)
    rules += "at load count time " + std::to_string(i + 1) + ": event a\n";
  CHECK_THAT(counter.with(rules).out, Catch::Contains("w.gates:34:4: more than 32 locations"));
  std::string orders = "schedule 1\n";
  for (int i = 0; i < 17; ++i) {
    const std::string n = std::to_string(i);
    orders += "order a" + n + " -> b" + n + "\n";
  }
  CHECK_THAT(counter.with(orders).out, Catch::Contains("w.gates:18:7: more than 32 events"));
  for (const char* words : {"--jobs 2", "--checkpoint saved"}) {
    const ShellResult ran = counter.with(std::string(kSchedule) + "impossible passes\n", words);
    INFO(words << "\n" << ran.out);
    CHECK(ran.code == 2);
    CHECK_THAT(ran.out, Catch::Contains("`impossible passes` needs one process"));
  }
}

TEST_CASE("what a schedule names and no thread reaches is said with the nearest name") {
  const Counter counter;
  const std::string object = counter.with(replaced(kSchedule, "count", "cuont"), "--quiet").out;
  CHECK_THAT(object, Catch::Contains("no thread uses `cuont`; nearest"));
  const std::string event =
      counter.with(replaced(kSchedule, "order one", "order ones"), "--quiet").out;
  INFO(event);
  CHECK_THAT(event, Catch::Contains("no thread reached an event `ones`; nearest is `one`"));
  CHECK_THAT(event, Catch::Contains("event `one` is in no order, and forces nothing; nearest is"));
  const std::string data = "schedule 1\nat write plain: event one\norder one -> two\n";
  CHECK_THAT(counter.with(data, "--quiet").out, Catch::Contains("--points all"));
  CHECK_THAT(counter.with(data, "--points all --quiet").out, !Catch::Contains("no thread uses"));
  REQUIRE(counter.folder().run("strip --strip-debug counter").code == 0);
  CHECK_THAT(counter.with(replaced(kSchedule, "count", "other"), "--quiet").out,
             Catch::Contains("with -g: without it objects"));
}

TEST_CASE("reports for other tools say that a schedule was not followed in full") {
  const Counter counter;
  const ShellResult ran = counter.with(std::string(kSchedule) + "at load count by T9: event one\n",
                                       "--markdown r.md --sarif r.sarif --annotations github");
  INFO(ran.out);
  CHECK_THAT(ran.out, Catch::Contains("::warning"));
  for (const char* file : {"r.md", "r.sarif"}) {
    const std::string text = counter.folder().run(std::string("cat ") + file).out;
    INFO(text);
    CHECK_THAT(text, Catch::Contains("1 part of the schedule not reached"));
  }
}

TEST_CASE("a schedule file that was written by hand is not overwritten") {
  const Counter counter;
  counter.folder().write("w.gates", kSchedule);
  counter.folder().write("bad.cpp", replaced(kProgram, "plain == 1", "count != 2"));
  counter.folder().build("bad.cpp -o bad");
  const ShellResult bug =
      counter.folder().run(kMcheck + " explore ./bad --schedule w.gates --quiet");
  INFO(bug.out);
  const std::size_t replay = bug.out.find("mc1.");
  REQUIRE(replay != std::string::npos);
  const std::string token = bug.out.substr(replay, bug.out.find(' ', replay) - replay);
  const ShellResult emitted = counter.folder().run(kMcheck + " replay ./bad " + token +
                                                   " --schedule w.gates --emit-gates ./w.gates");
  INFO(emitted.out);
  CHECK(emitted.code == 2);
  CHECK_THAT(emitted.out, Catch::Contains("it is the file of --schedule"));
  CHECK(counter.folder().run("cat w.gates").out == kSchedule);
}

TEST_CASE("a weak-memory search says that gates order memory") {
  const Counter counter;
  CHECK_THAT(counter.with(kSchedule, "--memory rc11").out,
             Catch::Contains("gates order memory, too"));
  CHECK_THAT(counter.with(kSchedule).out, !Catch::Contains("gates order memory"));
}

TEST_CASE("without mcheck a schedule that would wait for ever is refused") {
  const BuiltFolder folder;
  const auto compiled = [&](const std::string& orders, const std::string& options) {
    folder.write("native.cpp", R"(#include <mcheck/events.hpp>
#include <atomic>
#include <thread>
std::atomic<bool> ready{true};
int main() {
  MCHECK_SCHEDULE(")" + orders + R"(");
  mcheck::wait_until("ready", [] { return ready.load(); });
  std::thread other([] { MCHECK_SCHEDULE("c -> d"); });
  other.join();
}
)");
    return folder.run(std::string(MCHECK_COMPILER) + " -std=c++17 " + options + " -I" +
                      quoted(MCHECK_SOURCE_DIRECTORY "/engine/include") +
                      " native.cpp -o native -pthread");
  };
  const ShellResult circle = compiled("a@T1 -> a@T2", "");
  CHECK(circle.code != 0);
  CHECK_THAT(circle.out, Catch::Contains("in_a_circle_without_thread_names"));
  const ShellResult right = compiled("a@T1 -> b", "-fno-exceptions");
  INFO(right.out);
  REQUIRE(right.code == 0);
  const ShellResult ran = folder.run("./native");
  CHECK(ran.code != 0);
  CHECK_THAT(ran.out, Catch::Contains("the schedule of another thread is in force"));
}

}  // namespace mcheck::expected::caveats_test

// SPDX-License-Identifier: MIT
// Schedule files (--schedule): gates at locations of a program that is not touched.
#include <unistd.h>

#include "tests/programs/verdicts/expected.hpp"

namespace mcheck::expected::schedule_file_test {
namespace {

const std::string kMcheck = quoted(kBinaries + "mcheck");
const std::string kProgram = quoted(kBinaries + "gates/append_untouched");

// A schedule file in a folder of its own.
class File {
 public:
  explicit File(const std::string& text)
      : folder_(std::filesystem::temp_directory_path() /
                ("mcheck-schedule-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "w.gates") << text;
  }
  ~File() { std::filesystem::remove_all(folder_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  // Runs the command in that folder.
  [[nodiscard]] ShellResult run(const std::string& words) const {
    return run_shell("cd " + quoted(folder_) + " && " + kMcheck + " " + words + " 2>&1", 60);
  }

 private:
  std::filesystem::path folder_;
};

ShellResult explored_with(const std::string& statements, const std::string& words = "--quiet") {
  return File("schedule 1\n" + statements)
      .run("explore " + kProgram + " --schedule w.gates " + words);
}

void check_error(const std::string& text, const std::string& error) {
  const ShellResult ran = File(text).run("explore " + kProgram + " --schedule w.gates");
  INFO(text << "\n" << ran.out);
  CHECK(ran.code == 2);
  CHECK_THAT(ran.out, Catch::Contains("mcheck: w.gates:" + error));
}

const std::string kOrder =
    "at exit StringBuffer::length by T1: event measured\n"
    "at entry StringBuffer::set_length: event shortening\n"
    "at exit set_length: event shortened\n"
    "at entry StringBuffer::get_chars(unsigned long, std::__cxx11::basic_string<char, "
    "std::char_traits<char>, std::allocator<char> >&) const: event copying\n"
    "order measured -> shortening, shortened -> copying\n";

}  // namespace

TEST_CASE("a schedule file forces a race in a header that is not touched") {
  const ShellResult ran = explored_with(kOrder);
  INFO(ran.out);
  CHECK(ran.code == 0);
  CHECK_THAT(ran.out, Catch::Contains("verified"));
  CHECK_THAT(ran.out, Catch::Contains("1 execution"));
  for (const char* words :
       {"--strategy dfs", "--strategy odpor", "--jobs 2", "--backtrack rerun", "--isolate fork"}) {
    const ShellResult other = explored_with(kOrder, std::string("--quiet ") + words);
    INFO(words << "\n" << other.out);
    CHECK(other.code == 0);
  }
}

TEST_CASE("gates, barriers and turnstiles of a schedule file do the same as those in the code") {
  const std::string gates =
      "gate measured\n"
      "gate shortened\n"
      "at exit StringBuffer::length by T1: open measured\n"
      "at entry StringBuffer::set_length: wait measured\n"
      "at exit StringBuffer::set_length: open shortened\n"
      "at entry StringBuffer::get_chars: wait shortened\n";
  CHECK(explored_with(gates).code == 0);
  const std::string barrier =
      "barrier both for 2\n"
      "at exit StringBuffer::length by T1: arrive both\n"
      "at entry StringBuffer::set_length: arrive both\n";
  const ShellResult open = explored_with(barrier);
  INFO(open.out);
  CHECK(open.code == 1);  // whether it copies or shortens first is open
  const std::string turnstile =
      "turnstile turn\n"
      "at exit StringBuffer::length by T1: open turn\n"
      "at entry StringBuffer::set_length: wait turn\n"
      "gate done\n"
      "at exit StringBuffer::set_length: open done\n"
      "at entry StringBuffer::get_chars: wait done\n";
  CHECK(explored_with(turnstile).code == 0);
}

TEST_CASE("functions of the program are called, and their answers are checked") {
  const std::string line = "append_untouched.cpp:33";
  CHECK(explored_with(kOrder + "at " + line + ": assert more_is_empty\n").code == 0);
  const ShellResult early = explored_with(
      kOrder + "at entry StringBuffer::set_length time 1: assert more_is_empty\n", "");
  INFO(early.out);
  CHECK(early.code == 1);
  CHECK_THAT(early.out, Catch::Contains("more_is_empty is false at w.gates:7:4"));
  CHECK_THAT(early.out, Catch::Contains("--schedule w.gates"));
}

TEST_CASE("an impossible schedule file is told from a deadlock, and replayed") {
  const File file(
      "schedule 1\ngate never\nat entry StringBuffer::append: wait never\n"
      "at entry StringBuffer::get_chars: open never\n");
  const ShellResult ran = file.run("explore " + kProgram + " --schedule w.gates");
  INFO(ran.out);
  CHECK(ran.code == 1);
  CHECK_THAT(ran.out, Catch::Contains("MC031 impossible schedule"));
  CHECK_THAT(ran.out, Catch::Contains("T1 waits for gate `never`"));
  const std::size_t begin = ran.out.find("mcheck replay ") + std::string("mcheck ").size();
  const std::string words = ran.out.substr(begin, ran.out.find('\n', begin) - begin);
  const ShellResult replayed = file.run(words);
  INFO(words << "\n" << replayed.out);
  CHECK(replayed.code == 1);
  CHECK_THAT(replayed.out, Catch::Contains("MC031"));
}

TEST_CASE("locations and events that no thread reaches are remarks") {
  const ShellResult ran = explored_with(kOrder +
                                            "at entry StringBuffer::length time 9: event late\n"
                                            "order missing -> never\n"
                                            "at append_untouched.cpp:35: event at_end\n",
                                        "");
  INFO(ran.out);
  CHECK_THAT(ran.out, Catch::Contains("no thread reached the location at w.gates:9:4"));
  CHECK_THAT(ran.out, Catch::Contains("no thread reached an event `missing`"));
}

TEST_CASE("what is wrong in a schedule file is said with line and column") {
  check_error("", "1:1: expected `schedule 1`");
  check_error("at x\n", "1:1: expected `schedule 1`");
  check_error("schedule 2\n", "1:10: only version 1 is known");
  check_error("schedule 1\nstop\n",
              "2:1: expected gate, barrier, turnstile, at, order, impossible, for_all, for_some or "
              "exactly_one");
  check_error("schedule 1\norder a > b\n", "2:9: expected ->");
  check_error("schedule 1\norder [a -> b\n", "2:10: expected ]");
  check_error("schedule 1\norder a -> b\norder b -> a\n", "2:7: events wait for each other");
  check_error("schedule 1\nat a.cpp:1 event x\n", "2:19: expected a colon and an action");
  check_error("schedule 1\nat a.cpp: event x\n", "2:4: expected FILE:LINE, entry FUNCTION");
  check_error("schedule 1\nat a.cpp:1: jump x\n", "2:13: expected event, wait, open, arrive");
  check_error("schedule 1\nat a.cpp:1 time 0: event x\n", "2:17: expected a number of at least 1");
  check_error("schedule 1\ngate g after x\n", "2:14: expected a number of at least 1");
  check_error("schedule 1\nbarrier b of 2\n", "2:11: expected `for`");
  check_error("schedule 1\ngate g\ngate g\n", "3:6: a gate `g` stands above already");
  check_error("schedule 1\ngate g\n", "2:6: no thread waits at gate `g`");
  check_error("schedule 1\nat entry length: wait g\n", "2:23: there is no gate `g`");
  check_error("schedule 1\ngate g\nat entry length: arrive g\n", "3:25: `g` is no barrier");
}

TEST_CASE("a location that does not exist is an error, with the nearest that works") {
  const std::string at = "schedule 1\nat ";
  check_error(at + "string_buffer.hpp:42: event a\n", "2:4: no thread can be stopped at");
  check_error(at + "string_buffer.hpp:42: event a\n", "2:4: no thread can be stopped at");
  check_error(at + "other.hpp:37: event a\n", "2:4: the program has no code of a file other.hpp");
  check_error(at + "entry Builder::append: event a\n", "2:4: the program has no function");
  check_error(at + "entry length: call nothing\n", "2:4: the program has no function nothing");
  const ShellResult ran = File(at + "entry Builder::append: event a\n")
                              .run("explore " + kProgram + " --schedule w.gates");
  CHECK_THAT(ran.out, Catch::Contains("nearest  StringBuffer::append(StringBuffer const&)"));
}

}  // namespace mcheck::expected::schedule_file_test

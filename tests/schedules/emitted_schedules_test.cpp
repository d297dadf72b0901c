// SPDX-License-Identifier: MIT
// mcheck replay --emit-gates: the file forces the failure in the program that has it, and the
// repaired program passes it.
#include <unistd.h>

#include <array>
#include <map>
#include <set>

#include "tests/programs/verdicts/expected.hpp"

namespace mcheck::expected::emitted_schedules_test {
namespace {

const std::string kMcheck = quoted(kBinaries + "mcheck");

class Folder {
 public:
  Folder()
      : path_(std::filesystem::temp_directory_path() /
              ("mcheck-emitted-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] ShellResult run(const std::string& command) const {
    return run_shell("cd " + quoted(path_) + " && " + command + " 2>&1", 180);
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
  }

 private:
  std::filesystem::path path_;
};

// "mcheck replay ./prog mc1…" of a report, as arguments.
std::string replay_of(const ShellResult& explored) {
  const std::string label = "replay:   mcheck ";
  const std::size_t begin = explored.out.find(label);
  if (begin == std::string::npos) return "";
  const std::size_t from = begin + label.size();
  return explored.out.substr(from, explored.out.find('\n', from) - from);
}

// No orders of operations force these.
const std::map<std::string, std::string> kNotForced = {
    {"livelock", "an endless execution has orders without end"},
    {"try_and_give_back", "likewise"},
    {"give_way_by_turns", "likewise"},
    {"starvation", "likewise"},
    {"endless_steps", "likewise"},
    {"endless_operations", "likewise"},
    {"killed", "the process is killed, and may report no execution"},
    {"aba_stack", "whether a freed block is reused is a choice"},
    {"treiber_stack", "likewise"},
    {"relacy_suites", "names of threads contain blanks"},
    {"barrier_reuse", "unmodified: a waiter that wakes late has no operation to name"},
};

// Of these the repair renames a function, so the file has to be refused.
const std::map<std::string, std::string> kRenamed = {{"abba_deadlock", "a_then_b"},
                                                     {"locked_queue", "take"},
                                                     {"c11_threads", "wait_once"},
                                                     {"scoped_locks", "pay_in"}};

// Exploring these twins takes longer than a test, or reaches a limit on steps under the schedule;
// or they never get to the location of an order, a system call.
const std::set<std::string> kLongTwins = {"stop_worker", "sleep_poll", "timed_lock_loop", "killed"};

struct Sample {
  std::string binary;
  Row row;
};

void check_forced(const Folder& folder, const Sample& sample) {
  const std::string words = " --schedule w.gates --keep-going --minimise off ";
  const ShellResult ran = folder.run(kMcheck + " explore " + quoted(sample.binary) + words +
                                     "--final-states --json - " + sample.row.options);
  INFO(ran.what << "\n" << ran.out);
  const auto parsed = Json::parse(ran.out);
  const Json* const result = std::get_if<Json>(&parsed);
  REQUIRE(result != nullptr);
  CHECK((*result)["verdict"].text() == "bug");
  for (const Json& failure : (*result)["failures"].elements())
    CHECK(failure["kind"].text() == sample.row.kind);
  for (const Json& state : (*result)["final_states"].elements())
    CHECK(state["ended"].text() != "finished");
}

void check_twin(const Folder& folder, const Sample& sample) {
  const std::string twin = sample.binary + "_right";
  if (!std::filesystem::exists(twin)) return;
  const ShellResult ran = folder.run("timeout 20 " + kMcheck + " explore " + quoted(twin) +
                                     " --schedule w.gates --quiet --executions 20000");
  INFO(ran.what << "\n" << ran.out);
  const auto renamed = kRenamed.find(sample.row.program);
  const std::string wrong_function = "the program has no function ";
  if (renamed != kRenamed.end() && ran.code == 2) {
    CHECK_THAT(ran.out, Catch::Contains(wrong_function + renamed->second));
  } else if (ran.code == 2) {  // a test's own name
    CHECK_THAT(ran.out, Catch::Contains(wrong_function + "mcheck_program_" + sample.row.program));
    CHECK_THAT(ran.out,
               Catch::Contains("nearest  mcheck_program_" + sample.row.program + "_right"));
  } else {
    CHECK((ran.code == 0 || (ran.code != 1 && kLongTwins.contains(sample.row.program))));
  }
}

// Returns whether a file was written.
bool check_sample(const Folder& folder, const Sample& sample) {
  const ShellResult explored = run_shell(kMcheck + " explore " + quoted(sample.binary) +
                                         " --quiet " + sample.row.options + " 2>&1");
  INFO(explored.what << "\n" << explored.out);
  const std::string replay = replay_of(explored);
  REQUIRE_FALSE(replay.empty());
  const ShellResult emitted = folder.run(kMcheck + " " + replay + " --quiet --emit-gates w.gates");
  INFO(emitted.what << "\n" << emitted.out);
  if (emitted.code != 1) {
    CHECK(emitted.code == 3);
    CHECK_THAT(emitted.out, Catch::Contains("no schedule file was written"));
    CHECK(kNotForced.contains(sample.row.program));
    return false;
  }
  check_forced(folder, sample);
  check_twin(folder, sample);
  return true;
}

// How many samples have a file that forces their failure.
std::size_t check_samples(const std::string& table, const std::string& binaries, bool slow) {
  const Folder folder;
  std::size_t forced = 0;
  for (const Row& row : rows_of(table)) {
    const bool is_slow = kNotForced.contains(row.program);
    if (row.verdict != "bug" || is_slow != slow || row.options.find("account") != row.options.npos)
      continue;
    const bool is_forced = check_sample(folder, {binaries + row.program, row});
    INFO(row.program << " " << row.options);
    const std::set<std::string> some_are = {"relacy_suites", "killed", "barrier_reuse"};
    if (slow && !some_are.contains(row.program)) CHECK_FALSE(is_forced);
    forced += is_forced ? 1 : 0;
  }
  return forced;
}

const char* const kTickets = R"(#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> tickets{1};

void buy() {
  if (tickets.load() == 0) return;
  tickets.fetch_sub(1);
}

int main() {
  std::thread alice(buy), bob(buy);
  alice.join(), bob.join();
  assert(tickets.load() == 0);
}
)";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at))
    text.replace(at, from.size(), to), at += to.size();
  return text;
}

ShellResult explored_tickets(const Folder& folder, const std::string& source) {
  folder.write("tickets.cpp", source);
  const ShellResult built = folder.run(kMcheck + " c++ -std=c++20 -g -O1 tickets.cpp -o tickets");
  INFO(built.out);
  REQUIRE(built.code == 0);
  return folder.run(kMcheck + " explore ./tickets --schedule w.gates --quiet");
}

}  // namespace

TEST_CASE("the schedule file of each failure of a classic program forces it") {
  CHECK(check_samples("classic", kBinaries, false) >= 11);
}

TEST_CASE("the schedule file of each failure of an unmodified program forces it") {
  CHECK(check_samples("unmodified", kBinaries + "unmodified/", false) >= 55);
}

TEST_CASE("the schedule file of each kind of failure forces it") {
  CHECK(check_samples("failures", kBinaries, false) >= 24);
}

TEST_CASE("failures that no orders force have no schedule file") {
  (void)check_samples("classic", kBinaries, true);
  (void)check_samples("unmodified", kBinaries + "unmodified/", true);
  (void)check_samples("failures", kBinaries, true);
}

TEST_CASE("a schedule file that was written survives edits, and names a function's new name") {
  const Folder folder;
  folder.write("w.gates", "schedule 1\nat load tickets in buy by T1: event none\n");
  CHECK(explored_tickets(folder, kTickets).code == 1);
  const std::string replay = replay_of(folder.run(kMcheck + " explore ./tickets --quiet"));
  const ShellResult emitted = folder.run(kMcheck + " " + replay + " --emit-gates w.gates");
  INFO(emitted.out);
  REQUIRE(emitted.code == 1);
  // Moved by lines above, and formatted otherwise.
  const std::string moved =
      "// one\n// two\n\n" + replaced(kTickets, ") return;", ")\n  {\n  return;\n  }\n");
  const ShellResult after = explored_tickets(folder, moved);
  INFO(after.out);
  CHECK(after.code == 1);
  CHECK_THAT(after.out, Catch::Contains("found in execution 1"));
  const ShellResult renamed = explored_tickets(folder, replaced(kTickets, "buy", "buy_one"));
  INFO(renamed.out);
  CHECK(renamed.code == 2);
  CHECK_THAT(renamed.out, Catch::Contains("the program has no function buy\n"));
  CHECK_THAT(renamed.out, Catch::Contains("buy_one"));
}

TEST_CASE("a repaired program passes the schedule file, one that only renames a variable fails") {
  const Folder folder;
  folder.write("w.gates", "schedule 1\nimpossible passes\n");
  CHECK(explored_tickets(folder, kTickets).code == 1);
  const std::string replay = replay_of(folder.run(kMcheck + " explore ./tickets --quiet"));
  REQUIRE(folder.run(kMcheck + " " + replay + " --emit-gates w.gates").code == 1);
  const std::string locked = replaced(replaced(kTickets, "void buy() {",
                                               "std::mutex desk;\nvoid buy() {\n  const "
                                               "std::lock_guard lock(desk);"),
                                      "#include <thread>", "#include <mutex>\n#include <thread>");
  const ShellResult repaired = explored_tickets(folder, locked);
  INFO(repaired.out);
  CHECK(repaired.code == 0);
  // Nothing matches any more, so nothing waits, and all is explored.
  const ShellResult renamed = explored_tickets(folder, replaced(kTickets, "tickets", "seats"));
  INFO(renamed.out);
  CHECK(renamed.code == 1);
}

TEST_CASE("a schedule file as a test passes while the failure exists, and not afterwards") {
  struct Framework {
    const char* name;
    const char* flags;
  };
  const std::array<Framework, 3> frameworks = {{{"main", ""},
                                                {"catch2", "-DCATCH_CONFIG_MAIN"},
                                                {"gtest", "-lgtest_main -lgtest -pthread"}}};
  const Folder folder;
  folder.write("w.gates", "schedule 1\nimpossible passes\n");
  CHECK(explored_tickets(folder, kTickets).code == 1);
  const std::string replay = replay_of(folder.run(kMcheck + " explore ./tickets --quiet"));
  const auto run = [&](const Framework& each) {
    return folder.run("MCHECK=" + kMcheck + " ./" + each.name + "_test");
  };
  std::set<std::string> used;  // schedule files
  for (const Framework& each : frameworks) {
    const std::string file = std::string(each.name) + "_test";
    INFO(file);
    REQUIRE(
        folder.run(kMcheck + " " + replay + " --as " + each.name + " --emit-gates " + file + ".cpp")
            .code == 1);
    const ShellResult built =
        folder.run("c++ -std=c++17 " + file + ".cpp -o " + file + " " + each.flags);
    INFO(built.out);
    REQUIRE(built.code == 0);
    const ShellResult passed = run(each);
    INFO(passed.out);
    CHECK(passed.code == 0);
    // What it prints can be typed afterwards.
    const std::size_t path = passed.out.find(" --schedule ");
    REQUIRE(path != std::string::npos);
    const std::size_t begin = path + std::string(" --schedule ").size();
    used.insert(passed.out.substr(begin, passed.out.find('\n', begin) - begin));
    CHECK(std::filesystem::exists(*used.begin()));
  }
  CHECK(used.size() == 1);  // tests with one schedule share its file
  CHECK(explored_tickets(folder, replaced(kTickets, "fetch_sub(1)", "store(0)")).code == 0);
  for (const Framework& each : frameworks) CHECK(run(each).code == 1);
  REQUIRE(folder
              .run("sed 's/kIsRepaired = false/kIsRepaired = true/' main_test.cpp >main.cpp && "
                   "c++ -std=c++17 main.cpp -o main_test")
              .code == 0);
  CHECK(run(frameworks[0]).code == 0);
  for (const std::string& file : used) std::filesystem::remove(file);
}

}  // namespace mcheck::expected::emitted_schedules_test

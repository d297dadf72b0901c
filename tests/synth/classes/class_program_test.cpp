// SPDX-License-Identifier: MIT
// Programs that describe classes, explored without `mcheck synth`: what is judged, and what is said
// about the rest.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include <catch2/catch.hpp>

#include "tests/support/shell.hpp"

namespace mcheck::class_program_test {
namespace {

const char* const kSource = R"(#include <atomic>
#include <cassert>
#include <condition_variable>
#include <deque>
#include <fstream>
#include <mutex>
#include <optional>
#include <thread>
#include <mcheck/classes.hpp>
#include <mcheck/verify.h>

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
// Two calls pass if one opens, as the open gate is seen before it is closed.
struct turnstile {
  std::mutex mutex;
  std::condition_variable opened;
  int coins = 0;
  void insert() { std::lock_guard guard(mutex); ++coins; opened.notify_all(); }
  int pass() {
    { std::unique_lock guard(mutex); opened.wait(guard, [&] { return coins > 0; }); }
    std::lock_guard guard(mutex);
    return --coins;
  }
};
// Starts a thread in a call: no order of the calls says when that runs.
struct late_gate {
  gate inner;
  std::deque<std::thread> openers;
  void open() { openers.emplace_back([this] { inner.open(); }); }
  void pass() { inner.pass(); }
  ~late_gate() { for (std::thread& each : openers) each.join(); }
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

// Specifications in other classes: of a queue that gives what it likes.
template <int kOldest>
struct specification {
  std::deque<int> values;
  void push(int value) { values.push_back(value); }
  std::optional<int> pop() {
    if (values.empty()) return std::nullopt;
    const int size = static_cast<int>(values.size());
    const auto at = values.begin() + mcheck_choose(size < kOldest ? size : kOldest);
    const int value = *at;
    values.erase(at);
    return value;
  }
};
template <int kOldest>
struct newest_first {
  std::mutex mutex;
  std::deque<int> values;
  void push(int value) { std::lock_guard guard(mutex); values.push_front(value); }
  std::optional<int> pop() {
    std::lock_guard guard(mutex);
    if (values.empty()) return std::nullopt;
    const int value = values.front();
    values.pop_front();
    return value;
  }
};
template <int kOldest>
void describe(mcheck::class_description<newest_first<kOldest>>& about) {
  using subject = newest_first<kOldest>;
  about.template constructor<>("newest_first");
  about.template operation<subject&, int>("push", [](subject& s, int v) { s.push(v); });
  about.template operation<subject&>("pop", [](subject& s) { return s.pop(); });
  using right = specification<kOldest>;
  auto& reference = about.template reference<right>("specification");
  reference.template constructor<>("specification");
  reference.template operation<right&, int>("push", [](right& r, int v) { r.push(v); });
  reference.template operation<right&>("pop", [](right& r) { return r.pop(); });
}
MCHECK_CLASS(newest_first<1>) { describe(about); }
MCHECK_CLASS(newest_first<9>) { describe(about); }

struct taker {
  std::mutex mutex;
  bool take() {
    if (!mutex.try_lock()) return false;
    mutex.unlock();
    return true;
  }
};
MCHECK_CLASS(taker) {
  about.constructor<>("taker");
  about.operation<taker&>("take", [](taker& t) { return t.take(); });
  about.operation<taker&>("try_take", [](taker& t) { return t.take(); }, {.may_fail = true});
}

// A counting network of one balancer: quiescently consistent, no more [Aspnes, Herlihy, Shavit].
struct tickets {
  std::atomic<int> toggle{0};
  std::atomic<int> wires[2]{0, 1};
  int take() { return wires[toggle.fetch_add(1) % 2].fetch_add(2); }
};
MCHECK_CLASS(tickets) {
  about.constructor<>("tickets");
  about.operation<tickets&>("take", [](tickets& t) { return t.take(); });
}
struct half { int get() const { return 1; } };
struct number {};
MCHECK_CLASS(half) {
  about.constructor<>("half");
  about.operation<const half&>("get", [](const half& h) { return h.get(); });
  about.operation<const half&>("is_there", [](const half&) { return true; });
  about.operation<const half&, int>("add", [](const half&, int v) { return v; });
  auto& reference = about.reference<number>();
  reference.constructor<>("number");
  reference.operation<const number&>("get", [](const number&) { return 1; });
  reference.operation<const number&>("is_there", [](const number&) { return 1; });
  reference.operation<const number&>("add", [](const number&) { return 1; });
}
MCHECK_CLASS(turnstile) {
  about.constructor<>("turnstile");
  about.operation<turnstile&>("insert", [](turnstile& t) { t.insert(); });
  about.operation<turnstile&>("pass", [](turnstile& t) { return t.pass(); });
}
MCHECK_CLASS(late_gate) {
  about.constructor<>("late_gate");
  about.operation<late_gate&>("open", [](late_gate& g) { g.open(); });
  about.operation<late_gate&>("pass", [](late_gate& g) { g.pass(); });
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
  // Calls that wait are split into what they do before and after, and results are compared.
  const ShellResult waiting = program.run("explore ./p -- 1/0:/1:#0/2:#0/");
  CHECK(waiting.code == 0);
  CHECK_THAT(waiting.out, Catch::Contains("verified") && !Catch::Contains("not compared"));
  program.check("-- '9/0:/1:#0/2:#0/2:#0;1:#0/'", 1, "bug: MC032");
  // Where they cannot be split, the verdict says so.
  program.check("-- 10/0:/1:#0/2:#0/", 0, "are not compared, as some call waits: the class starts");
  // What one call at a time does, too, is no bug, and hides what would come after it.
  program.check("-- 2/0:/1:#0/1:#0/", 3, "what comes after that is not judged");
  program.check("--strategy dfs -- 2/0:/1:#0/1:#0/", 3, "what comes after that is not judged");
  program.check("-- 3/0:/1:#0/1:#0/", 3, "the calls use files or processes");
}

namespace {

void check_references(const ClassProgramFile& program) {
  // push(1), push(2) | pop: the newest first is no queue, but gives one of the nine oldest.
  program.check("-- '4/0:;1:#0,=0;1:#0,=1/2:#0/2:#0/'", 1, "bug: MC032");
  program.check("-- '5/0:;1:#0,=0;1:#0,=1/2:#0/2:#0/'", 0, "verified");
  const ShellResult missing = program.run("synth ./p --class half --tests 5");
  INFO(missing.out);
  CHECK(missing.code == 0);
  CHECK_THAT(missing.out,
             Catch::Contains("left out: is_there: of the operations of the reference 'number', it "
                             "gives another type\n"
                             "left out: add: of the operations of the reference 'number', it takes "
                             "other parameters\n"));
  const ShellResult refused = program.run("synth ./p --reference 'std::deque<int>'");
  CHECK(refused.code == 2);
  CHECK(refused.out ==
        "mcheck: --reference is for a header, and './p' is a program\n"
        "  try      about.reference<std::deque<int>>() in MCHECK_CLASS\n");
}

void check_conditions(const ClassProgramFile& program) {
  const auto check = [&](const std::string& name, const std::string& condition, int code) {
    const ShellResult ran =
        program.run("synth ./p --class " + name + " --tests 60 --consistency " + condition);
    INFO(name << " " << condition << "\n" << ran.out);
    CHECK(ran.code == code);
  };
  check("tickets", "linearizable", 1);
  check("tickets", "sequential", 1);
  check("tickets", "quiescent", 0);
  check("counter", "quiescent", 1);
}

void check_refusals(const ClassProgramFile& program) {
  program.check("", 2, "no test of a class is given");
  program.check("-- garbage", 2, "'garbage' is not a test of a class");
  program.check("-- 0/0:/9:#0/1:#0/", 2, "'9:#0' is not a call of a test of a class");
  program.check("-- 0/0:/1:#0,#0/1:#0/", 2, "is not a call with all arguments");
  program.check("-- 0/0:/1:#7/1:#0/", 2, "'#7' is not an earlier call");
}

}  // namespace

// One test, as the program takes seconds to compile.
TEST_CASE("references, calls that may fail and consistency conditions decide what is right") {
  const ClassProgramFile program;
  check_references(program);
  check_conditions(program);
  // A call that may fail may do so at any time.
  program.check("-- 6/0:/1:#0/1:#0/", 1, "bug: MC032");
  program.check("-- 6/0:/2:#0/2:#0/", 0, "verified");
  check_refusals(program);
}

}  // namespace mcheck::class_program_test

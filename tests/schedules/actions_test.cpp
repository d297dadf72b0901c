// SPDX-License-Identifier: MIT
// What actions of a schedule file call, and how often: the functions that `call` and `assert` take,
// rules at locations that an action itself reaches, and lines that have several ways in.
#include "tests/schedules/built_folder.hpp"

namespace mcheck::expected::actions_test {
namespace {

const char* const kFunctions = R"(#include <atomic>
#include <string>
#include <thread>
std::atomic<int> x{0};
int number() { return 256; }
void nothing() {}
bool takes(const std::string& text) { return text.empty(); }
bool overloaded() { return true; }
bool overloaded(int) { return false; }
namespace one { bool twice() { return true; } }
namespace two { bool twice() { return true; } }
std::string text() { return "text"; }
struct Member { bool is_right() { return x == 0; } };
bool is_positive() { return x.load() >= 0; }
int main() {
  Member member;
  member.is_right();
  std::thread other([] { x.store(1); });
  x.load();
  other.join();
}
)";

// How often a thread is stopped at a line that it passes once.
struct Form {
  const char* line;
  int times;
  const char* why;
  bool is_second = false;  // run with the number 1
};

void check_times(const std::vector<Form>& forms) {
  const BuiltFolder folder;
  for (const Form& form : forms) {
    const std::string text = std::string(R"(#include <atomic>
#include <cstdlib>
std::atomic<int> x{0}, a{0}, b{0};
volatile int number = 0;
int counted = 0;
void count() { ++counted; }
[[gnu::noinline]] void use(int, int) { x.load(); }
void run(int number) {
)") + form.line + R"(
}
int main(int count_words, char** words) {
  run(count_words > 2 ? 1 : 0);
  if (counted != std::atoi(words[1])) return 1;
}
)";
    folder.write("form.cpp", text);
    folder.write("a.gates", "schedule 1\nat form.cpp:9: call count\n");
    for (const char* level : {"-O0", "-O2"}) {
      folder.build(std::string(level) + " form.cpp -o form");
      const std::string words = " " + std::to_string(form.times);
      const ShellResult ran = folder.run(kMcheck + " explore ./form --schedule a.gates --" + words +
                                         (form.is_second ? " second" : ""));
      INFO(form.line << " " << level << ": " << form.why << "\n" << ran.out);
      CHECK(ran.code == 0);
    }
  }
}

}  // namespace

TEST_CASE("an action calls only what it can call") {
  const BuiltFolder folder;
  folder.write("functions.cpp", kFunctions);
  folder.build("-O0 functions.cpp -o functions");
  const auto explored = [&](const std::string& action) {
    folder.write("a.gates", "schedule 1\nat store x: " + action + "\n");
    return folder.run(kMcheck + " explore ./functions --schedule a.gates");
  };
  const std::vector<std::pair<std::string, std::string>> refused = {
      {"assert number", "needs a function that returns bool: int number()"},
      {"assert nothing", "needs a function that returns bool: void nothing()"},
      {"assert takes", "passes no argument, and no object: bool takes("},
      {"call takes", "passes no argument, and no object: bool takes("},
      {"assert overloaded(int)", "passes no argument, and no object: bool overloaded(int)"},
      {"assert twice", "several functions twice"},
      {"call text", "has no use for an object"},
      {"assert is_right", "passes no argument, and no object: bool Member::is_right()"},
      {"assert is_positiv", "nearest  is_positive"}};
  for (const auto& [action, message] : refused) {
    const ShellResult ran = explored(action);
    INFO(action << "\n" << ran.out);
    CHECK(ran.code == 2);
    CHECK_THAT(ran.out, Catch::Contains(message));
  }
  for (const char* action : {"assert overloaded", "assert one::twice", "call nothing",
                             "call number", "assert is_positive"}) {
    const ShellResult ran = explored(action);
    INFO(action << "\n" << ran.out);
    CHECK(ran.code == 0);
  }
}

TEST_CASE("an action that reaches its own location does not begin again") {
  const BuiltFolder folder;
  folder.write("functions.cpp", kFunctions);
  folder.build("-O0 functions.cpp -o functions");
  for (const char* rule : {"at load x", "at access x", "at entry is_positive"}) {
    folder.write("a.gates", std::string("schedule 1\n") + rule + ": assert is_positive\n");
    const ShellResult ran = folder.run(kMcheck + " explore ./functions --schedule a.gates");
    INFO(rule << "\n" << ran.out);
    CHECK(ran.code == 0);
  }
}

TEST_CASE("a thread is stopped on each way into a line, once") {
  check_times({
      {"x ? ++a : ++b;", 1, "one statement"},
      {"if (number == 1) ++a; else ++b;", 1, "the second way in", true},
      {"if (number == 0) ++a; else ++b;", 1, "the first way in"},
      {"for (int i = 0; i < a.load() + 3; ++i)\n++b;", 4, "three iterations, and the end"},
      {"while (b.load() < 3)\n++b;", 4, "three iterations, and the end"},
      {"for (int i = 0; i < 3; ++i) ++b;", 3, "the only call, each time"},
      {"use(a.load(),\nb.load());", 1, "one statement of two lines"},
  });
}

// A limit: see docs/limits.md.
TEST_CASE("a line whose first call is conditional is reached at each of its calls") {
  check_times({
      {"if ((number == 1 && a.load() == 1) || b.load() == 1) ++x;", 2, "two calls", true},
      {"if ((number == 1 && a.load() == 1) || b.load() == 1) ++x;", 1, "the second call only"},
  });
}

}  // namespace mcheck::expected::actions_test

// SPDX-License-Identifier: MIT
// What a schedule file must not disturb, or miss: loops that spin, the last of all locations, and
// lines to which a computed jump leads.
#include "tests/schedules/built_folder.hpp"

namespace mcheck::expected::code_and_loops_test {
namespace {

const char* const kSpins = R"(#include <atomic>
#include <thread>
std::atomic<int> x{0}, y{0};
int main() {
  std::thread a([] { while (x == 0) std::this_thread::yield(); y.fetch_add(1); });
  std::thread b([] { y.fetch_add(1); x = 1; });
  a.join(), b.join();
}
)";

// The first and the last call of `reach` come to line 7 by the table of jumps, and from above.
const char* const kSwitches = R"(#include <atomic>
#include <thread>
std::atomic<int> a{0}, b{0}, c{0}, d{0}, e{0};
bool is_free() { return c == 0; }
[[gnu::noinline]] void reach(int n) {
  switch (n) {
    case 0: a = 1; case 1: b = 1; case 2: c = 1; case 3: d = 1; case 4: e = 1;
  }
}
int main() {
  c = 5;
  std::thread other([] { reach(2); });
  other.join();
  c = 0;
  reach(0);
}
)";

// Line 5 is inlined twice into one line.
const char* const kInlined = R"(#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> x{0}, seen{0};
inline void push(int n) { x = n; }
int main() {
  std::thread pushes([] { push(1); push(2); });
  std::thread looks([] { seen = x.load(); });
  pushes.join(), looks.join();
  assert(seen != 2);
}
)";

}  // namespace

TEST_CASE("a loop spins the same before a named object is used and afterwards") {
  const BuiltFolder folder;
  folder.write("spins.cpp", kSpins);
  folder.write("a.gates",
               "schedule 1\nat store x by T2: event a\nat end of T1: event b\norder a -> b\n");
  folder.build("spins.cpp -o spins");
  for (const char* how : {"", "--strategy dfs", "--backtrack rerun", "--isolate fork"}) {
    const ShellResult ran =
        folder.run(kMcheck + " explore ./spins --schedule a.gates --quiet " + how);
    INFO(how << "\n" << ran.out);
    CHECK(ran.code == 0);
  }
}

TEST_CASE("all 32 locations may be operations") {
  const BuiltFolder folder;
  folder.write("spins.cpp", kSpins);
  folder.build("spins.cpp -o spins");
  std::string file = "schedule 1\n";
  for (int i = 0; i < 30; ++i) file += "at load x by T9: event unused" + std::to_string(i) + "\n";
  file += "at store x by T2: event stored\nat fetch_add y by T1: event counted\n";
  folder.write("a.gates", file + "order stored -> counted\n");
  const ShellResult ran = folder.run(kMcheck + " explore ./spins --schedule a.gates --quiet");
  INFO(ran.out);
  CHECK(ran.code == 0);
}

TEST_CASE("a line is reached through a table of jumps, wherever else it is reached from") {
  const BuiltFolder folder;
  folder.write("switches.cpp", kSwitches);
  folder.write("a.gates", "schedule 1\nat switches.cpp:7: assert is_free\n");
  for (const char* level : {"-O0", "-O1", "-O2"}) {
    folder.build(std::string(level) + " switches.cpp -o switches");
    const ShellResult ran = folder.run(kMcheck + " explore ./switches --schedule a.gates --quiet");
    INFO(level << "\n" << ran.out);
    CHECK(ran.code == 1);
    CHECK_THAT(ran.out, Catch::Contains("MC002"));
  }
}

TEST_CASE("each call of an inlined function is a way into its line, also of several on one line") {
  const BuiltFolder folder;
  folder.write("inlined.cpp", kInlined);
  folder.write("a.gates",
               "schedule 1\nat inlined.cpp:5 time 2: event second\nat load x: event looking\n"
               "order looking -> second\n");
  for (const char* level : {"-O1", "-O2"}) {
    folder.build(std::string(level) + " inlined.cpp -o inlined");
    const ShellResult ran = folder.run(kMcheck + " explore ./inlined --schedule a.gates --quiet");
    INFO(level << "\n" << ran.out);
    CHECK(ran.code == 0);
    CHECK_THAT(ran.out, !Catch::Contains("no thread reached"));
  }
}

}  // namespace mcheck::expected::code_and_loops_test

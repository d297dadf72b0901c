// SPDX-License-Identifier: MIT
// Locations in an instrumented shared library; and gates in the code that have no effect.
#include "tests/schedules/built_folder.hpp"

namespace mcheck::expected::library_locations_test {
namespace {

const char* const kHeader = R"(#pragma once
#include <atomic>
#include <mutex>
struct Box {
  int size();
  void put(int what);
  void check(int what);
  std::mutex guard;
  std::atomic<int> count{0};
};
)";

const char* const kLibrary = R"(#include <stdexcept>
int Box::size() {
  const std::lock_guard lock(guard);
  return count;
}
void Box::put(int what) {
  if (size() == 1) return;
  count.fetch_add(what);
}
void Box::check(int what) {
  if (what < 0) throw std::invalid_argument("negative");
}
)";

const char* const kUser = R"(#include <cassert>
#include <thread>
Box box;
int main() {
  std::thread first([] {
    try {
      box.check(-1);
    } catch (...) {
    }
    box.put(1);
  });
  std::thread second([] { box.put(1); });
  first.join(), second.join();
  assert(box.count == 1);
}
)";

}  // namespace

TEST_CASE("a schedule file names locations in an instrumented library") {
  const BuiltFolder folder;
  folder.write("box.hpp", kHeader);
  folder.write("box.cpp", kLibrary);
  folder.write("user.cpp", kUser);
  folder.build("-include box.hpp -fPIC -shared box.cpp -o libbox.so");
  folder.build("-include box.hpp user.cpp -L. -lbox -Wl,-rpath,. -o user");
  const auto explored = [&](const std::string& statements, const std::string& words = "") {
    folder.write("w.gates", "schedule 1\n" + statements);
    return folder.run(kMcheck + " explore ./user --schedule w.gates --keep-going --final-states " +
                      words);
  };
  const auto check_explored = [&](const ShellResult& ran, int code, const std::string& text) {
    INFO(ran.out);
    CHECK(ran.code == code);
    CHECK_THAT(ran.out, Catch::Contains(text));
  };
  const std::string lost =
      "at exit Box::size by T1: event first\n"
      "at exit Box::size by T2: event second\n"
      "at box.cpp:8: event storing\n"
      "order first & second -> storing\n";
  for (const char* words : {"", "--isolate fork", "--jobs 2", "--strategy dfs"}) {
    const ShellResult forced = explored(lost, words);
    check_explored(forced, 1, "MC002 failed assertion");
    CHECK_THAT(forced.out, !Catch::Contains("no thread reached"));
    CHECK_THAT(forced.out, !Catch::Contains("× finished"));
  }
  check_explored(explored("at fetch_add box.count in Box::put by T1: event stored\n"
                          "at entry Box::put by T2: event putting\n"
                          "order stored -> putting\n"),
                 0, "verified");
  check_explored(explored("at throw std::invalid_argument in Box::check: event thrown\n"
                          "at end of T2: event gone\n"
                          "order gone -> thrown\n"),
                 0, "verified");
  check_explored(explored("at box.cpp:2: event a\nat box.cpp:99: event a\n"), 2,
                 "w.gates:3:4: no thread can be stopped at box.cpp:99");
  check_explored(explored("at entry Box::putt: event a\n"), 2, "nearest  put");
  check_explored(explored("at load box.count in Box::putt: event a\n"), 2, "nearest  put");
  check_explored(explored("at throw in Box::put: event a\n"), 2, "throw    Box::check(int)");
}

TEST_CASE("a static variable of a library has its name in schedule files and in reports") {
  const BuiltFolder folder;
  folder.write("add.cpp", R"(#include <atomic>
#include <mutex>
static std::mutex guard;
static std::atomic<int> counts[2];
void add() {
  static std::mutex inner;
  const std::lock_guard first(guard), second(inner);
  ++counts[1];
}
)");
  folder.write("user.cpp", R"(#include <cassert>
#include <thread>
void add();
int main(int count, char**) {
  std::thread first(add), second(add);
  first.join(), second.join();
  assert(count > 1);
}
)");
  folder.build("-fPIC -shared add.cpp -o libadd.so");
  folder.build("user.cpp -L. -ladd -Wl,-rpath,. -o shared");
  folder.build("-c add.cpp -o add.o");
  REQUIRE(folder.run("ar rc libarchived.a add.o").code == 0);
  folder.build("user.cpp -L. -larchived -o archived");
  folder.write("w.gates",
               "schedule 1\n"
               "at lock guard by T2: event second\n"
               "at lock inner by T1: event first\n"
               "order second -> first\n");
  for (const char* program : {"shared", "archived"}) {
    const ShellResult ran = folder.run(kMcheck + " explore ./" + program + " --schedule w.gates");
    INFO(program << "\n" << ran.out);
    CHECK_THAT(ran.out, Catch::Contains("lock guard") && Catch::Contains("lock add()::inner"));
    CHECK_THAT(ran.out, Catch::Contains("fetch_add counts[1]"));
    CHECK_THAT(ran.out, !Catch::Contains("mutex#") && !Catch::Contains("not reach"));
  }
}

TEST_CASE("events and gates in a library that is loaded later belong to the program's schedule") {
  const BuiltFolder folder;
  folder.write("reader.cpp", R"(#include <atomic>
#include <mcheck/events.hpp>
std::atomic<int> value{0};
#define EXPORTED extern "C" __attribute__((visibility("default")))
EXPORTED int read_value() {
  MCHECK_EVENT("reading");
  return value;
}
EXPORTED void write_value() {
  value = 1;
  MCHECK_EVENT("written");
}
)");
  folder.write("user.cpp", R"(#include <cassert>
#include <dlfcn.h>
#include <mcheck/events.hpp>
#include <thread>
int main(int count, char**) {
  MCHECK_SCHEDULE("written -> reading");
  void* const library = dlopen("./libreader.so", RTLD_NOW);
  const auto read = reinterpret_cast<int (*)()>(dlsym(library, "read_value"));
  const auto write = reinterpret_cast<void (*)()>(dlsym(library, "write_value"));
  std::thread writer(write);
  if (count > 1) MCHECK_EVENT("written");
  assert(read() == 1);
  writer.join();
}
)");
  folder.build("-fPIC -fvisibility=hidden -shared reader.cpp -o libreader.so");
  folder.build("user.cpp -o user");
  const ShellResult ordered = folder.run(kMcheck + " explore ./user");
  INFO(ordered.out);
  CHECK(ordered.code == 0);
  CHECK_THAT(ordered.out, Catch::Contains("1 execution"));
  const ShellResult open = folder.run(kMcheck + " explore ./user -- x");
  INFO(open.out);
  CHECK(open.code == 1);
}

TEST_CASE("a gate in the code that no thread waits at, or that nothing opens, is a remark") {
  const BuiltFolder folder;
  folder.write("gates.cpp", R"(#include <thread>
#include <mcheck/gates.hpp>
mcheck::gate used{"used"}, only_opened{"only opened"}, only_waited{"only waited"};
mcheck::gate first{"same"}, second{"same"};
int main(int count, char**) {
  std::thread other([] { only_opened.open(), used.open(), first.open(), second.open(); });
  used.wait(), first.wait(), second.wait();
  if (count > 1) only_waited.wait();
  other.join();
}
)");
  folder.build("gates.cpp -o gates");
  const std::string no_wait = "no thread waited at gate `only opened`";
  const std::string no_opening = "nothing opened gate `only waited`";
  for (const std::string words : {"", "--isolate fork ", "--jobs 2 "}) {
    const ShellResult opened = folder.run(kMcheck + " explore ./gates " + words);
    INFO(opened.out);
    CHECK_THAT(opened.out, Catch::Contains(no_wait) && !Catch::Contains("nothing opened"));
    CHECK_THAT(opened.out, !Catch::Contains("`used`"));
    CHECK_THAT(opened.out, Catch::Contains("two gates have the name `same`"));
    const ShellResult waited = folder.run(kMcheck + " explore ./gates " + words + "-- x");
    INFO(waited.out);
    CHECK_THAT(waited.out, Catch::Contains(no_wait) && Catch::Contains(no_opening));
    CHECK_THAT(waited.out, Catch::Contains("MC031"));
  }
}

}  // namespace mcheck::expected::library_locations_test

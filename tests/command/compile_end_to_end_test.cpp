// SPDX-License-Identifier: MIT
// The compiler wrappers with the installed compilers: the assembly that they generate, and that
// programs link. A stub replaces mcheck's object.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "tests/support/shell.hpp"

namespace mcheck::command::compile_end_to_end_test {
namespace {

const std::string kMcheck = MCHECK_BINARY_DIRECTORY "/mcheck";

constexpr const char* kStub = R"(
#define HOOK(name) void name(void* at) { (void)at; }
#define HOOKS(size) HOOK(__tsan_read##size) HOOK(__tsan_write##size) \
  HOOK(__tsan_unaligned_read##size) HOOK(__tsan_unaligned_write##size)
HOOKS(1) HOOKS(2) HOOKS(4) HOOKS(8) HOOKS(16)
HOOK(__tsan_func_entry) HOOK(__tsan_vptr_read)
void __tsan_init(void) {}
void __tsan_func_exit(void) {}
void __tsan_read_range(void* at, unsigned long size) { (void)at; (void)size; }
void __tsan_write_range(void* at, unsigned long size) { (void)at; (void)size; }
void __tsan_vptr_update(void** at, void* value) { (void)at; (void)value; }
int stub_is_linked = 1;
)";

constexpr const char* kRacy = R"(
int flag, x, y; char from[64], to[64];
void* memcpy(void*, const void*, unsigned long);
void spin(void) { while (!flag) {} }
void twice(void) { x = x + 1; x = x + 1; }
void dead(void) { y = 1; y = 2; }
void unused(void) { int value = x; (void)value; }
int same(void) { int first = x; int second = x; return first - second; }
void copy(void) { memcpy(to, from, 24); }
)";

constexpr const char* kProgram = R"(
#include <cassert>
#include <iostream>
#include <stdexcept>
extern int stub_is_linked;
int main(int count, char**) {
  try {
    if (count > 0) throw std::runtime_error("thrown and caught");
  } catch (const std::exception& error) {
    std::cout << error.what() << "\n";
  }
  assert(count == stub_is_linked);
  return 0;
}
)";

struct Pair {
  std::string cxx;
  std::string c;
};

// A temporary folder, and commands that run in it.
class WorkFolder {
 public:
  WorkFolder() {
    std::filesystem::create_directories(path_);
    file("stub.c", kStub);
    REQUIRE(run_shell("cd " + path_ + " && cc -c -fPIE stub.c -o mcheck_unmodified.o && " +
                      "cp mcheck_unmodified.o mcheck_unmodified_static.o")
                .code == 0);
  }
  ~WorkFolder() { std::filesystem::remove_all(path_); }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  void file(const std::string& name, const std::string& content) const {
    std::ofstream(path_ + "/" + name) << content;
  }
  [[nodiscard]] ShellResult run(const Pair& compilers, const std::string& line) const {
    return run_shell("cd " + path_ + " && export MCHECK_CXX=" + compilers.cxx +
                     " MCHECK_CC=" + compilers.c + " MCHECK_OBJECT=$PWD/mcheck_unmodified.o && (" +
                     line + ") 2>&1 </dev/null");
  }

 private:
  std::string path_ = "/tmp/mcheck_compile_" + std::to_string(getpid());
};

// Both compilers, if both are installed (`make test` installs them).
std::vector<Pair> compilers() {
  std::vector<Pair> all;
  for (const Pair& each : {Pair{"g++", "gcc"}, Pair{"clang++", "clang"}}) {
    if (run_shell("command -v " + each.cxx + " " + each.c).code == 0) all.push_back(each);
  }
  REQUIRE_FALSE(all.empty());
  return all;
}

// How often a function calls another one in the assembly.
int calls(const std::string& assembly, const std::string& from, const std::string& to) {
  const std::size_t begin = assembly.find("\n" + from + ":");
  const std::size_t end = assembly.find(".size\t" + from + ",", begin);
  REQUIRE(end != std::string::npos);
  int count = 0;
  for (std::size_t at = assembly.find(to, begin); at < end; at = assembly.find(to, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("every racy access of a program compiled at any level has its call") {
  const WorkFolder folder;
  folder.file("racy.c", kRacy);
  for (const Pair& pair : compilers()) {
    for (const char* level : {"", "-O1", "-O2", "-O3", "-Os", "-O0", "-O2 -flto"}) {
      CAPTURE(pair.cxx, level);
      const ShellResult ran =
          folder.run(pair, kMcheck + " cc " + level + " -S racy.c -o racy.s && cat racy.s");
      REQUIRE(ran.code == 0);
      CHECK(calls(ran.out, "spin", "__tsan_read4") == 1);
      CHECK(calls(ran.out, "twice", "__tsan_read4") == 2);
      CHECK(calls(ran.out, "twice", "__tsan_write4") == 2);
      CHECK(calls(ran.out, "dead", "__tsan_write4") == 2);
      CHECK(calls(ran.out, "unused", "__tsan_read4") == 1);
      CHECK(calls(ran.out, "same", "__tsan_read4") == 2);
      CHECK(calls(ran.out, "copy", "memcpy") == 1);
    }
  }
}

TEST_CASE("a program is linked with the object, in whatever way, and runs") {
  const WorkFolder folder;
  folder.file("program.cpp", kProgram);
  for (const Pair& pair : compilers()) {
    for (const char* options :
         {"", "-O2 -DNDEBUG -Wall -Wextra -Werror", "-fsanitize=thread", "-no-pie", "-flto",
          "-static-libstdc++ -static-libgcc", "-Wl,--gc-sections -ffunction-sections",
          "-fsanitize=undefined", "-D_FORTIFY_SOURCE=2 -O2 -Werror", "-std=c++20 -pipe -pthread"}) {
      CAPTURE(pair.cxx, options);
      const ShellResult ran =
          folder.run(pair, kMcheck + " c++ " + options + " program.cpp -o program && " +
                               "./program && ./program; nm program");
      INFO(ran.out);
      CHECK(ran.out.starts_with("thrown and caught\nthrown and caught\n"));
      CHECK(ran.out.find("stub_is_linked") != std::string::npos);
      CHECK(ran.out.find("T __tsan_func_entry") != std::string::npos);
    }
  }
}

TEST_CASE("response files, dependencies and standard input go the way that they always go") {
  const WorkFolder folder;
  folder.file("program.cpp", kProgram);
  folder.file("line", "-MMD program.cpp\n-o \"a program\"\n");
  for (const Pair& pair : compilers()) {
    CAPTURE(pair.cxx);
    const ShellResult files =
        folder.run(pair, kMcheck + " c++ @line && './a program' && cat 'a program.d'");
    CHECK(files.code == 0);
    CHECK(files.out.starts_with("thrown and caught\n"));
    CHECK(files.out.find("program.cpp") != std::string::npos);
    CHECK(folder
              .run(pair, "echo 'int main(void) { return 7; }' | " + kMcheck +
                             " cc -x c - -o seven && ./seven")
              .code == 7);
    CHECK(folder.run(pair, kMcheck + " c++ nothing.cpp").code != 0);
    const ShellResult version = folder.run(pair, kMcheck + " c++ --version");
    CHECK(version.out == folder.run(pair, pair.cxx + " --version").out);
  }
}

TEST_CASE("CMake takes mcheck for the compiler that it stands for, in C and C++ at once") {
  const WorkFolder folder;
  folder.file("CMakeLists.txt", R"(
cmake_minimum_required(VERSION 3.16)
project(both C CXX)
include(CheckCXXSourceCompiles)
check_cxx_source_compiles("int main() { return 0; }" WORKS)
check_cxx_source_compiles("int main() { return no_such_name; }" WORKS_NOT)
message(STATUS "found ${WORKS}-${WORKS_NOT} ${CMAKE_CXX_COMPILER_ID} ${CMAKE_C_COMPILER_ID}")
add_library(shared SHARED shared.c)
target_link_options(shared PRIVATE LINKER:--no-undefined)
add_executable(both program.cpp)
target_link_libraries(both shared)
)");
  folder.file("shared.c", "int shared_value; int next(void) { return ++shared_value; }\n");
  folder.file("program.cpp", "extern \"C\" int next(); int main() { return next() + next(); }\n");
  for (const Pair& pair : compilers()) {
    CAPTURE(pair.cxx);
    const ShellResult ran = folder.run(
        pair, "rm -rf b && CXX='" + kMcheck + " c++' CC='" + kMcheck +
                  " cc' cmake -B b -DCMAKE_BUILD_TYPE=Release . && cmake --build b && b/both");
    INFO(ran.out);
    const std::string name = pair.c == "gcc" ? "GNU" : "Clang";
    CHECK(ran.out.find("found 1- " + name + " " + name + "\n") != std::string::npos);
    CHECK(ran.code == 3);
  }
}

TEST_CASE("what is missing is named before anything is compiled") {
  const WorkFolder folder;
  folder.file("program.cpp", kProgram);
  CHECK(folder.run({"no_such_compiler", "gcc"}, kMcheck + " c++ program.cpp").out ==
        "mcheck: there is no compiler 'no_such_compiler'\n"
        "  because  MCHECK_CXX names it\n"
        "  try      MCHECK_CXX=g++\n");
  const Pair pair = compilers().front();
  const ShellResult ran =
      folder.run(pair, "MCHECK_OBJECT=/no/such.o " + kMcheck + " c++ program.cpp");
  CHECK(ran.code == 2);
  CHECK(ran.out ==
        "mcheck: cannot link '/no/such.o': there is no such file\n"
        "  because  every explored program is linked with it\n"
        "  usually  it was not built, or only the command was copied\n"
        "  try      ninja mcheck_unmodified, or MCHECK_OBJECT=its path\n");
  const ShellResult itself = folder.run({kMcheck, "gcc"}, kMcheck + " c++ program.cpp");
  CHECK(itself.code == 2);
  CHECK(itself.out.starts_with("mcheck: 'MCHECK_CXX' names mcheck itself\n"));
}

TEST_CASE("the first function of a file is a header's, and told as the header's") {
  const WorkFolder folder;
  folder.file("first.cpp", "#include <mutex>\nstd::mutex guard;\nvoid take() { guard.lock(); }\n");
  for (const Pair& pair : compilers()) {
    CAPTURE(pair.cxx);
    const ShellResult ran = folder.run(
        pair, kMcheck +
                  " c++ -O0 -fPIC -shared first.cpp -o first.so && for at in $(nm first.so | " +
                  "sed -n 's/ . .*gthread_mutex_lockP.*//p'); do addr2line -e first.so $at; done");
    CHECK(ran.out.find("gthr-default.h:") != std::string::npos);
    CHECK(ran.out.find("first.cpp:") == std::string::npos);
  }
}

}  // namespace mcheck::command::compile_end_to_end_test

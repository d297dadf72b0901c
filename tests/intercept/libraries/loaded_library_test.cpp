// SPDX-License-Identifier: MIT
// A library that the program loads with dlopen() while it runs.
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/intercept/unmodified.hpp"

namespace mcheck::loaded_library_test {
namespace {

constexpr const char* kLibrary = R"(
thread_local char space[100];
static char* kept;
extern "C" void use(char c) {
  space[0] = c;
  if (kept == nullptr) kept = new char[50];
}
)";

constexpr const char* kProgram = R"(
#include <dlfcn.h>
#include <cassert>
#include <thread>
int main() {
  void* library = dlopen("./libspace.so", RTLD_NOW);
  assert(library != nullptr);
  auto use = reinterpret_cast<void (*)(char)>(dlsym(library, "use"));
  use('m');
  std::thread other([&] { use('t'); });
  other.join();
}
)";

}  // namespace

TEST_CASE("what a loaded library points to, and its thread-locals, are no leak") {
  const std::string folder = "/tmp/mcheck_loaded_library_" + std::to_string(getpid());
  std::filesystem::create_directory(folder);
  std::ofstream(folder + "/space.cpp") << kLibrary;
  std::ofstream(folder + "/program.cpp") << kProgram;
  const std::string mcheck = "cd " + folder + " && " + quoted(MCHECK_BINARY_DIRECTORY "/mcheck");
  REQUIRE(run_shell(mcheck + " c++ -shared -fPIC space.cpp -o libspace.so 2>&1").code == 0);
  REQUIRE(run_shell(mcheck + " c++ program.cpp -o program 2>&1").code == 0);
  const ShellResult ran = run_shell(mcheck + " explore ./program 2>&1");
  INFO(ran.out);
  CHECK(ran.code == 0);
  std::filesystem::remove_all(folder);
}

}  // namespace mcheck::loaded_library_test

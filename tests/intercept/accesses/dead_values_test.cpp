// SPDX-License-Identifier: MIT
// Random code does the same with and without its dead registers cleared, by either compiler; and
// states do not differ in registers that are dead.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <string>

#include "tests/intercept/unmodified.hpp"
#include "tests/support/deep.hpp"
#include "tests/support/generators/random_code.hpp"
#include "tests/support/shell.hpp"

namespace mcheck::dead_values_test {
namespace {

const std::string kAssembler = "-B" + quoted(MCHECK_BINARY_DIRECTORY "/../lib/assembler/");

// What the program prints, and how many instructions its code has.
struct Compiled {
  std::string output;
  int instructions = 0;
};

Compiled compiled(const std::string& compiler, const std::string& source,
                  const std::string& options) {
  const std::string program = source + ".out";
  const ShellResult built =
      run_shell(compiler + " " + options + " -w " + source + " -o " + program + " 2>&1");
  INFO(built.what << "\n" << built.out);
  REQUIRE(built.code == 0);
  const ShellResult ran = run_shell(program + "; echo $?");
  const ShellResult listed = run_shell("objdump -d " + program + " | wc -l");
  unlink(program.c_str());
  return {.output = ran.out, .instructions = std::stoi(listed.out)};
}

}  // namespace

TEST_CASE("random code with exceptions does the same with its dead registers cleared") {
  const std::string source = "/tmp/mcheck_code_" + std::to_string(getpid()) + ".cpp";
  const std::uint64_t programs = is_deep() ? 300 : 3;
  int added = 0;
  for (std::uint64_t seed = 0; seed < programs; ++seed) {
    std::ofstream(source) << random_code::program(seed);
    for (const std::string options : {"-O1", "-O2 -fno-inline"}) {
      for (const std::string compiler : {"g++", "clang++ -fno-integrated-as"}) {
        INFO("seed " << seed << " " << compiler << " " << options);
        const Compiled plain = compiled(compiler, source, options);
        const Compiled cleared = compiled(compiler, source, options + " " + kAssembler);
        CHECK(plain.output == cleared.output);
        CHECK(plain.instructions <= cleared.instructions);
        added += cleared.instructions - plain.instructions;
      }
    }
  }
  unlink(source.c_str());
  CHECK(added > 100);
}

TEST_CASE("states do not differ in what a thread has counted to before") {
  const std::string program = "/tmp/mcheck_counts_" + std::to_string(getpid());
  std::ofstream(program + ".cpp") << R"(#include <mutex>
#include <thread>
std::mutex m;
int count = 0;
void counts() { for (int i = 0; i < 6; ++i) { m.lock(); ++count; m.unlock(); } }
int main() { std::thread other(counts); counts(); other.join(); return count - 12; })";
  const std::string mcheck = quoted(MCHECK_BINARY_DIRECTORY "/mcheck");
  for (const char* options : {"-O0", "-O1", "-O2"}) {
    INFO(options);
    REQUIRE(run_shell(mcheck + " c++ " + options + " " + program + ".cpp -o " + program).code == 0);
    const ShellResult ran =
        run_shell(mcheck + " explore " + program + " --strategy states --quiet");
    // With what each thread has counted to, 494.
    CHECK_THAT(ran.out, Catch::Contains(" 134 states,"));
  }
  unlink((program + ".cpp").c_str());
  unlink(program.c_str());
}

}  // namespace mcheck::dead_values_test

// SPDX-License-Identifier: MIT
// Wrong requests: one clear message, exit code 2, and nothing runs.
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/supervise/program_check.hpp"
#include "tests/support/shell.hpp"

namespace mcheck::command::bad_input_test {
namespace {

const std::string kMcheck = MCHECK_BINARY_DIRECTORY "/mcheck";
const std::string kFake = MCHECK_BINARY_DIRECTORY "/fake_program";

ShellResult refused(const std::string& words) {
  return run_shell(kMcheck + " " + words + " 2>&1", 30);
}

// A temporary file.
class Scratch {
 public:
  explicit Scratch(const std::string& content, unsigned mode = 0755,
                   const std::string& extension = "") {
    path_ += extension;
    std::ofstream(path_) << content;
    chmod(path_.c_str(), mode);
  }
  ~Scratch() { std::remove(path_.c_str()); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_ = "/tmp/mcheck_scratch_" + std::to_string(getpid());
};

std::string diagnostic_for(const std::string& path) {
  try {
    check_program(path);
  } catch (const UsageError& error) {
    return error.message;
  }
  return "accepted";
}

TEST_CASE("a program that is not there is named, and where to look") {
  CHECK(diagnostic_for("/no/such/prog") ==
        "mcheck: cannot explore '/no/such/prog': there is no such file\n"
        "  usually  it was not built, or it lies in another directory\n"
        "  try      ls /no/such/\n");
  CHECK(refused("explore /no/such/prog").code == 2);
}

TEST_CASE("a directory, a text and a script are no programs") {
  CHECK(diagnostic_for("/tmp") ==
        "mcheck: cannot explore '/tmp': it is a directory\n"
        "  try      ls /tmp\n");
  const Scratch text("int main() {}\n", 0644);
  CHECK(diagnostic_for(text.path()) == "mcheck: cannot explore '" + text.path() +
                                           "': it is not executable\n"
                                           "  usually  it is a copy that lost its mode, or no "
                                           "program\n"
                                           "  try      chmod +x " +
                                           text.path() + "\n");
  const Scratch script("#!/bin/sh\ntouch /tmp/it_was_run\n");
  CHECK(diagnostic_for(script.path()) == "mcheck: cannot explore '" + script.path() +
                                             "': it is no ELF program\n"
                                             "  usually  it is a script that starts the program\n"
                                             "  try      the program itself\n");
}

TEST_CASE("a source file is answered with the command that compiles it") {
  for (const auto& [extension, compiler] :
       {std::pair{".cpp", "c++"}, {".cc", "c++"}, {".cxx", "c++"}, {".c", "cc"}}) {
    for (const unsigned mode : {0644u, 0755u}) {
      const Scratch source("int main() {}\n", mode, extension);
      const std::string& path = source.path();
      const std::string program = path.substr(0, path.rfind('.'));
      CHECK(diagnostic_for(path) == "mcheck: cannot explore '" + path +
                                        "': it is a source file\n  try      mcheck " + compiler +
                                        " " + path + " -o " + program + "\n");
    }
  }
  const Scratch other("x\n", 0644, ".cpp.txt");
  CHECK(diagnostic_for(other.path()).find("it is not executable") != std::string::npos);
}

TEST_CASE("a program without the model library is not run") {
  CHECK(diagnostic_for("/bin/true") ==
        "mcheck: cannot explore '/bin/true': it is not linked with mcheck's model library\n"
        "  because  it has no section 'mcheck_abi'; nothing was run\n"
        "  usually  another compiler built it; its source code can stay as it is\n"
        "  try      mcheck c++ -g FILE.cpp -o PROGRAM   (C: mcheck cc)\n"
        "  or       CXX=\"mcheck c++\" CC=\"mcheck cc\" for its build system\n"
        "  or       target_link_libraries(… mcheck_main), if it uses <mcheck/…>\n");
  CHECK(diagnostic_for(kFake) == "accepted");
}

TEST_CASE("a broken ELF file is refused, whatever is broken") {
  std::ostringstream content;
  content << std::ifstream(kFake, std::ios::binary).rdbuf();
  const std::string whole = content.str();
  REQUIRE(elf_section_word(kFake, "mcheck_abi") == 1u);
  CHECK_FALSE(elf_section_word(kFake, "mcheck_ab").has_value());
  for (std::size_t bytes : {4u, 16u, 63u, 64u, 1000u}) {
    const Scratch cut(whole.substr(0, bytes));
    CAPTURE(bytes);
    CHECK(diagnostic_for(cut.path()).find("not linked with mcheck's") != std::string::npos);
  }
  for (std::size_t at = 0; at < 64; ++at) {  // each byte of the header
    std::string broken = whole;
    broken[at] = static_cast<char>(~broken[at]);
    const Scratch file(broken);
    CAPTURE(at);
    CHECK_NOTHROW(elf_section_word(file.path(), "mcheck_abi"));
  }
}

TEST_CASE("an unknown test or strategy is answered with the known ones") {
  const ShellResult test = refused("explore " + kFake + " --test verifed");
  CHECK(test.code == 2);
  CHECK(
      test.out.starts_with("mcheck: '" + kFake + "' has no test 'verifed'\n  known    abort, bug"));
  CHECK(test.out.ends_with("  try      --test verified\n"));
  const ShellResult strategy = refused("explore " + kFake + " --test bug --strategy dsf");
  CHECK(strategy.code == 2);
  CHECK(strategy.out ==
        "mcheck: there is no strategy 'dsf'\n"
        "  known    auto, optimal, dfs and random\n"
        "  try      --strategy dfs\n");
}

TEST_CASE("a schedule that is garbled or foreign is refused before it is run") {
  const ShellResult malformed = refused("replay " + kFake + " hello");
  CHECK(malformed.code == 2);
  CHECK(malformed.out.starts_with("mcheck: cannot replay 'hello': "));
  const ShellResult foreign = refused("replay " + kFake + " mc1.philosophers..abcd.1");
  CHECK(foreign.code == 2);
  CHECK(foreign.out.find("'philosophers'") != std::string::npos);
  CHECK(foreign.out.ends_with("  try      mcheck explore " + kFake + "     (to get one)\n"));
}

TEST_CASE("a bad option stops the command before anything is run") {
  const ShellResult ran = refused("explore " + kFake + " --bound banana");
  CHECK(ran.code == 2);
  CHECK(ran.out.starts_with("mcheck: '--bound banana' is not a valid number"));
}

}  // namespace
}  // namespace mcheck::command::bad_input_test

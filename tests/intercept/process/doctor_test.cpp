// SPDX-License-Identifier: MIT
// `mcheck doctor`: what it finds in programs that repeat themselves, and in those that do not.
#include <unistd.h>

#include <filesystem>

#include "tests/intercept/process/isolation.hpp"

namespace mcheck::doctor_test {

TEST_CASE("doctor finds the update that is lost on purpose") {
  const ShellResult ran = mcheck_on("doctor", "isolation_program", "-- right");
  INFO(ran.out);
  CHECK(ran.code == 0);
  CHECK(ran.out.find("finds     a planted lost update") != std::string::npos);
  CHECK(ran.out.find("compiled  1 file with -fsanitize=thread") != std::string::npos);
  CHECK(ran.out.find("repeats   yes") != std::string::npos);
  CHECK(ran.out.find("unhooked") == std::string::npos);
}

TEST_CASE("atomic instructions in functions of assembly are named, by doctor and in the verdict") {
  const std::string functions = "in bump(int*), f, mcheck_bump";  // a C name is no type
  const ShellResult ran = mcheck_on("doctor", "doctor_program", "");
  INFO(ran.out);
  CHECK(ran.out.find(functions) != std::string::npos);
  const Json result = explored_as_json("doctor_program", "", "");
  CHECK(result["verdict"].text() == "verified");
  CHECK(mentions(result["assumptions"], functions));
}

TEST_CASE("a library with threads and without hooks is named in the verdict") {
  const Json result = explored_as_json("doctor_library_program", "", "");
  CHECK(result["verdict"].text() == "verified");
  CHECK(mentions(result["assumptions"], "libdoctor_library.so shares no data between threads"));
}

TEST_CASE("a program of which no file is instrumented is refused") {
  const ShellResult ran = mcheck_on("explore", "doctor_plain_program", "");
  INFO(ran.out);
  CHECK(ran.code == 2);
  CHECK(ran.out.find("no file of the program was compiled with -fsanitize=thread") !=
        std::string::npos);
}

TEST_CASE("a program whose linker hides mcheck from the libraries is refused") {
  const ShellResult ran =
      run_shell(quoted(MCHECK_BINARY_DIRECTORY "/doctor_hidden_program") + " 2>&1");
  INFO(ran.out);
  CHECK(ran.code == 2);
  CHECK(ran.out.find("does not lead to mcheck") != std::string::npos);
}

TEST_CASE("threads of OpenMP are refused, by name, and what needs none is explored") {
  const std::string mcheck = quoted(MCHECK_BINARY_DIRECTORY "/mcheck");
  const std::string program = "/tmp/mcheck_openmp_" + std::to_string(getpid());
  const std::string build = "MCHECK_CXX=g++ " + mcheck + " c++ -fopenmp " +
                            quoted(MCHECK_SOURCE_DIRECTORY "/tests/intercept/samples/openmp.cpp") +
                            " -o " + program + " 2>&1";
  REQUIRE(run_shell(build).code == 0);
  const ShellResult explored = run_shell(mcheck + " explore " + program + " --time 20s 2>&1");
  const ShellResult examined = run_shell(mcheck + " doctor " + program + " 2>&1");
  const ShellResult alone = run_shell(mcheck + " explore " + program + " --time 20s -- alone 2>&1");
  std::filesystem::remove(program);
  INFO(explored.out << examined.out << alone.out);
  CHECK(explored.code == 2);
  CHECK(explored.out.find("starts threads of OpenMP") != std::string::npos);
  CHECK(explored.out.find("try      without -fopenmp") != std::string::npos);
  CHECK(examined.code == 4);
  CHECK(examined.out.find("refused   the program starts threads of OpenMP") != std::string::npos);
  CHECK(alone.out.starts_with("verified"));
}

}  // namespace mcheck::doctor_test

// SPDX-License-Identifier: MIT
#include "tests/intercept/isolation.hpp"

namespace mcheck {

TEST_CASE("doctor finds the update that is lost on purpose") {
  const Ran ran = mcheck_on("doctor", "isolation_program", "-- right");
  INFO(ran.out);
  CHECK(ran.code == 0);
  CHECK(ran.out.find("sees      a lost update that is known to be there") != std::string::npos);
  CHECK(ran.out.find("compiled  1 file with -fsanitize=thread") != std::string::npos);
  CHECK(ran.out.find("repeats   yes") != std::string::npos);
  CHECK(ran.out.find("unseen") == std::string::npos);
}

TEST_CASE("atomic instructions in inline assembly are named, by doctor and in the verdict") {
  const std::string functions = "bump(), (anonymous namespace)::swap_in(int)";
  const Ran ran = mcheck_on("doctor", "doctor_program", "");
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
  const Ran ran = mcheck_on("explore", "doctor_plain_program", "");
  INFO(ran.out);
  CHECK(ran.code == 2);
  CHECK(ran.out.find("no file of the program was compiled with -fsanitize=thread") !=
        std::string::npos);
}

TEST_CASE("a program that is linked with archives instead of the object is refused") {
  const Ran ran = run_shell(quoted(MCHECK_BINARY_DIRECTORY "/doctor_archive_program") + " 2>&1");
  INFO(ran.out);
  CHECK(ran.code == 2);
  CHECK(ran.out.find("does not lead to mcheck") != std::string::npos);
}

}  // namespace mcheck

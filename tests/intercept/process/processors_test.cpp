// SPDX-License-Identifier: MIT
// The number of processors that a program sees.
#include <thread>

#include "tests/intercept/unmodified.hpp"

namespace mcheck::unmodified_programs::processors_test {

TEST_CASE("a search has two processors on every machine, a run without one those that there are") {
  const ShellResult searched = run_shell(explore("processors", "--verbose", "") + " 2>&1");
  INFO(searched.out);
  CHECK(searched.out.find("2 2 2 2 2\n") != std::string::npos);
  CHECK(searched.out.find("status 3") != std::string::npos);  // the page size is the machine's

  const ShellResult once = run_shell("MCHECK_PASS_THROUGH=1 " + program("processors"));
  CHECK(once.out.starts_with(std::to_string(std::thread::hardware_concurrency()) + " "));
}

}  // namespace mcheck::unmodified_programs::processors_test

// SPDX-License-Identifier: MIT
// The last message of a program before it ends is received, even if the command checks for the end
// before it reads again. A debugger delays the command there: the breakpoint is taken if the first
// argument, in its register, is 0.
#include <catch2/catch.hpp>

#include "tests/support/shell.hpp"

namespace mcheck::last_message_test {
namespace {

const std::string kBinaries = MCHECK_BINARY_DIRECTORY "/";

}  // namespace

TEST_CASE("an answer that comes between listening and looking is no sudden end") {
  const ShellResult ran = run_shell(
      "gdb -nx -batch -ex 'break *&_ZN6mcheck7command5Child9poll_exitEi if $esi == 0' "
      "-ex run -ex 'shell sleep 4' -ex delete -ex continue --args " +
      quoted(kBinaries + "mcheck") + " explore " + quoted(kBinaries + "families") +
      " --test rmw --quiet -- 4 3 2>&1");
  INFO(ran.out);
  CHECK(ran.out.find("Breakpoint 1, ") != std::string::npos);
  CHECK(ran.out.find("verified: ") != std::string::npos);
}

}  // namespace mcheck::last_message_test

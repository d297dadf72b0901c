// SPDX-License-Identifier: MIT
#include "tests/intercept/isolation.hpp"

namespace mcheck {
namespace {

void is_a_hang(const std::string& what, const std::string& options) {
  INFO(what << " " << options);
  const Json result = explored_as_json("watchdog_program", "--patience 300ms " + options, what);
  REQUIRE(result["failures"].elements().size() == 1);
  const Json& failure = result["failures"].elements()[0];
  CHECK(failure["kind"].text() == "hang");
  CHECK(failure["thread"].text() == "T1");
  CHECK_FALSE(failure["schedule"].text().empty());
  const std::string threads = failure["threads"].dump();
  CHECK(threads.find("watchdog_program.cpp") != std::string::npos);
}

}  // namespace

TEST_CASE("a loop without a scheduling point is a hang, with its thread, line and schedule") {
  for (const char* options : {"--isolate none", "--isolate fork"}) {
    is_a_hang("malloc", options);
    is_a_hang("jump", options);
    is_a_hang("access", options);
  }
}

TEST_CASE("a system call that waits for ever is a hang, with its thread, line and schedule") {
  is_a_hang("read", "");
  is_a_hang("read", "--isolate fork");
  is_a_hang("poll", "");
  is_a_hang("poll", "--isolate fork");
}

}  // namespace mcheck

// SPDX-License-Identifier: MIT
// Programs that run for ever by design: locks, servers and loops around sleeps. Right ones are
// verified, of broken ones the bug is reported, and its replay shows it.
#include <array>

#include "tests/intercept/states/compared_states.hpp"
#include "tests/intercept/unmodified.hpp"

namespace mcheck::endless_programs_test {
namespace {

struct EndlessProgram {
  const char* words;
  const char* verdict;
  const char* kind;  // of the bug
};

Json searched(const std::string& program, const std::string& words, const std::string& options) {
  const ShellResult ran =
      run_shell(quoted(MCHECK_BINARY_DIRECTORY "/mcheck") + " explore " + program +
                " --strategy states --time 60s --json - " + options + " -- " + quoted(words));
  INFO(ran.what << "\n" << ran.out.substr(0, 2000));
  const auto parsed = Json::parse(ran.out);
  REQUIRE(std::holds_alternative<Json>(parsed));
  return std::get<Json>(parsed);
}

template <std::size_t N>
void judge(const char* name, const char* options, const std::array<EndlessProgram, N>& rows) {
  const std::string program = unmodified_programs::program(name);
  for (const EndlessProgram& row : rows) {
    const Json result = searched(program, row.words, options);
    INFO(row.words << " " << options << ": " << result["reason"].text());
    CHECK(result["verdict"].text() == row.verdict);
    if (row.verdict != std::string("bug")) continue;
    const Json& failure = result["failures"].elements()[0];
    CHECK(failure["kind"].text() == row.kind);
    const ShellResult again = run_shell(quoted(MCHECK_BINARY_DIRECTORY "/mcheck") + " replay " +
                                        program + " " + failure["schedule"].text());
    CHECK(again.out.find(row.kind) != std::string::npos);
    CHECK(again.out.find("replayed") != std::string::npos);
  }
}

}  // namespace

TEST_CASE("locks in endless loops: being inside is progress, and each thread has to make it") {
  judge("state_locks", "",
        std::array<EndlessProgram, 8>{{
            {"peterson", "verified", ""},
            {"peterson that turns first", "bug", "crash"},
            {"dekker", "verified", ""},
            {"dekker without turns", "bug", "starvation"},
            {"bakery", "verified", ""},
            {"filter of two", "verified", ""},
            {"filter without a level", "bug", "crash"},
            {"exchange", "bug", "starvation"},
        }});
}

// The loser of "dekker without turns" writes again and again: only marks tell that from work.
TEST_CASE("with --endless allow a thread starves if all that it does is to spin") {
  judge("state_locks", "--endless allow",
        std::array<EndlessProgram, 4>{{
            {"peterson", "verified", ""},
            {"dekker", "verified", ""},
            {"dekker without turns", "verified", ""},
            {"exchange", "bug", "starvation"},
        }});
}

TEST_CASE("servers that run for ever are livelocks unless that is their design") {
  judge("state_services", "",
        std::array<EndlessProgram, 3>{{
            {"server", "bug", "livelock"},
            {"ping-pong", "bug", "livelock"},
            {"blink", "bug", "livelock"},
        }});
  judge("state_services", "--endless allow",
        std::array<EndlessProgram, 4>{{
            {"server", "verified", ""},
            {"ping-pong", "verified", ""},
            {"blink", "verified", ""},
            {"lock that is kept", "bug", "starvation"},
        }});
}

TEST_CASE("how long a thread has slept is no state unless it reads a clock") {
  judge("state_services", "",
        std::array<EndlessProgram, 4>{{
            {"poll", "verified", ""},
            {"poll for ever", "verified", ""},
            {"wait in slices", "verified", ""},
            {"give up after a while", "bug", "crash"},
        }});
}

}  // namespace mcheck::endless_programs_test

// SPDX-License-Identifier: MIT
// --strategy auto: whichever of two searches decides first; and what a search by states refuses.
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "tests/intercept/states/compared_states.hpp"

namespace mcheck::strategy_race_test {
namespace {

// What a program answers to a request (docs/protocol.md).
std::string answer_to(const std::string& program, const std::string& request) {
  int ends[2];
  REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    setenv("MCHECK_CHANNEL", std::to_string(ends[1]).c_str(), 1);
    execl(program.c_str(), program.c_str(), nullptr);
    _exit(127);
  }
  close(ends[1]);
  const std::string line = request + "\n";
  REQUIRE(write(ends[0], line.data(), line.size()) == static_cast<ssize_t>(line.size()));
  std::string said;
  std::array<char, 4096> part;
  for (ssize_t size = 0; (size = read(ends[0], part.data(), part.size())) > 0;)
    said.append(part.data(), static_cast<std::size_t>(size));
  close(ends[0]);
  waitpid(child, nullptr, 0);
  said.resize(said.find_last_not_of('\n') + 1);
  return said.substr(said.rfind('\n') + 1);
}

std::string binary(const std::string& name) {
  return quoted(MCHECK_BINARY_DIRECTORY "/" + name) + " ";
}

Json explored(const std::string& words) {
  const ShellResult ran = run_shell(binary("mcheck") + "explore --json - " + words);
  INFO(ran.what << "\n" << ran.out.substr(0, 2000));
  const auto parsed = Json::parse(ran.out);
  REQUIRE(std::holds_alternative<Json>(parsed));
  return std::get<Json>(parsed);
}

}  // namespace

TEST_CASE("auto: a search by states ends where there are too many classes") {
  const Json result = explored(binary("families") + "--test locks --time 60s -- 2 20");
  CHECK(result["verdict"].text() == "verified");
  CHECK(result["strategy"].text() == "states");
  CHECK(result["states"].natural() == 1'280);
}

// 3^15 classes under RC11, too.
TEST_CASE("auto: a search by states decides where it finds that weaker orders permit no more") {
  const std::string ring = binary("unmodified_weak_ring");
  const Json result = explored(ring + "--time 60s -- 16");
  CHECK(result["verdict"].text() == "verified");
  CHECK(result["strategy"].text() == "states");
  CHECK_FALSE(result["assumes_sc"].boolean(false));
  for (const std::string& line : result["assumptions"].texts())
    CHECK_THAT(line, !Catch::Contains("sequentially consistent"));
  CHECK(explored(ring + "--time 60s -- 16 relaxed")["verdict"].text() == "bug");
  const Json weak = explored(ring + "--memory rc11 --time 60s -- 16");
  CHECK(weak["verdict"].text() == "verified");
  CHECK(weak["strategy"].text() == "states");
  CHECK(explored(ring + "--memory rc11 --time 60s -- 16 relaxed")["verdict"].text() == "bug");
  CHECK(explored(ring + "--strategy states -- 3 relaxed")["assumes_sc"].boolean(false));
}

TEST_CASE("auto: a search that takes turns goes on where a check of weaker orders was begun") {
  for (const char* items : {"3", "9", "300"}) {
    const ShellResult ran =
        run_shell("MCHECK_STRATEGY=auto " + binary("unmodified_weak_ring") + items);
    INFO(items << "\n" << ran.out.substr(0, 2000));
    CHECK_THAT(ran.out, Catch::StartsWith("main: verified"));
  }
}

TEST_CASE("auto: a small search needs one process") {
  const Json result = explored(binary("families") + "--test rmw -- 2 2");
  CHECK(result["verdict"].text() == "verified");
  CHECK(result["strategy"].text() == "optimal");
  CHECK(result["executions"].natural() == 6);
}

TEST_CASE("auto: where neither search decides, both have the time that one has used") {
  const Json result = explored(binary("unmodified/endless_steps"));
  CHECK(result["verdict"].text() == "incomplete");
  CHECK(result["strategy"].text() == "auto");
  CHECK(result["limit"]["kind"].text() == "limit-steps");
}

TEST_CASE("auto: what the user wants of executions has no states beside it") {
  for (const char* options : {"--executions 100000", "--final-states"}) {
    const Json result =
        explored(binary("families") + "--test locks --time 2s " + options + " -- 3 3");
    CHECK(result["strategy"].text() == "optimal");
    CHECK(result["executions"].natural() == 1'680);
  }
}

TEST_CASE("auto: beside another search a program changes no file") {
  const std::string program = MCHECK_BINARY_DIRECTORY "/kernel_state_program";
  const auto answer = [&](const char* kind, const char* option) {
    return answer_to(program, R"({"protocol":1,"command":"explore","test":"main","arguments":[")" +
                                  std::string(kind) + R"("],"options":{"strategy":"states")" +
                                  option + "}}");
  };
  const char* const beside = R"(,"beside_another":true)";
  CHECK_THAT(answer("open", beside),
             Catch::StartsWith(R"({"type":"error")") && Catch::Contains("opens files"));
  CHECK_THAT(answer("open", ""), Catch::StartsWith(R"({"type":"result")"));
  CHECK_THAT(answer("private", beside), Catch::StartsWith(R"({"type":"result")"));
}

// Under a bound there is no RC11, and no check of weaker orders: both would assume the same.
TEST_CASE("auto: what optimal verifies needs no search of states") {
  const Json result = explored(binary("unmodified_weak_ring") + "--bound 2 -- 3");
  CHECK(result["verdict"].text() == "verified");
  CHECK(result["strategy"].text() == "optimal");
}

TEST_CASE("auto: a bug is a bug") {
  const Json result = explored(binary("bounded_buffer"));
  CHECK(result["verdict"].text() == "bug");
  CHECK(result["failures"].elements().size() == 1);
}

TEST_CASE("auto: in a program that is started by itself the two searches take turns") {
  const ShellResult ran =
      run_shell("MCHECK_STRATEGY=auto " + binary("families") + "--test locks --json - -- 2 20");
  INFO(ran.out);
  CHECK(ran.code == 0);
  CHECK(ran.out.find("\"states\": 1280") != std::string::npos);
}

TEST_CASE("a search by states has no checkpoint, and advises another strategy") {
  const ShellResult ran =
      run_shell(binary("mcheck") + "explore " + binary("families") +
                "--test rmw --strategy states --checkpoint states.checkpoint -- 2 2 2>&1");
  INFO(ran.out);
  CHECK(ran.code == 2);
  CHECK(ran.out.find("--strategy optimal") != std::string::npos);
}

TEST_CASE("a search by states does not count how often a failure occurs") {
  const Json result = explored(binary("bounded_buffer") + "--strategy states --keep-going");
  REQUIRE_FALSE(result["failures"].elements().empty());
  CHECK(result["failures"].elements()[0]["occurrences"].natural() == 1);
}

// A state can be reached in fewer steps, and is not gone on from again.
TEST_CASE("a search by states refuses to judge the number of steps") {
  const std::string words =
      binary("mcheck") + "explore " + binary("families") + "--test rmw --fail-at-steps --steps 3 ";
  const ShellResult ran = run_shell(words + "--strategy states -- 2 2 2>&1");
  INFO(ran.out);
  CHECK(ran.code == 2);
  CHECK(ran.out.find("strategy 'states' does not go with --fail-at-steps") != std::string::npos);
  CHECK(run_shell(words + "-- 2 2 2>&1").code == 1);
}

TEST_CASE("a search by states refuses a schedule file") {
  const std::string file = "states_refuse.gates";
  const ShellResult ran = run_shell(
      "printf 'schedule 1\\n' > " + file + " && " + binary("mcheck") + "explore " +
      binary("families") + "--test rmw --strategy states --schedule " + file + " -- 2 2 2>&1");
  INFO(ran.out);
  CHECK(ran.code == 2);
  CHECK(ran.out.find("strategy 'states' does not go with a schedule file") != std::string::npos);
}

}  // namespace mcheck::strategy_race_test

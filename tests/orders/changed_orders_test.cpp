// SPDX-License-Identifier: MIT
// A program with changed orders acts as one that is compiled with them.
#include <catch2/catch.hpp>

#include "tests/orders/compiled_samples.hpp"

namespace mcheck::changed_orders_test {
namespace {

constexpr const char* kRelaxed = "s/seq_cst/relaxed/";

std::uint64_t executions_of(const CompiledSamples& samples, const std::string& words) {
  const std::string command = "explore ./message --memory rc11 --keep-going --minimise off ";
  return samples.json_of(command + words)["executions"].natural();
}

}  // namespace

TEST_CASE("changed orders give the executions of a program compiled with them") {
  const std::string flags = GENERATE("-O0", "-O1", "-O2");
  CompiledSamples samples;
  samples.compile("message", flags, "9,20s/seq_cst/relaxed/");
  const std::uint64_t relaxed = executions_of(samples, "");
  const std::uint64_t strengthened =
      executions_of(samples, "--orders message.cpp:13:store=release,message.cpp:16:load=acquire");
  samples.compile("message", flags, "");
  const std::uint64_t seq_cst = executions_of(samples, "");
  CHECK(executions_of(samples,
                      "--orders message.cpp:12:store=relaxed,message.cpp:13:store=relaxed,"
                      "message.cpp:16:load=relaxed,message.cpp:17:load=relaxed") == relaxed);
  CHECK(relaxed == 3);       // the flag unset, both set, and the stale data
  CHECK(strengthened == 2);  // not the stale data
  CHECK(seq_cst == 2);
}

TEST_CASE("a replay has the orders of its schedule") {
  CompiledSamples samples;
  samples.compile("message");
  const Json result =
      samples.json_of("explore ./message --memory rc11 --orders message.cpp:13:store=relaxed");
  const Json failure = result["failures"].elements().front();
  const std::string schedule = failure["schedule"].text();
  const ShellResult replayed = samples.mcheck("replay ./message --quiet " + schedule);
  CHECK(replayed.code == 1);
  CHECK(replayed.out.find("MC002") != std::string::npos);
}

TEST_CASE("a change whose place is not reached is a remark") {
  CompiledSamples samples;
  samples.compile("message");
  const Json result =
      samples.json_of("explore ./message --memory rc11 --orders message.cpp:99:store=relaxed");
  const auto remarks = result["remarks"].texts();
  REQUIRE_FALSE(remarks.empty());
  CHECK(remarks.back() == "orders: no thread reached the place of message.cpp:99:store=relaxed");
}

TEST_CASE("changed orders are refused under sequential consistency") {
  CompiledSamples samples;
  samples.compile("message");
  const ShellResult ran =
      samples.mcheck("explore ./message --memory sc --orders message.cpp:13:store=relaxed 2>&1");
  CHECK(ran.code == 2);
  CHECK(ran.out.find("changes nothing under sequential consistency") != std::string::npos);
}

TEST_CASE("a report names the missing order") {
  CompiledSamples samples;
  samples.compile("message", "-O1", kRelaxed);
  const ShellResult ran = samples.mcheck("explore ./message --memory rc11 --minimise 60s");
  CHECK(ran.code == 1);
  INFO(ran.out);
  std::string words = ran.out;  // lines are broken
  for (std::size_t at = 0; (at = words.find("\n  ", at)) != std::string::npos;)
    words.replace(at, 3, " ");
  CHECK(words.find("missing order: store flag at message.cpp:13 release (is relaxed), load flag at "
                   "message.cpp:16 acquire (is relaxed): with both, 2 executions are verified") !=
        std::string::npos);
}

TEST_CASE("a bug that no order forbids has no missing order") {
  CompiledSamples samples;
  samples.compile("message", "-O1", "s/== 1/== 2/");
  const ShellResult ran = samples.mcheck("explore ./message --memory rc11 --minimise 60s");
  CHECK(ran.code == 1);
  CHECK(ran.out.find("missing order") == std::string::npos);
}

}  // namespace mcheck::changed_orders_test

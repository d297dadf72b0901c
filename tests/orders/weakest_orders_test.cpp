// SPDX-License-Identifier: MIT
// `mcheck orders` finds the published orders of known algorithms, all of which are seq_cst in the
// samples.
#include <catch2/catch.hpp>

#include "tests/orders/compiled_samples.hpp"

namespace mcheck::weakest_orders_test {
namespace {

Json first_test(const Json& orders) { return orders["tests"].elements().front(); }

}  // namespace

TEST_CASE("the weakest orders are the published ones") {
  struct Published {
    const char* sample;
    const char* orders;  // all but the relaxed ones
    const char* why;
  };
  const auto published = GENERATE(
      Published{"message", "store flag=release, load flag=acquire", "what the flag publishes"},
      Published{"spin_lock", "exchange locked=acquire, store locked=release",
                "one critical section happens before the next"},
      Published{"store_buffer", "fence=seq_cst, fence=seq_cst",
                "only psc orders a store before a later load [LVKHD17]"},
      Published{"seqlock",
                "fence=release, store sequence=release, load sequence=acquire, fence=acquire",
                "Boehm, Can seqlocks get along with programming language memory models, MSPC'12"},
      Published{"spsc_ring",
                "load head=acquire, store tail=release, load tail=acquire, store head=release",
                "each side publishes with its own index, and reads that relaxed"},
      Published{"treiber_stack",
                "compare_exchange top=release, load top=acquire, "
                "compare_exchange_failure top=acquire",
                "a push publishes the node, a pop reads it by either load"});
  CompiledSamples samples;
  samples.compile(published.sample);
  const Json orders = samples.json_of(std::string("orders ./") + published.sample);
  INFO(published.why);
  CHECK(weakest_orders(orders) == published.orders);
  CHECK(first_test(orders)["verdict"].text() == "verified");
  CHECK(first_test(orders)["complete"].boolean());
}

TEST_CASE("the weakest orders are verified, and each next weaker one fails") {
  const std::string sample = GENERATE("message", "spsc_ring", "seqlock", "treiber_stack");
  CompiledSamples samples;
  samples.compile(sample);
  const Json orders = samples.json_of("orders ./" + sample);
  CHECK(first_test(orders)["complete"].boolean());
  std::size_t replayed = 0;
  const Json table = first_test(orders);
  for (const Json& row : table["orders"].elements()) {
    const std::string schedule = row["next_weaker"]["schedule"].text();
    if (schedule.empty()) continue;
    const ShellResult ran = samples.mcheck("replay ./" + sample + " --quiet " + schedule);
    INFO(ran.what << "\n" << ran.out);
    CHECK(ran.code == 1);
    ++replayed;
  }
  CHECK(replayed >= 2);
}

TEST_CASE("orders that are too weak are made strong enough first") {
  CompiledSamples samples;
  samples.compile("message", "-O1", "s/seq_cst/relaxed/");
  const Json orders = samples.json_of("orders ./message");
  CHECK(first_test(orders)["verdict"].text() == "bug");
  CHECK(first_test(orders)["missing_order"].text() ==
        "store flag at message.cpp:13 release (is relaxed), load flag at message.cpp:16 acquire "
        "(is relaxed): with both, 2 executions are verified");
  CHECK(weakest_orders(orders) == "store flag=release, load flag=acquire");
  CHECK(samples.mcheck("orders ./message --quiet").code == 1);
}

TEST_CASE("the patch makes the code as weak as it was found to be") {
  CompiledSamples samples;
  samples.compile("message");
  const ShellResult patched =
      samples.shell(MCHECK_BINARY_DIRECTORY
                    "/mcheck orders ./message --patch > orders.patch; "
                    "patch -s message.cpp < orders.patch && grep -o 'memory_order_[a-z_]*' "
                    "message.cpp | tr '\\n' ' '");
  CHECK(patched.out ==
        "memory_order_relaxed memory_order_release memory_order_acquire memory_order_relaxed ");
}

TEST_CASE("a search of orders continues from its cache") {
  CompiledSamples samples;
  samples.compile("message");
  const Json first = first_test(samples.json_of("orders ./message --cache found"));
  CHECK(first["from_cache"].natural() == 0);
  // As if it was interrupted while it wrote the third line.
  REQUIRE(samples.shell("head -n 2 found > part && sed -n 3p found | cut -c 1-40 >> part").code ==
          0);
  const Json second = first_test(samples.json_of("orders ./message --cache part"));
  CHECK(second["from_cache"].natural() == 2);
  CHECK(second["explorations"].natural() + 2 == first["explorations"].natural());
  const Json third = first_test(samples.json_of("orders ./message --cache found"));
  CHECK(third["explorations"].natural() == 0);
  CHECK(third["orders"].dump() == first["orders"].dump());
  samples.compile("message", "-O0");  // another program
  CHECK(first_test(samples.json_of("orders ./message --cache found"))["from_cache"].natural() == 0);
}

TEST_CASE("an incomplete exploration is not verified") {
  CompiledSamples samples;
  samples.compile("spin_lock");
  const ShellResult ran = samples.mcheck("orders ./spin_lock --steps 3");
  INFO(ran.out);
  CHECK(ran.code == 3);
  CHECK(ran.out.find("as far as this test goes") == std::string::npos);
}

}  // namespace mcheck::weakest_orders_test

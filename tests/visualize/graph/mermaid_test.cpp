// SPDX-License-Identifier: MIT
#include "visualize/graph/mermaid.hpp"

#include <catch2/catch.hpp>

#include "tests/visualize/graph/mermaid_grammar.hpp"
#include "tests/visualize/support/approved.hpp"
#include "tests/visualize/support/samples.hpp"
#include "tests/visualize/support/samples_twins.hpp"
#include "visualize/graph/mermaid_text.hpp"

namespace mcheck::mermaid_test {
namespace {

TEST_CASE("the sequence diagram of each kind of failure is as approved") {
  for (const samples::NamedSample& sample : samples::one_of_each()) {
    INFO(sample.name);
    const std::string text = mermaid_execution(sample.failure, "a title");
    CHECK(text == approved(std::string(sample.name) + ".mmd", text));
    CHECK(mermaid_error(text).empty());
  }
}

TEST_CASE("flowcharts of waits, twins and searches are as approved") {
  const std::string waits = mermaid_waits(samples::deadlock());
  CHECK(waits == approved("waits.mmd", waits));
  CHECK(mermaid_error(waits) == "");
  const std::string twins = mermaid_twins(samples::lost_update_with_twin());
  CHECK(twins == approved("twins.mmd", twins));
  CHECK(mermaid_error(twins) == "");
  const std::string search = mermaid_search(samples::small_search());
  CHECK(search == approved("search.mmd", search));
  CHECK(mermaid_error(search) == "");
}

TEST_CASE("hostile names are text in Mermaid") {
  const FailureReport failure = samples::very_hostile();
  CHECK(mermaid_error(mermaid_execution(failure, failure.message)) == "");
  CHECK(mermaid_error(mermaid_waits(failure)) == "");
  CHECK(mermaid_error(mermaid_twins(failure)) == "");
  SearchTree tree = samples::small_search();
  for (TreeNode& node : tree.nodes) {
    if (!node.thread.empty()) node.thread = node.step = failure.message;
    if (!node.end.empty()) node.end = failure.message;
  }
  CHECK(mermaid_error(mermaid_search(tree)) == "");
}

TEST_CASE("no diagram is too large for GitHub") {
  CHECK(mermaid_error(mermaid_execution(samples::many_switches(500), "")) == "");
  CHECK(mermaid_error(mermaid_search(samples::wide_search(static_cast<int>(kMaxTreeNodes) - 1))) ==
        "");
}

TEST_CASE("a text in Mermaid ends no line, no block and no label") {
  CHECK(mermaid_text("a;b#c%%d\"e", 40) == "a#59;b#35;c#37;#37;d#34;e");
  CHECK(mermaid_text("end of the END, bend", 40) == "#101;nd of the #69;ND, bend");
  CHECK(mermaid_text("1. no list", 40) == "1#46; no list");
  CHECK(mermaid_text("två → 3", 40) == "två → 3");
  CHECK(mermaid_text("one\ntwo", 40) == "one#92;ntwo");
  CHECK(mermaid_text(std::string(10'000, 'x'), 10) == "xxxxxxxxx…");
}

TEST_CASE("the grammar refuses what Mermaid would") {
  CHECK(mermaid_error("sequenceDiagram\n  Note over t0: x\n") != "");
  CHECK(mermaid_error("sequenceDiagram\n  participant t0 as a\n  Note over t0: a;b\n") != "");
  CHECK(mermaid_error("flowchart LR\n  a1[\"say \"x\"\"]:::plain\n") != "");
  CHECK(mermaid_error("flowchart LR\n  subgraph fails\n") != "");
}

}  // namespace
}  // namespace mcheck::mermaid_test

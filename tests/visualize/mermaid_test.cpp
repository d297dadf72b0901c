// SPDX-License-Identifier: MIT
#include "visualize/mermaid.hpp"

#include <catch2/catch.hpp>

#include "tests/visualize/approved.hpp"
#include "tests/visualize/mermaid_grammar.hpp"
#include "tests/visualize/samples.hpp"
#include "tests/visualize/samples_twins.hpp"
#include "visualize/mermaid_text.hpp"

namespace mcheck {
namespace {

TEST_CASE("the sequence diagram of each kind of failure is as approved") {
  for (const samples::NamedSample& sample : samples::one_of_each()) {
    INFO(sample.name);
    const std::string text = mermaid_execution(sample.failure, "a title");
    CHECK(text == approved(std::string(sample.name) + ".mmd", text));
    CHECK(wrong_with_mermaid(text).empty());
  }
}

TEST_CASE("flowcharts of waits, twins and searches are as approved") {
  const std::string waits = mermaid_waits(samples::deadlock());
  CHECK(waits == approved("waits.mmd", waits));
  CHECK(wrong_with_mermaid(waits) == "");
  const std::string twins = mermaid_twins(samples::lost_update_with_twin());
  CHECK(twins == approved("twins.mmd", twins));
  CHECK(wrong_with_mermaid(twins) == "");
  const std::string search = mermaid_search(samples::small_search());
  CHECK(search == approved("search.mmd", search));
  CHECK(wrong_with_mermaid(search) == "");
}

TEST_CASE("hostile names are text in Mermaid") {
  const FailureReport failure = samples::very_hostile();
  CHECK(wrong_with_mermaid(mermaid_execution(failure, failure.message)) == "");
  CHECK(wrong_with_mermaid(mermaid_waits(failure)) == "");
  CHECK(wrong_with_mermaid(mermaid_twins(failure)) == "");
  SearchTree tree = samples::small_search();
  for (TreeNode& node : tree.nodes) {
    if (!node.thread.empty()) node.thread = node.step = failure.message;
    if (!node.end.empty()) node.end = failure.message;
  }
  CHECK(wrong_with_mermaid(mermaid_search(tree)) == "");
}

TEST_CASE("no diagram is too large for GitHub") {
  CHECK(wrong_with_mermaid(mermaid_execution(samples::many_switches(500), "")) == "");
  CHECK(wrong_with_mermaid(
            mermaid_search(samples::wide_search(static_cast<int>(kMostTreeNodes) - 1))) == "");
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
  CHECK(wrong_with_mermaid("sequenceDiagram\n  Note over t0: x\n") != "");
  CHECK(wrong_with_mermaid("sequenceDiagram\n  participant t0 as a\n  Note over t0: a;b\n") != "");
  CHECK(wrong_with_mermaid("flowchart LR\n  a1[\"say \"x\"\"]:::plain\n") != "");
  CHECK(wrong_with_mermaid("flowchart LR\n  subgraph fails\n") != "");
}

}  // namespace
}  // namespace mcheck

// SPDX-License-Identifier: MIT
// Generated tests of classes: the table of operations, tests as text, what is generated.
#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "programs/mcheck/synth/test_generator.hpp"

namespace mcheck::command::test_generator_test {
namespace {

// A queue, built from a configuration; it can be swapped with another queue.
const char* const kTable =
    "class\tqueue\n"
    "type\tqueue\n"
    "type\tconfig\n"
    "type\tint\t1\t2\t0\n"
    "operation\tqueue\tc\t\t\t0\tc1\n"
    "operation\tconfig\tc\t\t\t1\tv2\n"
    "operation\tpush\t\t\t\t\tr0\tv2\n"
    "operation\tpop\t\t\t\t2\tr0\n"
    "operation\tsize\tk\t\t\t2\tc0\n"
    "operation\tswap\t\t\t\t\tr0\tr0\n"
    "operation\tsingle\t\tproducer\t\t\tr0\n";

SequentialBehaviour all_fine(const ClassTest& /*test*/) { return SequentialBehaviour::kFine; }

CallChoice call(std::size_t operation, std::vector<ArgumentChoice> arguments) {
  return {.operation = operation, .arguments = std::move(arguments)};
}

ArgumentChoice literal(std::size_t number) {
  return {.kind = ArgumentKind::kLiteral, .number = number};
}
ArgumentChoice prefix_call(std::size_t number) {
  return {.kind = ArgumentKind::kPrefixCall, .number = number};
}
ArgumentChoice own_call(std::size_t number) {
  return {.kind = ArgumentKind::kOwnCall, .number = number};
}

// Two queues of one configuration; what one thread pops it pushes.
ClassTest two_queues() {
  return {.prefix = {call(1, {literal(0)}), call(0, {prefix_call(0)}), call(0, {prefix_call(0)})},
          .threads = {{call(3, {prefix_call(1)}), call(2, {prefix_call(1), own_call(0)})},
                      {call(5, {prefix_call(1), prefix_call(2)})}},
          .after = {call(4, {prefix_call(1)})}};
}

}  // namespace

TEST_CASE("the table says what operations take and give") {
  const ClassTable table = parse_class_table(kTable);
  CHECK(table.name == "queue");
  REQUIRE(table.types.size() == 3);
  CHECK(table.types[2].literals == std::vector<std::string>{"1", "2", "0"});
  REQUIRE(table.operations.size() == 7);
  CHECK(table.operations[0].constructs);
  CHECK(table.operations[0].result == 0);
  CHECK(table.operations[2].is_method());
  CHECK_FALSE(table.operations[2].result);
  CHECK(table.operations[4].read_only);
  CHECK(table.operations[6].owner == "producer");
}

TEST_CASE("a test as text numbers its calls from the first to the last") {
  CHECK(encode(two_queues()) == "0/1:=0;0:#0;0:#0/3:#1;2:#1,#3/5:#1,#2/4:#1");
  CHECK(object_under_test(two_queues(), parse_class_table(kTable)) == 1);
}

TEST_CASE("without a call, calls that use its value are gone, and others have new numbers") {
  CHECK(encode(without_call(two_queues(), 0, 2)) == "0/1:=0;0:#0/3:#1;2:#1,#2/4:#1");
  CHECK(encode(without_call(two_queues(), 1, 0)) == "0/1:=0;0:#0;0:#0/5:#1,#2/4:#1");
  CHECK(encode(without_call(two_queues(), 1, 1)) == "0/1:=0;0:#0;0:#0/3:#1/5:#1,#2/4:#1");
  CHECK(encode(without_call(two_queues(), 3, 0)) == "0/1:=0;0:#0;0:#0/3:#1;2:#1,#3/5:#1,#2/");
  CHECK(encode(without_call(two_queues(), 0, 0)) == "0//");
}

TEST_CASE("every pair of operations is tried first, no test twice, and a seed repeats them") {
  const ClassTable table = parse_class_table(kTable);
  TestGenerator generator(table, 0, 7, all_fine);
  TestGenerator again(table, 0, 7, all_fine);
  REQUIRE(generator.obstacle().empty());
  std::set<std::string> seen;
  std::size_t with_three_threads = 0;
  for (int i = 0; i < 500; ++i) {
    const auto test = generator.next();
    REQUIRE(test);
    CHECK(seen.insert(encode(*test)).second);
    CHECK(encode(*again.next()) == encode(*test));
    generator.note_explored(*test);
    CHECK(test->threads.size() >= 2);
    with_three_threads += test->threads.size() == 3 ? 1 : 0;
    std::set<std::size_t> owners;
    for (std::size_t t = 0; t < test->threads.size(); ++t) {
      for (const CallChoice& each : test->threads[t]) {
        if (each.operation == 6) owners.insert(t);
      }
    }
    CHECK(owners.size() <= 1);
  }
  // All but the calls of the owner beside themselves.
  CHECK(generator.covered_pairs() == generator.all_pairs() - 1);
  CHECK(with_three_threads > 50);
}

TEST_CASE("calls that fail in sequence are no part of a prefix") {
  const ClassTable table = parse_class_table(kTable);
  TestGenerator generator(table, 0, 1, [](const ClassTest& test) {
    const bool pops = std::ranges::any_of(
        test.prefix, [](const CallChoice& each) { return each.operation == 3; });
    return pops ? SequentialBehaviour::kThrows : SequentialBehaviour::kFine;
  });
  for (int i = 0; i < 200; ++i) {
    const auto test = generator.next();
    REQUIRE(test);
    for (const CallChoice& each : test->prefix) CHECK(each.operation != 3);
  }
}

TEST_CASE("a class that no operation makes has no tests") {
  ClassTable table = parse_class_table(kTable);
  table.operations.erase(table.operations.begin());
  CHECK(TestGenerator(table, 0, 1, all_fine).obstacle() ==
        "no operation makes an object of the class");
}

}  // namespace mcheck::command::test_generator_test

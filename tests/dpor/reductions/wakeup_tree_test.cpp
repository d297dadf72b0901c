// SPDX-License-Identifier: MIT
// What a wakeup tree keeps of the sequences inserted into it, on actions made by hand.
#include "dpor/optimal/wakeup_tree.hpp"

#include <catch2/catch.hpp>

namespace mcheck::wakeup_tree_test {
namespace {

Action action(unsigned thread, unsigned object, Mode mode = Mode::kExclusive, Word label = 0) {
  return {.thread = ThreadId(thread),
          .footprint = {.object = ObjectId(object), .mode = mode},
          .label = label};
}

TEST_CASE("a sequence that some continuation of a leaf is equivalent to is not added") {
  WakeupTrees trees;
  const WakeupTrees::Root root = trees.create();
  CHECK(trees.empty(root));
  const std::vector<Action> first = {action(1, 7), action(2, 7)};
  CHECK(trees.insert(root, first));
  CHECK_FALSE(trees.insert(root, first));
  const std::vector<Action> elsewhere = {action(3, 8)};  // `first`, and then this
  CHECK_FALSE(trees.insert(root, elsewhere));
  const std::vector<Action> reversed = {action(2, 7), action(1, 7)};
  CHECK(trees.insert(root, reversed));
}

TEST_CASE("branches are taken in the order in which they were added, and each becomes a tree") {
  WakeupTrees trees;
  const WakeupTrees::Root root = trees.create();
  CHECK(trees.insert(root, std::vector<Action>{action(1, 7), action(2, 7)}));
  CHECK(trees.insert(root, std::vector<Action>{action(2, 7), action(1, 7)}));
  const WakeupTrees::Branch first = trees.take_first(root);
  CHECK(first.action.thread == ThreadId(1));
  CHECK(trees.take_first(first.subtree).action.thread == ThreadId(2));
  CHECK(trees.empty(first.subtree));
  CHECK(trees.take_first(root).action.thread == ThreadId(2));
  CHECK(trees.empty(root));
}

TEST_CASE("another data choice of the same thread is another branch") {
  WakeupTrees trees;
  const WakeupTrees::Root root = trees.create();
  for (const Word label : {0u, 1u, 2u}) {
    CHECK(trees.insert(root, std::vector<Action>{action(1, 0, Mode::kRead, label)}));
  }
}

TEST_CASE("nodes of a destroyed tree are reused") {
  WakeupTrees trees;
  for (int i = 0; i < 10; ++i) {
    const WakeupTrees::Root root = trees.create();
    CHECK(trees.insert(root, std::vector<Action>{action(1, 7), action(2, 7)}));
    CHECK(trees.insert(root, std::vector<Action>{action(2, 7), action(1, 7)}));
    trees.destroy(root);
  }
  CHECK(trees.size() == 5);
}

}  // namespace
}  // namespace mcheck::wakeup_tree_test

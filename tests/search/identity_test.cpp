// SPDX-License-Identifier: MIT
// Identities that do not depend on the order in which threads run.
#include "engine/search/execution/identity.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace mcheck::identity_test {
namespace {

// main's three children, and two children of the first and of the third.
std::vector<ThreadId> family(Identities& identities) {
  std::vector<ThreadId> all = {kMainThread};
  for (std::uint32_t i = 1; i <= 3; ++i) all.push_back(identities.thread(kMainThread, i));
  for (std::uint32_t i = 1; i <= 2; ++i) {
    all.push_back(identities.thread(all[3], i));
    all.push_back(identities.thread(all[1], i));
  }
  return all;
}

std::vector<std::string> in_order(const Identities& identities, std::vector<ThreadId> threads) {
  std::ranges::sort(threads, [&](ThreadId a, ThreadId b) { return identities.before(a, b); });
  std::vector<std::string> texts;
  for (const ThreadId thread : threads) texts.push_back(identities.path_text(thread));
  return texts;
}

}  // namespace

TEST_CASE("threads are ordered by path: a parent first, then its children in order") {
  Identities identities;
  CHECK(in_order(identities, family(identities)) ==
        std::vector<std::string>{"main", "T1", "T1.1", "T1.2", "T2", "T3", "T3.1", "T3.2"});
}

TEST_CASE("the tenth child comes after the ninth, not after the first") {
  Identities identities;
  std::vector<ThreadId> threads;
  for (std::uint32_t i = 12; i >= 1; --i) threads.push_back(identities.thread(kMainThread, i));
  const std::vector<std::string> order = in_order(identities, threads);
  CHECK(order.front() == "T1");
  CHECK(order[1] == "T2");
  CHECK(order.back() == "T12");
}

TEST_CASE("no thread comes before itself, and of two different ones exactly one comes first") {
  Identities identities;
  const std::vector<ThreadId> all = family(identities);
  for (const ThreadId a : all) {
    for (const ThreadId b : all) {
      CHECK((identities.before(a, b) + identities.before(b, a)) == (a == b ? 0 : 1));
    }
  }
}

TEST_CASE("a thread keeps its id, in whatever order and however often it is asked for") {
  Identities identities;
  const std::vector<ThreadId> first = family(identities);
  CHECK(family(identities) == first);
}

TEST_CASE("the key of a path is the same in every process, and that of main is 0") {
  Identities one;
  Identities other;
  const ThreadId nested = one.thread(one.thread(kMainThread, 2), 1);
  (void)other.thread(kMainThread, 1);
  (void)other.thread(kMainThread, 7);
  const ThreadId same = other.thread(other.thread(kMainThread, 2), 1);
  CHECK(nested != same);  // ids are assigned in the order of calls
  CHECK(one.path_key(nested) == other.path_key(same));
  CHECK(one.path_text(nested) == other.path_text(same));
  CHECK(one.path_key(kMainThread) == 0);
  CHECK(one.path_key(one.thread(kMainThread, 2)) == 2);
}

TEST_CASE("objects are named by who made them and a count, or by where they are") {
  Identities identities;
  const ThreadId other = identities.thread(kMainThread, 1);
  const ObjectId second = identities.object(kMainThread, 2);
  const ObjectId first = identities.object(kMainThread, 1);
  const ObjectId others = identities.object(other, 1);
  const ObjectId global = identities.object_at(0x4010);
  CHECK(first != second);
  CHECK(others != first);
  CHECK(global != others);
  CHECK(identities.object(kMainThread, 1) == first);
  CHECK(identities.object(kMainThread, 2) == second);
  CHECK(identities.object(other, 1) == others);
  CHECK(identities.object_at(0x4010) == global);
  CHECK(identities.object_at(0x4018) != global);
  for (const ObjectId id : {first, second, others, global}) {
    CHECK(id != kNoObject);
    CHECK(index(id) < identities.object_limit());
  }
}

}  // namespace mcheck::identity_test

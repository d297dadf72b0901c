// SPDX-License-Identifier: MIT
// Leaked blocks, compared with reachability along links: random graphs of blocks, of which the
// engine sees the memory and the test the numbers.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <mcheck/mcheck.hpp>

#include "engine/base/random.hpp"

namespace mcheck::leaks_test {
namespace {

constexpr std::size_t kBlocks = 12;
constexpr std::size_t kLinks = 3;

struct Graph {
  std::array<std::vector<std::size_t>, kBlocks> links;
  std::vector<std::size_t> roots;
  std::vector<std::size_t> freed;
};

// The number of unreachable blocks; freed blocks are not counted, and have no links.
std::size_t lost_of(const Graph& graph) {
  std::array<bool, kBlocks> reached{};
  std::array<bool, kBlocks> freed{};
  for (const std::size_t block : graph.freed) freed[block] = true;
  for (const std::size_t root : graph.roots) reached[root] = true;
  for (std::size_t round = 0; round < kBlocks; ++round) {
    for (std::size_t from = 0; from < kBlocks; ++from) {
      if (!reached[from] || freed[from]) continue;
      for (const std::size_t to : graph.links[from]) reached[to] = true;
    }
  }
  std::size_t lost = 0;
  for (std::size_t block = 0; block < kBlocks; ++block) {
    if (!reached[block] && !freed[block]) ++lost;
  }
  return lost;
}

Graph random_graph(std::uint64_t seed) {
  mcheck::Random random(seed);
  Graph graph;
  for (auto& links : graph.links) {
    for (std::size_t i = random.below(kLinks + 1); i > 0; --i)
      links.push_back(random.below(kBlocks));
  }
  for (std::size_t i = random.below(5); i > 0; --i) graph.roots.push_back(random.below(kBlocks));
  for (std::size_t block = 0; block < kBlocks; ++block) {
    if (random.below(4) == 0) graph.freed.push_back(block);
  }
  return graph;
}

// The program's pointers, and the test's own, which are hidden from the engine.
std::array<std::byte* volatile, kBlocks> kept;  // not optimised away although nothing reads it
std::array<std::uintptr_t, kBlocks> hidden;

std::byte* block_at(std::size_t number) { return reinterpret_cast<std::byte*>(~hidden[number]); }

// Builds the graph in memory: with links into the middle of blocks, and with data in their upper
// bits.
void build(const Graph& graph, std::uint64_t seed) {
  mcheck::Random random(seed);
  for (std::byte* volatile& pointer : kept) pointer = nullptr;
  for (std::uintptr_t& block : hidden) {
    block = ~reinterpret_cast<std::uintptr_t>(std::calloc(kLinks, sizeof(void*)));
  }
  for (std::size_t from = 0; from < kBlocks; ++from) {
    for (std::size_t i = 0; i < graph.links[from].size(); ++i) {
      const auto tag = static_cast<std::uintptr_t>(random.below(2)) << 52;
      const std::uintptr_t link =
          reinterpret_cast<std::uintptr_t>(block_at(graph.links[from][i])) + random.below(24);
      reinterpret_cast<std::uintptr_t*>(block_at(from))[i] = link | tag;
    }
  }
  for (const std::size_t root : graph.roots) kept[root] = block_at(root);
  for (const std::size_t block : graph.freed) std::free(block_at(block));
}

mcheck::summary explored(const std::function<void()>& body, const mcheck::options& how = {}) {
  return mcheck::explore(body, how);
}

}  // namespace

TEST_CASE("the leaked blocks of random graphs are the unreachable ones") {
  int lossless = 0;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    const Graph graph = random_graph(seed);
    const std::size_t lost = lost_of(graph);
    INFO("seed " << seed << ", lost " << lost);
    const mcheck::summary found = explored([&] { build(graph, seed); });
    if (lost == 0) {
      ++lossless;
      CHECK(found.verdict == mcheck::verdict::verified);
      continue;
    }
    REQUIRE(found.failure == "leak");
    INFO(found.message);
    const std::string many = "in all, " + std::to_string(lost) + " blocks are leaked";
    CHECK((found.message.find(many) != std::string::npos) == (lost > 1));
  }
  CHECK(lossless > 10);
}

TEST_CASE("a block that only an atomic, a running thread, or another block holds is no leak") {
  struct Node {
    mcheck::atomic<Node*> next{nullptr};
  };
  static Node* list = nullptr;
  const auto body = [] {
    list = new Node;
    list->next = new Node;
    list->next.load()->next = new Node;
  };
  CHECK(explored(body).verdict == mcheck::verdict::verified);
  const auto lose = [] {
    list = new Node;
    list->next = new Node;
    list->next = nullptr;
  };
  CHECK(explored(lose).failure == "leak");
  CHECK(explored(lose, {.ignore_leaks = true}).verdict == mcheck::verdict::verified);
}

TEST_CASE(
    "a block that is leaked in one schedule of two is found, with the thread that allocated it") {
  const auto body = [] {
    mcheck::atomic<int> users{2, "users"};
    int* const block = new int(1);
    const auto use = [&users, block] {
      const int left = users.load() - 1;
      users.store(left);
      if (left == 0) delete block;
    };
    mcheck::thread one(use);
    mcheck::thread two(use);
    one.join();
    two.join();
  };
  const mcheck::summary found = explored(body);
  CHECK(found.failure == "leak");
  CHECK(found.message.find("a block of 4 bytes that main allocated") != std::string::npos);
}

}  // namespace mcheck::leaks_test

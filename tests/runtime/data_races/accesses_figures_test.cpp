// SPDX-License-Identifier: MIT
// The cost of an access in the detector, in ns. Hidden, since a machine's speed is no criterion:
//
//   test_runtime '[figures]'
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdio>
#include <memory>
#include <vector>

#include "engine/runtime/data_races/accesses.hpp"

namespace mcheck::accesses_figures_test {
namespace {

constexpr std::uint64_t kBase = 0x3000'0010'0000;
constexpr int kAccesses = 1 << 24;

const void* at(std::uint64_t offset) { return reinterpret_cast<const void*>(kBase + offset); }

// Like a call of a hook in another object file.
[[gnu::noinline]] void hook_read_4(const void* address) {
  plain_access(address, 4, false, __builtin_return_address(0));
}
[[gnu::noinline]] void hook_write_8(const void* address) {
  plain_access(address, 8, true, __builtin_return_address(0));
}

template <class Body>
void measure(const char* what, const Body& body) {
  double best = 1e9;
  for (int round = 0; round < 5; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < kAccesses; ++i) body(static_cast<unsigned>(i));
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
    best = std::min(best, took.count() / kAccesses);
  }
  std::printf("%-52s %5.2f ns\n", what, best);
}

}  // namespace

TEST_CASE("an access costs this much", "[.figures]") {
  const auto races = std::make_unique<Races>();
  const std::vector<std::uint32_t> clock(8, 0);
  races->enter(ThreadId{0}, 1, clock);
  active_races = nullptr;
  measure("nobody watches", [](unsigned i) { hook_read_4(at(i % 16 * 4)); });
  active_races = races.get();
  measure("stack: read 4, of 16 words", [](unsigned i) { hook_read_4(at(i % 16 * 4)); });
  measure("stack: read and write 8, of 16 words", [](unsigned i) {
    if (i % 2 == 0) {
      hook_write_8(at(4096 + i % 32 * 8));
    } else {
      hook_read_4(at(4096 + (i - 1) % 32 * 8));
    }
  });
  measure("sweep: write 8, 16 KiB", [](unsigned i) { hook_write_8(at(0x10000 + i % 2048 * 8)); });
  measure("sweep: write 8, 1 MiB", [](unsigned i) { hook_write_8(at(0x20000 + i % 131072 * 8)); });
  measure("two pages in turn, own stack and a global",
          [](unsigned i) { hook_read_4(i % 2 == 0 ? at(64) : at(0x5555'0000'0000)); });
  // Each round is another epoch of another thread, after all earlier ones.
  std::uint32_t epoch = 1;
  std::vector<std::uint32_t> all(8, 0);
  measure("sweep in a new epoch every 1,024: read 4", [&](unsigned i) {
    if (i % 1024 == 0) {
      races->rewind({});
      std::fill(all.begin(), all.end(), ++epoch);
      races->enter(ThreadId(static_cast<std::uint16_t>(i / 1024 % 4)), epoch, all);
    }
    hook_read_4(at(0x200000 + i % 1024 * 8));
  });
  const std::vector<std::uint32_t> none(8, 0);
  measure("the same words by 4 readers in turn", [&](unsigned i) {
    if (i % 4096 == 0) races->rewind({});
    if (i % 64 == 0) {
      races->enter(ThreadId(static_cast<std::uint16_t>(i / 64 % 4)), ++epoch, none);
    }
    hook_read_4(at(0x300000 + i % 64 * 8));
  });
  active_races = nullptr;
}

}  // namespace mcheck::accesses_figures_test

// SPDX-License-Identifier: MIT
// What all families share: n threads that run the same function, each with its own number.
#pragma once

#include <mcheck/mcheck.hpp>
#include <vector>

// Starts one thread for each number in [0, n) and joins them all. Neither is a choice, so only what
// the threads do counts.
template <class Work>
void team(unsigned n, const Work& work) {
  std::vector<mcheck::thread> threads;
  for (unsigned i = 0; i < n; ++i) threads.emplace_back([&work, i] { work(i); });
  for (mcheck::thread& thread : threads) thread.join();
}

// SPDX-License-Identifier: MIT
// Runs a litmus test: `litmus TEST OUTCOME…` fails if it has one of these outcomes, and
// `litmus TEST only OUTCOME…` if it has another one. Wrong arguments: exit code 2.
#include "litmus.hpp"

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <sstream>
#include <thread>

namespace {

[[noreturn]] void refuse(const std::string& why) {
  std::fprintf(stderr, "litmus: %s\n", why.c_str());
  std::exit(2);
}

std::memory_order order_of(const std::string& word) {
  if (word == "rlx") return std::memory_order_relaxed;
  if (word == "acq") return std::memory_order_acquire;
  if (word == "rel") return std::memory_order_release;
  if (word == "ar") return std::memory_order_acq_rel;
  if (word == "sc") return std::memory_order_seq_cst;
  refuse("no memory order '" + word + "'");
}

std::vector<std::string> parts(const std::string& text, char between) {
  std::vector<std::string> found;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, between);) found.push_back(part);
  return found;
}

litmus::Shape shape_of(const std::string& test) {
  for (const litmus::Shapes* shapes :
       {&litmus::kTwoThreads, &litmus::kOneWriter, &litmus::kThreeThreads, &litmus::kFourThreads,
        &litmus::kCoherence, &litmus::kReadModifyWrite, &litmus::kReleaseSequences}) {
    for (const litmus::Shape& shape : *shapes) {
      // "W+RWC" is the shape's name in "W+RWC+rlx-rel+acq-rlx+rlx-rlx".
      if (!test.starts_with(shape.name + '+')) continue;
      const std::string orders = test.substr(shape.name.size() + 1);
      if (parts(orders, '+').size() == shape.threads.size()) return shape;
    }
  }
  refuse("no shape has the name and the number of threads of '" + test + "'");
}

std::string outcome_of(const std::string& test) {
  const litmus::Shape shape = shape_of(test);
  const std::vector<std::string> words = parts(test.substr(shape.name.size() + 1), '+');
  std::vector<litmus::Thread> orders(words.begin(), words.end());

  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < words.size(); ++i) {
    threads.emplace_back(shape.threads[i], std::ref(orders[i]));
  }
  for (std::thread& thread : threads) thread.join();

  std::string outcome;
  for (const litmus::Thread& each : orders) {
    if (!each.finished()) refuse("'" + test + "' names more orders than there are accesses");
    outcome += each.seen();
  }
  if (!shape.last.empty()) outcome += '/';
  for (const std::atomic<int>* variable : shape.last) outcome += std::to_string(variable->load());
  return outcome;
}

}  // namespace

namespace litmus {

Thread::Thread(const std::string& words) {
  for (const std::string& word : parts(words, '-')) {
    const bool fence = word.front() == 'F';
    steps_.push_back({fence, order_of(fence ? word.substr(1) : word)});
  }
}

std::memory_order Thread::next() {
  while (at_ < steps_.size()) {
    const Step step = steps_[at_++];
    if (!step.fence) return step.order;
    std::atomic_thread_fence(step.order);
  }
  refuse("there are more accesses than the test names orders");
}

}  // namespace litmus

int main(int count, char** arguments) {
  if (count < 2) refuse("usage: litmus TEST [only] OUTCOME...");
  std::vector<std::string> outcomes(arguments + 2, arguments + count);
  const bool only = !outcomes.empty() && outcomes.front() == "only";
  if (only) outcomes.erase(outcomes.begin());

  const std::string outcome = outcome_of(arguments[1]);
  const bool listed = std::find(outcomes.begin(), outcomes.end(), outcome) != outcomes.end();
  assert(listed == only);
}

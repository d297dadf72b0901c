// SPDX-License-Identifier: MIT
#include "tests/dpor/sampling/sampled.hpp"

#include <algorithm>

namespace sampled {
namespace {

class Counting final : public mcheck::Strategy {
 public:
  Counting(mcheck::Strategy& inner, const table::TableExecutor& executor, const Key& key)
      : inner_(inner), executor_(executor), key_(key) {}
  std::optional<mcheck::Begin> begin_execution() override { return inner_.begin_execution(); }
  mcheck::Pick pick(const mcheck::View& view) override { return inner_.pick(view); }
  void end_execution(const mcheck::Execution& execution, mcheck::Ending ending) override {
    ++counts[key_(execution, executor_)];
    inner_.end_execution(execution, ending);
  }
  [[nodiscard]] bool exhaustive() const override { return inner_.exhaustive(); }
  Counts counts;

 private:
  mcheck::Strategy& inner_;
  const table::TableExecutor& executor_;
  const Key& key_;
};

std::string threads_of(const mcheck::Execution& execution, mcheck::ObjectId only) {
  std::string text;
  for (const mcheck::Event& event : execution.events()) {
    if (event.eager || (only != mcheck::kNoObject && event.operation.object != only)) continue;
    text += execution.thread_text(event.thread) + "." + std::to_string(event.label) + " ";
  }
  return text;
}

}  // namespace

Sampled sample(const table::Program& program, mcheck::Strategy& strategy, std::uint64_t executions,
               const Key& key) {
  mcheck::Identities identities;
  mcheck::Execution execution(identities);
  table::TableExecutor executor(program);
  Counting counting(strategy, executor, key);
  mcheck::SearchOptions options;
  options.executions = executions;
  options.stop_after = 0;
  options.count_classes = true;
  mcheck::Search search(execution, executor, counting, options);
  return {search.explore(), std::move(counting.counts)};
}

std::string schedule(const mcheck::Execution& execution, const table::TableExecutor&) {
  return threads_of(execution, mcheck::kNoObject);
}

std::string projection(const mcheck::Execution& execution, const table::TableExecutor&) {
  mcheck::Identities& identities = const_cast<mcheck::Execution&>(execution).identities();
  return threads_of(execution, identities.object_at(1));  // where the executor puts x[0]
}

std::string final_state(const mcheck::Execution& execution, const table::TableExecutor& executor) {
  return executor.final_state(execution);
}

double chi_square(const Counts& counts, std::size_t cells) {
  std::uint64_t total = 0;
  for (const auto& [key, count] : counts) total += count;
  const double expected = static_cast<double>(total) / static_cast<double>(cells);
  double sum = expected * static_cast<double>(cells - counts.size());
  for (const auto& [key, count] : counts) {
    const double off = static_cast<double>(count) - expected;
    sum += off * off / expected;
  }
  return sum;
}

std::uint64_t least(const Counts& counts) {
  return std::ranges::min_element(counts, {}, &Counts::value_type::second)->second;
}

std::uint64_t most(const Counts& counts) {
  return std::ranges::max_element(counts, {}, &Counts::value_type::second)->second;
}

table::Program adds(const std::vector<int>& times) {
  table::Program program;
  for (const int each : times) {
    program.threads.emplace_back(static_cast<std::size_t>(each),
                                 table::Statement{table::Word::kAdd, 0, 0, 1});
  }
  return program;
}

table::Program readers(int n) {
  table::Program program;
  program.threads.push_back({{table::Word::kStore, 0, 0, 1}});
  for (int i = 0; i < n; ++i) program.threads.push_back({{table::Word::kLoad, 0, 0}});
  return program;
}

}  // namespace sampled

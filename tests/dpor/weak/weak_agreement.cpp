// SPDX-License-Identifier: MIT
#include "tests/dpor/weak/weak_agreement.hpp"

#include "engine/search/driver/search.hpp"
#include "tests/support/table/table_outline.hpp"

namespace weak_agreement {
namespace {

using table::Outline;
using table::Program;
using table::Statement;

// Forwards everything, and records the graph of each execution.
class GraphRecorder final : public mcheck::Strategy, public mcheck::Reduction {
 public:
  GraphRecorder(const Program& program, const table::TableExecutor& executor,
                mcheck::Strategy& inner)
      : program_(program), executor_(executor), inner_(inner) {}

  std::optional<mcheck::Begin> begin_execution() override { return inner_.begin_execution(); }
  mcheck::Pick pick(const mcheck::View& view) override { return inner_.pick(view); }
  void end_execution(const mcheck::Execution& execution, mcheck::Ending ending) override {
    inner_.end_execution(execution, ending);
    if (ending == mcheck::Ending::kRedundant) return;
    ++graphs[table::outline_of(execution, executor_, program_.threads.size())];
  }
  [[nodiscard]] bool exhaustive() const override { return inner_.exhaustive(); }
  [[nodiscard]] mcheck::Capabilities capabilities() override { return {.reduction = this}; }

  std::map<Outline, std::uint64_t> graphs;

 private:
  const Program& program_;
  const table::TableExecutor& executor_;
  mcheck::Strategy& inner_;
};

std::string compared(const Searched& searched, const table::GraphSet& oracle, bool each_once) {
  std::string errors;
  for (const auto& [graph, times] : searched.graphs) {
    if (!oracle.contains(graph)) errors += "unknown to the oracle:\n" + text(graph);
    if (each_once && times > 1) errors += std::to_string(times) + " times:\n" + text(graph);
  }
  for (const Outline& graph : oracle) {
    if (!searched.graphs.contains(graph)) errors += "missing:\n" + text(graph);
  }
  if (each_once && searched.redundant != 0) errors += "redundant execution\n";
  if (!searched.complete) errors += "no end found\n";
  return errors;
}

// Each program that is simpler by one statement, thread, order or way of calling.
std::vector<Program> simpler_programs(const Program& program) {
  std::vector<Program> simpler;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    if (table::started_by_statements(program) == 0 && program.threads.size() > 1) {
      auto& threads = simpler.emplace_back(program).threads;
      threads.erase(threads.begin() + static_cast<std::ptrdiff_t>(t));
    }
    for (std::size_t i = 0; i < program.threads[t].size(); ++i) {
      auto& thread = simpler.emplace_back(program).threads[t];
      thread.erase(thread.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    for (std::size_t i = 0; i < program.threads[t].size(); ++i) {
      Statement plain = program.threads[t][i];
      plain.call_mode = table::CallMode::kPlain;
      plain.order = plain.failure_order = table::Order::kSeqCst;
      if (text(plain) != text(program.threads[t][i]))
        simpler.emplace_back(program).threads[t][i] = plain;
    }
  }
  return simpler;
}

}  // namespace

// Again, while it finds variables that threads wait for: only then the graphs are of one kind.
Searched search(const Program& program, table::MemoryModel model, const MakeStrategy& make) {
  mcheck::Identities identities;
  mcheck::Execution execution(identities);
  if (model == table::MemoryModel::kRc11) execution.use_weak_memory();
  for (;;) {
    table::TableExecutor executor(program);
    const std::unique_ptr<mcheck::Strategy> strategy = make();
    GraphRecorder recorder(program, executor, *strategy);
    mcheck::SearchOptions options;
    options.executions = 100'000;
    options.stop_after = 0;
    options.backtrack = mcheck::Backtrack::kRestore;
    const auto report = mcheck::Search(execution, executor, recorder, options).explore();
    const mcheck::WeakMemory* const memory = execution.weak_memory();
    if (memory != nullptr && memory->waited().has_news()) continue;
    return {.graphs = std::move(recorder.graphs),
            .redundant = report.redundant,
            .complete = report.stop == mcheck::SearchReport::Stop::kExhausted};
  }
}

std::optional<std::string> disagreement(const Program& program, const MakeStrategy& make,
                                        const Expected& expected) {
  const auto oracle = table::graphs_of(program, expected.model, expected.prefixes);
  if (!oracle) return std::nullopt;
  const Searched searched = search(program, expected.model, make);
  if (!searched.complete && !expected.each_once) return std::nullopt;
  std::string errors = compared(searched, *oracle, expected.each_once);
  if (!errors.empty()) errors += table::text(program);
  return errors;
}

std::optional<std::string> smallest_disagreement(const Program& program, const MakeStrategy& make,
                                                 const Expected& expected) {
  std::optional<std::string> found = disagreement(program, make, expected);
  if (!found || found->empty()) return found;
  Program smallest = program;
  for (bool is_smaller = true; is_smaller;) {
    is_smaller = false;
    for (const Program& simpler : simpler_programs(smallest)) {
      const auto errors = disagreement(simpler, make, expected);
      if (!errors || errors->empty()) continue;
      found = errors;
      smallest = simpler;
      is_smaller = true;
      break;
    }
  }
  return found;
}

}  // namespace weak_agreement

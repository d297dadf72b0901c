// SPDX-License-Identifier: MIT
#include "tests/dpor/agreement.hpp"

#include "dpor/depth_first.hpp"
#include "engine/search/search.hpp"
#include "tests/support/table_schedule.hpp"

namespace agreement {
namespace {

using table::Program;
using table::Relation;

// Depth-first search may run a class more than once.
enum class Twice { kIsWrong, kIsRight };

// Forwards everything, and maps each execution to a class of the oracle.
class Mapping final : public mcheck::Strategy, public mcheck::Reduction {
 public:
  Mapping(const Program& program, Relation relation, const table::TableExecutor& executor,
          mcheck::Strategy& inner, Twice twice)
      : program_(program), relation_(relation), executor_(executor), inner_(inner), twice_(twice) {}

  std::optional<mcheck::Begin> begin_execution() override { return inner_.begin_execution(); }
  mcheck::Pick pick(const mcheck::View& view) override { return inner_.pick(view); }
  void end_execution(const mcheck::Execution& execution, mcheck::Ending ending) override {
    inner_.end_execution(execution, ending);
    if (ending != mcheck::Ending::kRedundant) note(execution);
  }
  [[nodiscard]] bool exhaustive() const override { return inner_.exhaustive(); }
  [[nodiscard]] mcheck::Capabilities capabilities() override { return {.reduction = this}; }

  table::ClassSet classes;
  std::string wrong;

 private:
  void note(const mcheck::Execution& execution) {
    const auto schedule = table::schedule_of(execution, executor_);
    const auto replayed = table::class_of(program_, relation_, schedule);
    const auto told = [&] { return table::class_text(program_, relation_, schedule); };
    if (!replayed) {
      wrong += "impossible schedule\n";
    } else if (!replayed->maximal) {
      wrong += "not an end:\n" + told();
    } else if (replayed->outcome != executor_.outcome(execution)) {
      wrong += "another end than " + text(replayed->outcome) + ":\n" + told();
    } else if (!classes.emplace(replayed->key, replayed->outcome).second &&
               twice_ == Twice::kIsWrong) {
      wrong += "twice:\n" + told();
    }
  }

  const Program& program_;
  Relation relation_;
  const table::TableExecutor& executor_;
  mcheck::Strategy& inner_;
  Twice twice_;
};

struct Searched {
  mcheck::SearchReport report;
  table::ClassSet classes;
  std::string wrong;
};

Searched search(const Program& program, Relation relation, mcheck::Strategy& inner,
                Twice twice = Twice::kIsWrong) {
  table::TableExecutor executor(program);
  Mapping mapping(program, relation, executor, inner, twice);
  mcheck::Identities identities;
  mcheck::Execution execution(identities);
  mcheck::SearchOptions options;
  options.executions = 100'000;
  options.stop_after = 0;
  options.backtrack = mcheck::Backtrack::kRestore;
  mcheck::Search search(execution, executor, mapping, options);
  Searched found{search.explore(), std::move(mapping.classes), std::move(mapping.wrong)};
  if (found.report.stop != mcheck::SearchReport::Stop::kExhausted) found.wrong += "no end found\n";
  return found;
}

std::string missing(const Program& program, Relation relation, const table::ClassSet& some,
                    const table::ClassSet& all, const char* what) {
  std::string text;
  for (const auto& [key, state] : all) {
    if (some.count(key) != 0) continue;
    text += what + std::string(":\n");
    const auto schedule = table::schedule_of(program, relation, key);
    if (schedule) text += table::class_text(program, relation, *schedule);
  }
  return text;
}

}  // namespace

std::string disagreement(const Program& program, mcheck::Strategy& strategy,
                         const table::ClassSet& oracle, Expected expected) {
  Searched found = search(program, expected.relation, strategy);
  std::string wrong = std::move(found.wrong);
  if (expected.nothing_in_vain && found.report.redundant != 0) wrong += "begun in vain\n";
  if (found.classes == oracle && wrong.empty()) return wrong;
  wrong += missing(program, expected.relation, found.classes, oracle, "missing");
  wrong += missing(program, expected.relation, oracle, found.classes, "unknown to the oracle");
  return wrong + table::text(program);
}

std::string bounded_disagreement(const Program& program, mcheck::Strategy& strategy, int bound,
                                 BoundedCost& cost) {
  mcheck::DepthFirst depth_first(bound);
  const Searched within = search(program, Relation::kReadWrite, depth_first, Twice::kIsRight);
  const Searched found = search(program, Relation::kReadWrite, strategy);
  cost.optimum += within.classes.size();
  cost.took += found.report.executions + found.report.redundant;
  std::string wrong = found.wrong;
  wrong += missing(program, Relation::kReadWrite, found.classes, within.classes, "missing");
  if (found.report.executions - found.report.beyond_bound < within.classes.size()) {
    wrong += "counts too many as beyond the bound\n";
  }
  return wrong.empty() ? wrong : wrong + table::text(program);
}

}  // namespace agreement

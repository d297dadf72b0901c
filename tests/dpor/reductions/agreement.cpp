// SPDX-License-Identifier: MIT
#include "tests/dpor/reductions/agreement.hpp"

#include "dpor/bounds/depth_first.hpp"
#include "engine/search/driver/search.hpp"
#include "tests/support/table/table_schedule.hpp"

namespace agreement {
namespace {

using table::Program;
using table::Relation;

// Depth-first search may run a class more than once.
enum class Duplicates { kAreErrors, kAreExpected };

// Forwards everything, and maps each execution to a class of the oracle.
class ClassRecorder final : public mcheck::Strategy, public mcheck::Reduction {
 public:
  ClassRecorder(const Program& program, Relation relation, const table::TableExecutor& executor,
                mcheck::Strategy& inner, Duplicates duplicates)
      : program_(program),
        relation_(relation),
        executor_(executor),
        inner_(inner),
        duplicates_(duplicates) {}

  std::optional<mcheck::Begin> begin_execution() override { return inner_.begin_execution(); }
  mcheck::Pick pick(const mcheck::View& view) override { return inner_.pick(view); }
  void end_execution(const mcheck::Execution& execution, mcheck::Ending ending) override {
    inner_.end_execution(execution, ending);
    if (ending != mcheck::Ending::kRedundant) record_class(execution);
  }
  [[nodiscard]] bool exhaustive() const override { return inner_.exhaustive(); }
  [[nodiscard]] mcheck::Capabilities capabilities() override { return {.reduction = this}; }

  table::ClassSet classes;
  std::string errors;

 private:
  void record_class(const mcheck::Execution& execution) {
    const auto schedule = table::schedule_of(execution, executor_);
    const auto replayed = table::class_of(program_, relation_, schedule);
    const auto class_lines = [&] { return table::class_text(program_, relation_, schedule); };
    if (!replayed) {
      errors += "impossible schedule\n";
    } else if (!replayed->maximal) {
      errors += "not maximal:\n" + class_lines();
    } else if (replayed->outcome != executor_.outcome(execution)) {
      errors += "another final state than " + text(replayed->outcome) + ":\n" + class_lines();
    } else if (!classes.emplace(replayed->key, replayed->outcome).second &&
               duplicates_ == Duplicates::kAreErrors) {
      errors += "twice:\n" + class_lines();
    }
  }

  const Program& program_;
  Relation relation_;
  const table::TableExecutor& executor_;
  mcheck::Strategy& inner_;
  Duplicates duplicates_;
};

struct Searched {
  mcheck::SearchReport report;
  table::ClassSet classes;
  std::string errors;
};

Searched search(const Program& program, Relation relation, mcheck::Strategy& inner,
                Duplicates duplicates = Duplicates::kAreErrors) {
  table::TableExecutor executor(program);
  ClassRecorder recorder(program, relation, executor, inner, duplicates);
  mcheck::Identities identities;
  mcheck::Execution execution(identities);
  mcheck::SearchOptions options;
  options.executions = 100'000;
  options.stop_after = 0;
  options.backtrack = mcheck::Backtrack::kRestore;
  mcheck::Search search(execution, executor, recorder, options);
  Searched found{search.explore(), std::move(recorder.classes), std::move(recorder.errors)};
  if (found.report.stop != mcheck::SearchReport::Stop::kExhausted) found.errors += "no end found\n";
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
  std::string errors = std::move(found.errors);
  if (expected.no_redundant_executions && found.report.redundant != 0)
    errors += "redundant execution\n";
  if (found.classes == oracle && errors.empty()) return errors;
  errors += missing(program, expected.relation, found.classes, oracle, "missing");
  errors += missing(program, expected.relation, oracle, found.classes, "unknown to the oracle");
  return errors + table::text(program);
}

std::string bounded_disagreement(const Program& program, mcheck::Strategy& strategy, int bound,
                                 BoundedCost& cost) {
  mcheck::DepthFirst depth_first(bound);
  const Searched reference =
      search(program, Relation::kReadWrite, depth_first, Duplicates::kAreExpected);
  const Searched found = search(program, Relation::kReadWrite, strategy);
  cost.classes_within_bound += reference.classes.size();
  cost.executions_run += found.report.executions + found.report.redundant;
  std::string errors = found.errors;
  errors += missing(program, Relation::kReadWrite, found.classes, reference.classes, "missing");
  if (found.report.executions - found.report.beyond_bound < reference.classes.size()) {
    errors += "counts too many as beyond the bound\n";
  }
  return errors.empty() ? errors : errors + table::text(program);
}

}  // namespace agreement

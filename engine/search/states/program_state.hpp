// SPDX-License-Identifier: MIT
// The identity of a state: equal for two moments of a search from which the program can do the
// same. It covers what the engine knows (here) and the program's memory with what is known of its
// accesses (Executor::state_of_program).
//
// Objects stand at their addresses, threads by their paths, so that it does not matter who
// registered an object first. Left out is what only the past explains: how many events or objects
// there were, versions, causes, positions of loops.
#pragma once

#include <optional>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "engine/search/execution/execution.hpp"
#include "engine/search/steps/executor.hpp"

namespace mcheck {

class ProgramState final : public StateSource {
 public:
  ProgramState(const Execution& execution, Executor& executor)
      : execution_(execution), executor_(executor) {}

  // REQUIRES: all threads are suspended, and the alternatives were computed.
  [[nodiscard]] std::optional<Fingerprint> current() override;
  [[nodiscard]] const ThreadNames& names() const override { return *names_; }

 private:
  void add_threads();
  void add_objects();
  void add_operation(const Operation& operation);
  [[nodiscard]] Word name_of(ObjectId object) const;

  const Execution& execution_;
  Executor& executor_;
  const ThreadNames own_names_;
  const ThreadNames* names_ = &own_names_;
  struct NamedThread {
    Word name = 0;
    const ThreadRecord* thread = nullptr;
  };
  std::vector<NamedThread> named_threads_;
  std::vector<Word> words_;
  struct NamedObject {
    Word name = 0;
    ObjectId id{};
  };
  std::vector<NamedObject> objects_;
};

}  // namespace mcheck

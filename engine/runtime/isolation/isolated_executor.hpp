// SPDX-License-Identifier: MIT
// Runs each execution in a process of its own, forked from one in which the program never runs: its
// effects on descriptors, mappings and the C library end with it.
//
// Idea     When an execution begins, the process forks, and the search continues in both. The child
//          runs the program, writes every reply of the machine into a reply log, and ends with the
//          execution. Then the parent takes the same decisions again, with the reply log in place
//          of the machine. So every strategy works, and need not know of this.
// Costs    a fork for each execution, and for each trial of a spin loop: docs/isolation.md.
// Limits   what a program writes to files, or sends to other processes, stays.
#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>

#include "engine/runtime/isolation/reply_log.hpp"
#include "engine/search/steps/executor.hpp"

namespace mcheck {

class Machine;
class RegistrationLog;

class IsolatedExecutor final : public Executor {
 public:
  explicit IsolatedExecutor(Machine& machine);
  ~IsolatedExecutor() override;
  IsolatedExecutor(const IsolatedExecutor&) = delete;
  IsolatedExecutor& operator=(const IsolatedExecutor&) = delete;

  void begin(Execution& execution) override;
  void end() override;
  void create(ThreadId child, const Operation& spawn) override;
  const Step& resume(ThreadId thread, const Outcome& outcome) override;
  void watch(ThreadId thread) override;
  bool loops_back(ThreadId thread, const Outcome& outcome, std::uint32_t version) override;
  [[nodiscard]] std::uint64_t local(ThreadId thread) override;
  void track(ThreadId thread) override;
  [[nodiscard]] Fingerprint shared_memory(ThreadId thread) override;
  [[nodiscard]] std::uint64_t shared_memory_sum(ThreadId thread) override;
  std::optional<Failure> failure_at_end() override;
  bool examine(bool on) override;
  void note_undecided() override;

 private:
  struct ChildExit {
    bool hung = false;
    int status = 0;
    std::uint32_t in_program = 0;
  };

  bool fork_child(pid_t& child);
  [[nodiscard]] ChildExit wait_for_child(pid_t child);
  [[nodiscard]] bool was_killed_from_outside() const;
  [[noreturn]] void exit_child();
  void apply(ReplyLog::Entry& entry);
  [[nodiscard]] std::optional<Packed> next_reply(ReplyTag tag);
  [[nodiscard]] Step child_exit_step() const;

  Machine& machine_;
  ReplyLog reply_log_;
  std::unique_ptr<RegistrationLog> registration_log_;
  Execution* execution_ = nullptr;
  Step step_;
  bool in_child_ = false;
  bool has_unread_replies_ = false;  // not all replies of an execution were read
  ChildExit child_exit_;
};

}  // namespace mcheck

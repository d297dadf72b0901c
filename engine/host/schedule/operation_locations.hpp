// SPDX-License-Identifier: MIT
// Operations that a schedule file names as locations: `lock guard in transfer`.
//
// The names of objects are those of reports: given in the code; of globals; and of locals, by the
// calls of the thread that has them. An object on the heap without a name is only called by its
// operation and its function.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/ids.hpp"
#include "engine/host/schedule/schedule_file.hpp"
#include "engine/runtime/machine/backtrace.hpp"
#include "engine/trace/semantics/operation.hpp"

namespace mcheck {

class OperationLocations {
 public:
  // Throws UsageError for a function that the program does not have.
  explicit OperationLocations(std::vector<ScheduleRule> rules);

  // False: rules_at() would find none, and need not know the operation. Allocates nothing.
  [[nodiscard]] bool may_be_at(const Operation& operation) const;
  // The rules whose location this operation of the running thread is: bit n for the nth.
  [[nodiscard]] std::uint32_t rules_at(const Operation& operation, const CallFrames& frames);

 private:
  void note_use(std::size_t rule);
  void note_seen(const std::string& object);
  [[nodiscard]] std::string object_of(const Operation& operation);
  [[nodiscard]] std::string local_at(const void* address, std::size_t bytes);
  [[nodiscard]] const std::vector<std::string>& functions_of(std::uintptr_t call);
  [[nodiscard]] bool is_in(const CallFrames& frames, const std::string& function);

  std::vector<ScheduleRule> rules_;
  bool names_locals_ = false;  // by the calls at each operation of the thread that has them
  std::uint32_t used_ = 0;     // the rules with an object that some thread has used
  std::set<std::string> seen_;
  std::map<std::uintptr_t, std::vector<std::string>> functions_;  // by call
  std::map<std::pair<const void*, std::size_t>, std::string> globals_;
  // The calls at each operation of each thread, by the number of its events before. A thread that
  // waits is at the last of them, perhaps at a gate before or after the operation.
  std::map<ThreadId, std::map<std::uint32_t, CallFrames>> calls_;
};

}  // namespace mcheck

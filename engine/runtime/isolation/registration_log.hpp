// SPDX-License-Identifier: MIT
// Logs what an execution registers, and registers it again in another execution.
#pragma once

#include "engine/runtime/isolation/reply_log.hpp"
#include "engine/search/execution/execution.hpp"
#include "engine/search/execution/registration_listener.hpp"

namespace mcheck {

class Machine;

class RegistrationLog final : public RegistrationListener {
 public:
  explicit RegistrationLog(ReplyLog& reply_log) : reply_log_(reply_log) {}

  // Logs only the names of objects: all else that happens is undone.
  void names_only(bool only) { names_only_ = only; }

  void object_named(ThreadId creator, std::uint32_t nth) override;
  void object_named_at(std::uint64_t place) override;
  void bytes_accessed(const Bytes& bytes, bool ordered) override;
  void object_began(ObjectId id, const ObjectRecord& record, const State& first) override;
  void object_ended(ObjectId id) override;
  void object_retired(ObjectId id) override;
  void note_added(const Note& note) override;
  void thread_named(ThreadId thread, const char* name) override;

 private:
  ReplyLog& reply_log_;
  bool names_only_ = false;
};

// Registers what the entry says; false if it is an entry of another kind.
bool replay_registration(ReplyLog::Entry& entry, Execution& execution, Machine& machine);

}  // namespace mcheck

// SPDX-License-Identifier: MIT
// Logs what an execution registers, and registers it again in another execution.
#pragma once

#include "engine/runtime/journal.hpp"
#include "engine/search/execution.hpp"
#include "engine/search/registrations.hpp"

namespace mcheck {

class Machine;

class Scribe final : public Registrations {
 public:
  explicit Scribe(Journal& journal) : journal_(journal) {}

  // Logs only the names of objects: all else that happens is undone.
  void names_only(bool only) { names_only_ = only; }

  void named(ThreadId creator, std::uint32_t nth) override;
  void named_at(std::uint64_t place) override;
  void accessed(const Bytes& bytes, bool ordered) override;
  void began(ObjectId id, const ObjectRecord& record, const State& first) override;
  void ended(ObjectId id) override;
  void retired(ObjectId id) override;
  void noted(const Note& note) override;
  void called(ThreadId thread, const char* name) override;

 private:
  Journal& journal_;
  bool names_only_ = false;
};

// Registers what the entry says; false if it is an entry of another kind.
bool register_again(Journal::Entry& entry, Execution& execution, Machine& machine);

}  // namespace mcheck

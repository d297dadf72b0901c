// SPDX-License-Identifier: MIT
// What schedule files, orders of events and gates name, and what threads have reached of it, in all
// executions and processes of a search so far: what no thread reaches forces nothing.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/json.hpp"

namespace mcheck {

// `at OBJECT by THREAD time N` of a schedule file.
struct NamedLocation {
  std::string at;  // where it stands: "race.gates:3:4"
  std::string thread{};
  unsigned long time = 0;
  std::string object{};
  std::string unused{};  // why no thread may seem to use the object; empty: no reason is known
};

class ScheduleUse {
 public:
  enum class Fact : std::uint8_t {
    kReachedLocation,  // NamedLocation::at, by the thread that is meant
    kNamedEvent,       // "taken", "taken#2", "taken@worker"
    kReachedEvent,
    kUsedObject,
    kThread,
    kWaitedGate,
    kOpenedGate,
    kAmbiguousGate,
    kSeenObject,      // by its name; some of them
    kUnorderedEvent,  // stands at a location, and in no order
    kEmptyFile,       // has neither locations nor orders
  };

  void declare_location(const NamedLocation& location);
  // Whether that was not known yet.
  bool note(Fact fact, std::string_view name);
  void add(const ScheduleUse& other);

  // Whether it matters which threads exist.
  [[nodiscard]] bool names_threads() const { return names_threads_; }
  // Objects of locations that no thread has used.
  [[nodiscard]] std::vector<std::string> unused_objects() const;
  // A sentence for each location, event and gate that no thread has reached.
  [[nodiscard]] std::vector<std::string> unreached() const;
  // A sentence for each name that two gates have.
  [[nodiscard]] std::vector<std::string> ambiguous() const;

  [[nodiscard]] Json to_json() const;
  [[nodiscard]] static ScheduleUse from_json(const Json& json);

 private:
  using Names = std::set<std::string, std::less<>>;
  static constexpr std::size_t kFacts = static_cast<std::size_t>(Fact::kEmptyFile) + 1;

  [[nodiscard]] const Names& all(Fact fact) const { return facts_[static_cast<std::size_t>(fact)]; }
  [[nodiscard]] std::vector<std::string> only_in(Fact one, Fact other) const;
  [[nodiscard]] std::string sentence(const NamedLocation& unreached) const;
  [[nodiscard]] std::string missing_event_text(const std::string& event) const;
  [[nodiscard]] static std::string nearest_text(const std::string& name, const Names& known);
  [[nodiscard]] std::string missing_thread_text(const std::string& name) const;

  std::vector<NamedLocation> locations_;
  std::array<Names, kFacts> facts_;
  bool names_threads_ = false;
};

}  // namespace mcheck

// SPDX-License-Identifier: MIT
// Names for one report, from debug information, for objects that have no name and lie in no global
// variable: locals by their place in a thread's frame, heap objects by type and number, or by the
// vector that contains them.
//
// While this object lives, all texts of the execution use these names
// (Identities::name_of_address): columns, pictures and messages agree. substitute() corrects
// messages that were made earlier. If two things claim a place, or its content is uncertain, the
// object keeps its default name.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/host/dwarf/debug_information.hpp"
#include "engine/host/names/typed_heap.hpp"
#include "engine/runtime/machine/machine.hpp"

namespace mcheck {

class ReportNames {
 public:
  // A passing run that is compared with the last report uses that report's names for what is in the
  // same places.
  enum class Baseline { kNothing, kLastReport };

  // REQUIRES: the execution has just been run with source locations captured. Only one object
  // exists at a time.
  ReportNames(const Execution& execution, const Machine& machine, Baseline baseline);
  ~ReportNames();
  ReportNames(const ReportNames&) = delete;
  ReportNames& operator=(const ReportNames&) = delete;

  // The one that exists; null: none.
  [[nodiscard]] static const ReportNames* current();

  // The name of what is there, for so many bytes (Identities::Namer); "" if unknown.
  [[nodiscard]] std::string place(const void* address, std::size_t bytes = 0) const;
  // The name of a pointer's target: "&count", "Node#1", "&Node#1.next"; "" if unknown.
  [[nodiscard]] std::string pointer_name(const void* address) const;
  // The failure message of this execution with these names in it.
  [[nodiscard]] std::string substitute(const std::string& message) const;

 private:
  // A local that was found at an address. Uncertain if lookups disagree.
  struct FoundLocal {
    std::string name;
    ThreadId owner{};
    std::uintptr_t begin = 0;
    DebugType type = 0;
    DebugInformation* information = nullptr;
    std::uintptr_t frame = 0;  // its frame's end
    bool certain = true;
  };

  using Numbers = std::map<std::string, std::map<std::uintptr_t, std::size_t>>;
  // The names of the last report.
  struct PreviousReport {
    std::map<std::pair<const void*, std::size_t>, std::string> places;
    std::map<std::uintptr_t, std::string> objects;
    Numbers numbers;
  };
  static PreviousReport& previous_report();

  void scan_events();
  void scan_end();
  void scan_address(const void* address);
  void scan_frames(const CallFrames& frames, ThreadId owner, std::uintptr_t address);
  void add(std::uintptr_t address, const FoundLocal& found);
  void disambiguate();
  void scan_memory();
  void scan_globals();
  void scan_locals();
  void scan_values();
  void number_objects();
  [[nodiscard]] std::optional<KnownType> pointee_at(const void* address);
  [[nodiscard]] std::string current_name(const void* address, std::size_t bytes) const;
  [[nodiscard]] std::string heap_name(std::uintptr_t address, std::size_t bytes) const;
  [[nodiscard]] std::string heap_object_text(const TypedHeap::HeapObject& heap_object) const;
  [[nodiscard]] std::string with_race_name(const std::string& message) const;

  const Execution& execution_;
  const Machine& machine_;
  std::vector<std::uint32_t> events_;  // of each thread, up to the current position
  std::map<std::uintptr_t, FoundLocal> found_locals_;
  std::map<std::uintptr_t, std::string> names_;  // of locals, by address
  std::set<std::pair<const CallFrames*, std::uintptr_t>> scanned_;
  TypedHeap heap_;
  mutable Numbers object_numbers_;  // by type
  mutable std::map<std::uintptr_t, std::string> objects_;
  std::vector<std::pair<std::string, std::string>> replacements_;  // "`mutex#1`" → "`guard`"
};

}  // namespace mcheck

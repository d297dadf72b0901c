// SPDX-License-Identifier: MIT
// Names for one report, from debug information, for objects that have no name and lie in no global
// variable: locals by their place in a thread's frame, heap objects by type and number, or by the
// vector that contains them.
//
// While this object lives, all texts of the execution use these names (Identities::name_of_place):
// columns, pictures and messages agree. substitute() corrects messages that were made earlier. If
// two things claim a place, or its content is uncertain, the object keeps its default name.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/host/debug_information.hpp"
#include "engine/host/typed_heap.hpp"
#include "engine/runtime/machine.hpp"

namespace mcheck {

class ToldNames {
 public:
  // A passing run that is compared with the last report uses that report's names for what is in the
  // same places.
  enum class After { kNothing, kTheLastReport };

  // REQUIRES: the execution has just been run with source locations captured. Only one object
  // exists at a time.
  ToldNames(const Execution& execution, const Machine& machine, After after);
  ~ToldNames();
  ToldNames(const ToldNames&) = delete;
  ToldNames& operator=(const ToldNames&) = delete;

  // The one that exists; null: none.
  [[nodiscard]] static const ToldNames* current();

  // The name of what is there, for so many bytes (Identities::Namer); "" if unknown.
  [[nodiscard]] std::string place(const void* address, std::size_t bytes = 0) const;
  // The name of a pointer's target: "&count", "Node#1", "&Node#1.next"; "" if unknown.
  [[nodiscard]] std::string pointed(const void* address) const;
  // The failure message of this execution with these names in it.
  [[nodiscard]] std::string in(const std::string& message) const;

 private:
  // A local that was found at an address. Uncertain if lookups disagree.
  struct Found {
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
  struct Remembered {
    std::map<std::pair<const void*, std::size_t>, std::string> places;
    std::map<std::uintptr_t, std::string> things;
    Numbers numbers;
  };
  static Remembered& remembered();

  void look_at_events();
  void look_at_end();
  void look(const void* address);
  void look_in(const CallFrames& frames, ThreadId owner, std::uintptr_t address);
  void add(std::uintptr_t address, const Found& found);
  void tell_apart();
  void look_at_memory();
  void look_at_globals();
  void look_at_locals();
  void look_at_values();
  void number_things();
  [[nodiscard]] std::optional<KnownType> pointee_at(const void* address);
  [[nodiscard]] std::string own_place(const void* address, std::size_t bytes) const;
  [[nodiscard]] std::string place_in_heap(std::uintptr_t address, std::size_t bytes) const;
  [[nodiscard]] std::string thing_text(const TypedHeap::Thing& thing) const;
  [[nodiscard]] std::string place_of_race(const std::string& message) const;

  const Execution& execution_;
  const Machine& machine_;
  std::vector<std::uint32_t> events_;  // of each thread, up to the current position
  std::map<std::uintptr_t, Found> found_;
  std::map<std::uintptr_t, std::string> names_;  // of locals, by address
  std::set<std::pair<const CallFrames*, std::uintptr_t>> looked_;
  TypedHeap heap_;
  mutable Numbers numbers_;  // by type
  mutable std::map<std::uintptr_t, std::string> things_;
  std::vector<std::pair<std::string, std::string>> instead_;  // "`mutex#1`" → "`guard`"
};

}  // namespace mcheck

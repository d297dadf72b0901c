// SPDX-License-Identifier: MIT
// The names of one report, for what has no name of its own and is in no global variable, from the
// program's debug information: locals by where they are in a frame of a thread, and what is in the
// heap by its type and a number, or by the vector that it is an element of.
//
// While it lives, the execution's texts say these names (Identities::name_of_place): columns,
// pictures and messages are of one mind. Messages that were written before, as the execution was
// found, are put right by in(). Where two things claim a place, or it is not certain what is there,
// nothing is said, and the name is as it was.
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
  // What is held against what was told last, as a run that passes, has the same names as that for
  // what is in the same places.
  enum class After { kNothing, kTheLastReport };

  // REQUIRES: the execution has just been run with places captured. There is one at a time.
  ToldNames(const Execution& execution, const Machine& machine, After after);
  ~ToldNames();
  ToldNames(const ToldNames&) = delete;
  ToldNames& operator=(const ToldNames&) = delete;

  // The one there is; null: none.
  [[nodiscard]] static const ToldNames* current();

  // What is there, in so many bytes (Identities::Namer); "" if nobody knows.
  [[nodiscard]] std::string place(const void* address, std::size_t bytes = 0) const;
  // What a pointer points to: "&count", "Node#1", "&Node#1.next"; "" if nobody knows.
  [[nodiscard]] std::string pointed(const void* address) const;
  // The message of this execution's failure, with these names.
  [[nodiscard]] std::string in(const std::string& message) const;

 private:
  // What was found at an address, as often as it was looked for.
  struct Found {
    std::string name;
    ThreadId owner{};
    std::uintptr_t begin = 0;
    DebugType type = 0;
    DebugInformation* information = nullptr;
    std::uintptr_t frame = 0;  // where it lies
    bool certain = true;
  };

  using Numbers = std::map<std::string, std::map<std::uintptr_t, std::size_t>>;
  // Of the last report.
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
  std::vector<std::uint32_t> events_;  // so many of each thread's have happened, where we look
  std::map<std::uintptr_t, Found> found_;
  std::map<std::uintptr_t, std::string> names_;  // of locals, by where they begin
  std::set<std::pair<const CallFrames*, std::uintptr_t>> looked_;
  TypedHeap heap_;
  mutable Numbers numbers_;  // by type
  mutable std::map<std::uintptr_t, std::string> things_;
  std::vector<std::pair<std::string, std::string>> instead_;  // "`mutex#1`" → "`guard`"
};

}  // namespace mcheck

// SPDX-License-Identifier: MIT
// What lies in blocks of the heap, as far as pointers tell: where a Node* points to a block of the
// size of a Node, that is one.
//
// Pointers are looked for in memory as an execution has left it: in globals, in locals of calls
// that have not returned, and from there on in what they point to. Those that were overwritten
// meanwhile are told by who knows values of the past (add_pointer). Where two pointers are not of
// one mind about a block, nothing is said of it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/host/debug_information.hpp"

namespace mcheck {

// A type in some file's debug information.
struct KnownType {
  DebugInformation* information = nullptr;
  DebugType type = 0;

  friend auto operator<=>(const KnownType&, const KnownType&) = default;
};

class TypedHeap {
 public:
  struct Thing {
    std::uintptr_t begin = 0;
    KnownType type;
    std::string owner{};    // of an element: the name of its vector
    std::size_t count = 1;  // elements
  };

  // There is something of that type there: its pointers are followed. Named is what a vector in it
  // is called by; "": nobody.
  void scan(std::uintptr_t begin, KnownType type, const std::string& name);
  // A pointer to that type has, or had, this value.
  void add_pointer(std::uintptr_t value, KnownType pointee);
  // To what a pointer that stands so many bytes into a value of the type points.
  [[nodiscard]] std::optional<KnownType> pointee_at(KnownType type, std::size_t offset);
  // The thing in which the address lies; nothing if nobody knows.
  [[nodiscard]] std::optional<Thing> thing_at(std::uintptr_t address) const;
  [[nodiscard]] std::size_t size() const { return things_.size(); }

 private:
  struct Pointer {
    std::size_t offset = 0;
    DebugType pointee = 0;
    bool begins_vector = false;
    std::string path;  // to the vector
  };
  using Pointers = std::vector<Pointer>;

  const Pointers& pointers_in(KnownType type);
  void collect(KnownType type, std::size_t offset, int depth, Pointers& pointers);
  void collect_member(KnownType type, const DebugEntry& member, std::size_t offset, int depth,
                      Pointers& pointers);
  void look_through(std::uintptr_t begin, KnownType type, const std::string& name);
  void note_pointer(std::uintptr_t value, KnownType pointee);
  void add(const Thing& thing, std::size_t bytes);
  void follow();
  void add_vector(std::uintptr_t begin, KnownType element, const std::string& name);

  std::map<KnownType, Pointers> pointers_;
  std::map<std::uintptr_t, std::optional<Thing>> things_;  // by block; no value: not of one mind
  std::vector<std::pair<std::uintptr_t, KnownType>> to_follow_;
  std::size_t followed_ = 0;
  std::size_t collected_ = 0;
};

}  // namespace mcheck

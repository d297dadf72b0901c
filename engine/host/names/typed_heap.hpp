// SPDX-License-Identifier: MIT
// The types of heap blocks, derived from pointers: a block of the size of a Node to which a Node*
// points is a Node.
//
// Pointers are found in memory as an execution left it: in globals, in locals of active calls, and
// in what these point to. The caller adds pointers that were overwritten earlier (add_pointer). If
// two pointers disagree about a block, its type is unknown.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/host/dwarf/debug_information.hpp"

namespace mcheck {

// A type in the debug information of some file.
struct KnownType {
  DebugInformation* information = nullptr;
  DebugType type = 0;

  friend auto operator<=>(const KnownType&, const KnownType&) = default;
};

class TypedHeap {
 public:
  struct HeapObject {
    std::uintptr_t begin = 0;
    KnownType type;
    std::string owner{};    // of an element: the name of its vector
    std::size_t count = 1;  // elements
  };

  // An object of that type is there: follows its pointers. `name` names the vectors in it; "":
  // none.
  void scan(std::uintptr_t begin, KnownType type, const std::string& name);
  // A pointer to that type has, or had, this value.
  void add_pointer(std::uintptr_t value, KnownType pointee);
  // The target type of the pointer at that offset in the type.
  [[nodiscard]] std::optional<KnownType> pointee_at(KnownType type, std::size_t offset);
  // The object that contains the address; no value if unknown.
  [[nodiscard]] std::optional<HeapObject> object_at(std::uintptr_t address) const;
  [[nodiscard]] std::size_t size() const { return objects_.size(); }

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
  void scan_pointers(std::uintptr_t begin, KnownType type, const std::string& name);
  void record_pointer(std::uintptr_t value, KnownType pointee);
  void add(const HeapObject& heap_object, std::size_t bytes);
  void follow();
  void add_vector(std::uintptr_t begin, KnownType element, const std::string& name);

  std::map<KnownType, Pointers> pointers_;
  std::map<std::uintptr_t, std::optional<HeapObject>>
      objects_;  // by block; no value: pointers disagree
  std::vector<std::pair<std::uintptr_t, KnownType>> worklist_;
  std::size_t followed_ = 0;
  std::size_t collected_ = 0;
};

}  // namespace mcheck

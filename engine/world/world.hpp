// SPDX-License-Identifier: MIT
// All memory that the program under test can change: the executable's globals, the libraries' if
// that is wanted, and for each thread its stack, thread-locals and heap. It can be saved, restored
// and fingerprinted as one.
//
// A save is one flat copy of what is in use. Restoring it makes everything since then unhappened:
// assignments, allocations, threads. Destructors do not run; nothing is unwound.
//
// The world knows where stacks are, and not how code gets to run on them: the runtime tells it how
// deep each suspended stack is.
#pragma once

#include <locale.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "engine/platform/thread_locals.hpp"
#include "engine/world/globals.hpp"
#include "engine/world/heap.hpp"
#include "engine/world/place.hpp"

namespace mcheck {

class World {
 public:
  World();

  // From now on each exploration covers the libraries' globals, too, and begins with them as they
  // are now: before the host has used stdio, set a locale or changed the environment, that is as in
  // a fresh process. Of libraries that are loaded later nothing is covered.
  // REQUIRES: called once, before there is a world.
  static void cover_libraries();
  // Between these two the libraries are the program's. The host may call them, but what it leaves
  // in them (text in a buffer, a pointer) is lost with the next restore. Its conversions of numbers
  // and letters do not depend on the locale that the program chose for the process.
  void lend_libraries();
  void take_libraries_back();

  // Makes room for a thread at the place; once for the life of the process. False if there is none.
  bool add_place(std::size_t number);
  [[nodiscard]] bool has_place(std::size_t number) const;
  // What a stack may use: [stack_begin, stack_end).
  [[nodiscard]] static std::byte* stack_begin(std::size_t number);
  [[nodiscard]] std::byte* stack_end(std::size_t number) const;
  [[nodiscard]] std::byte* thread_pointer_of(std::size_t number) const;

  // The end of what belongs to the thread there alone: its stack and thread-locals.
  [[nodiscard]] static std::byte* thread_locals_end(std::size_t number) {
    return place(number).stack_end();
  }

  // The place as it is now, suspended at that depth, is how it is whenever no thread uses it.
  void set_idle(std::size_t number, std::byte* stack_pointer);
  // A thread starts to use the place.
  void occupy(std::size_t number);
  // No place is used any more.
  void vacate();
  // How deep the stack of a place in use is now, at rest; its end where nothing goes on there any
  // more: what is left of frames is nobody's.
  void rest(std::size_t number, std::byte* stack_pointer);

  struct Save {
    struct Used {
      std::size_t number = 0;
      std::byte* stack_pointer = nullptr;
      Range known;  // of the heap
      Range bytes;
      std::size_t at = 0;  // where its stack begins in the save's bytes

      friend bool operator==(const Used&, const Used&) = default;
    };
    std::vector<std::byte> bytes;  // of which so many count
    std::size_t size = 0;
    std::vector<Used> used;
  };
  void save(Save& into);
  // Memory is as the save has it, but for what lies below that stack, down to where a save begins.
  void save_below(Save& into, std::size_t number) const;
  void restore(const Save& from);
  // What a save would hold of a place in use beside the globals: its stack, with its thread-locals,
  // what its heap knows, and its heap's bytes.
  static constexpr std::size_t kStackPiece = 0;
  using Pieces = std::array<Range, 3>;
  [[nodiscard]] Pieces pieces_of(std::size_t number) const;
  // These are in use, in that order. What is there is not changed, and means nothing, nor does the
  // depth of its stack, where the place was not in use.
  void use_places(std::span<const std::size_t> numbers);
  // Whether memory is as the save has it; `same` says so of what the thread at that place has, from
  // its stack pointer to the end of its thread-locals.
  using Same = std::function<bool(const std::byte* before, const std::byte* now, std::size_t size)>;
  [[nodiscard]] bool is_at(const Save& save, std::size_t number, const Same& same) const;
  // The same of all that threads which go on can use: not thread-locals of those that have ended,
  // nor counts that only tell how things came about (Heap::is_like).
  [[nodiscard]] bool is_like(const Save& save) const;

  // Globals that are saved; places in use, and from where on their stacks count.
  [[nodiscard]] const std::vector<Range>& globals() const { return globals_; }
  [[nodiscard]] const std::vector<std::size_t>& places_in_use() const { return in_use_; }
  [[nodiscard]] const std::byte* stack_pointer_of(std::size_t number) const {
    return threads_[number].stack_pointer;
  }

  // Of everything a save would hold.
  [[nodiscard]] Fingerprint fingerprint();
  // Of the same without that thread's stack and thread-locals.
  [[nodiscard]] Fingerprint fingerprint_without(std::size_t number);
  // The same as a sum over eight bytes at a time: what is changed, and changed back, is no
  // difference.
  [[nodiscard]] std::uint64_t sum_without(std::size_t number) const;
  // Of a piece of the world, whatever a sanitizer thinks of it.
  [[nodiscard]] Fingerprint fingerprint_of(const void* from, std::size_t size);

 private:
  struct Thread {
    bool mapped = false;
    bool used = false;
    std::byte* stack_pointer = nullptr;  // at rest
    std::byte* idle_stack_pointer = nullptr;
    std::vector<std::byte> idle;  // [idle_stack_pointer, thread pointer + descriptor)
  };
  // The parts of a place that count, from the stack pointer to the end of the thread-locals.
  [[nodiscard]] std::size_t stack_bytes(std::size_t number, const std::byte* stack_pointer) const;
  void make_idle(std::size_t number);
  template <class NumberOf>
  void use_places(std::size_t count, const NumberOf& number_of);

  std::vector<Range> globals_;
  std::size_t globals_bytes_ = 0;
  std::vector<std::byte> hosts_libraries_;  // while they are lent
  locale_t hosts_locale_{};
  ThreadLocalSize thread_locals_;
  std::vector<Thread> threads_;      // by place number
  std::vector<std::size_t> in_use_;  // place numbers, in the order of occupation
  Save scratch_;
};

}  // namespace mcheck

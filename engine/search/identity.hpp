// SPDX-License-Identifier: MIT
// Names that do not depend on the order in which threads happened to run.
//
// A thread is named by its path: main's second child is T2, the first child of that one T2.1. An
// object is named by the thread that made it and a count, or, where it existed before any thread,
// by its place in the executable; bytes of plain memory by where they are (byte_objects.hpp). The
// same name gets the same id in every execution of one process;
// across processes the paths are the same, ids need not be.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/base/ids.hpp"
#include "engine/search/byte_objects.hpp"
#include "engine/search/registrations.hpp"

namespace mcheck {

class Identities {
 public:
  Identities();

  // The parent's nth child, counted from 1.
  ThreadId thread(ThreadId parent, std::uint32_t nth);
  // The same if it is known; no value if nobody has asked for it yet.
  [[nodiscard]] std::optional<ThreadId> known_thread(ThreadId parent, std::uint32_t nth) const;
  // Whether it is known, or can still be named.
  [[nodiscard]] bool has_room_for(ThreadId parent, std::uint32_t nth) const;
  // The nth object the thread makes, counted from 1; the object at that place in the executable.
  ObjectId object(ThreadId creator, std::uint32_t nth);
  ObjectId object_at(std::uint64_t place);
  // The object that a plain access to these bytes is to. `ordered`: it comes before or after all
  // that other threads do, whatever the schedule.
  ByteObject object_of(const Bytes& accessed, bool ordered);
  [[nodiscard]] ByteObjects& byte_objects() { return byte_objects_; }

  // Whether a's path comes before b's: the parent first, then its children in order.
  [[nodiscard]] bool before(ThreadId a, ThreadId b) const;
  // "main", "T2", "T2.1"
  [[nodiscard]] std::string path_text(ThreadId thread) const;
  // The thread of that path; no value: that is no path, or there is no room for it.
  std::optional<ThreadId> thread_of(std::string_view path_text);
  // A number that stands for the path; the same in every process.
  [[nodiscard]] std::uint64_t path_key(ThreadId thread) const;

  // How objects are called that the program has not named: by where they are. Empty: by kind and
  // number. Of so many bytes all are meant; 0: what begins there.
  using Namer = std::function<std::string(const void* address, std::size_t bytes)>;
  void name_places_with(Namer namer) { namer_ = std::move(namer); }
  [[nodiscard]] std::string name_of_place(const void* address, std::size_t bytes = 0) const {
    return namer_ ? namer_(address, bytes) : std::string();
  }

  [[nodiscard]] std::uint32_t object_limit() const { return next_object_; }

  // From now on it hears of new ids of objects; null: nobody does.
  void tell(Registrations* listener) { listener_ = listener; }

 private:
  struct Thread {
    std::vector<std::uint32_t> path;
    std::vector<ThreadId> children;  // by nth - 1; main's own id where there is none yet
    std::vector<ObjectId> objects;   // by nth - 1
  };

  std::vector<Thread> threads_;
  std::unordered_map<std::uint64_t, ObjectId> at_place_;
  ByteObjects byte_objects_;
  std::uint32_t next_object_ = 1;
  Namer namer_;
  Registrations* listener_ = nullptr;
};

}  // namespace mcheck

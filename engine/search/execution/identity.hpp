// SPDX-License-Identifier: MIT
// Identities of threads and objects that do not depend on the order in which threads run.
//
// A thread is identified by its path: main's second child is T2, the first child of that one T2.1.
// An object is identified by the thread that created it and a count or, if it existed before any
// thread, by its offset in the executable. Bytes of plain memory are identified by their address
// (byte_objects.hpp). One identity has the same id in every execution of a process. Other processes
// use the same paths, but may use other ids.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/base/ids.hpp"
#include "engine/search/execution/byte_objects.hpp"
#include "engine/search/execution/registration_listener.hpp"

namespace mcheck {

class Identities {
 public:
  Identities();

  // The parent's nth child, counted from 1.
  ThreadId thread(ThreadId parent, std::uint32_t nth);
  // The same if it has an id; no value: it was never asked for.
  [[nodiscard]] std::optional<ThreadId> known_thread(ThreadId parent, std::uint32_t nth) const;
  // Whether the child has an id, or can still get one.
  [[nodiscard]] bool has_room_for(ThreadId parent, std::uint32_t nth) const;
  // The nth object that the thread creates, counted from 1; the object at that offset in the
  // executable.
  ObjectId object(ThreadId creator, std::uint32_t nth);
  ObjectId object_at(std::uint64_t place);
  // The object of a plain access to these bytes. `ordered`: the access is ordered with everything
  // that other threads do, whatever the schedule.
  ByteObject object_of(const Bytes& bytes_accessed, bool ordered);
  [[nodiscard]] ByteObjects& byte_objects() { return byte_objects_; }
  [[nodiscard]] const ByteObjects& byte_objects() const { return byte_objects_; }

  // Whether a's path comes before b's: the parent first, then its children in order.
  [[nodiscard]] bool before(ThreadId a, ThreadId b) const;
  // "main", "T2", "T2.1"
  [[nodiscard]] std::string path_text(ThreadId thread) const;
  // The thread with that path; no value: it is malformed, or no id is left for it.
  std::optional<ThreadId> thread_of(std::string_view path_text);
  // A number for the path; the same in every process.
  [[nodiscard]] std::uint64_t path_key(ThreadId thread) const;

  // Names objects that have no name of their own, by address. Empty: named by kind and number. The
  // name is of so many bytes; 0: of what begins there.
  using AddressNamer = std::function<std::string(const void* address, std::size_t bytes)>;
  void set_address_namer(AddressNamer namer) { address_namer_ = std::move(namer); }
  [[nodiscard]] std::string name_of_address(const void* address, std::size_t bytes = 0) const {
    return address_namer_ ? address_namer_(address, bytes) : std::string();
  }

  [[nodiscard]] std::uint32_t object_limit() const { return next_object_; }

  // Reports new object ids to the listener; null: to none.
  void set_registration_listener(RegistrationListener* listener) { listener_ = listener; }

 private:
  struct Thread {
    std::vector<std::uint32_t> path;
    std::vector<ThreadId> children;  // by nth - 1; main's own id where there is none yet
    std::vector<ObjectId> objects;   // by nth - 1
  };

  std::vector<Thread> threads_;
  std::unordered_map<std::uint64_t, ObjectId> by_place_;
  ByteObjects byte_objects_;
  std::uint32_t next_object_ = 1;
  AddressNamer address_namer_;
  RegistrationListener* listener_ = nullptr;
};

}  // namespace mcheck

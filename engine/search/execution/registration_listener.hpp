// SPDX-License-Identifier: MIT
// The interface of a listener that is told what a program registers, as it happens, so that it can
// be registered again in another process.
#pragma once

#include <cstdint>

#include "engine/base/ids.hpp"
#include "engine/trace/semantics/semantics.hpp"

namespace mcheck {

struct Bytes;
struct Note;
struct ObjectRecord;

class RegistrationListener {
 public:
  virtual ~RegistrationListener() = default;

  // An object got an id: see Identities::object and object_at.
  virtual void object_named(ThreadId creator, std::uint32_t nth) = 0;
  virtual void object_named_at(std::uint64_t place) = 0;
  // A plain access that may have created or changed an object.
  virtual void bytes_accessed(const Bytes& bytes, bool ordered) = 0;
  virtual void object_began(ObjectId id, const ObjectRecord& record, const State& first) = 0;
  virtual void object_ended(ObjectId id) = 0;
  virtual void object_retired(ObjectId id) = 0;
  virtual void note_added(const Note& note) = 0;
  virtual void thread_named(ThreadId thread, const char* name) = 0;
};

}  // namespace mcheck

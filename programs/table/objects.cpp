// SPDX-License-Identifier: MIT
#include "objects.hpp"

#include "grammar.hpp"
#include "words.hpp"

namespace table {
namespace {

[[noreturn]] void throw_kind_mismatch(const Object& object, Kind kind, std::size_t line) {
  throw ParseError{line, "`" + object.name + "` is " + std::string(name_of(kind)) + " here and " +
                             std::string(name_of(object.kind)) + " in line " +
                             std::to_string(object.line) + "; expected one kind for each name"};
}

bool is_mutex(Kind kind) { return kind == Kind::kMutex || kind == Kind::kSharedMutex; }

}  // namespace

std::size_t Objects::find(const std::string& name) {
  const auto [at, is_new] = index_.try_emplace(name, objects_.size());
  if (is_new) {
    objects_.push_back({.name = name});
    lines_.emplace_back();
  }
  return at->second;
}

// A mutex becomes a shared mutex at its first rlock.
std::size_t Objects::use(const std::string& name, char letter, std::size_t line) {
  const std::size_t index = find(name);
  Object& object = objects_[index];
  const Kind kind = operand_kind(letter);
  if (letter == 'w' && lines_[index].waited == 0) lines_[index].waited = line;
  const bool becomes_shared_mutex = kind == Kind::kSharedMutex && object.kind == Kind::kMutex;
  if (object.kind == Kind::kUnknown || becomes_shared_mutex) {
    object.kind = kind;
    object.line = line;
  } else if (object.kind != kind && !(is_mutex(kind) && is_mutex(object.kind))) {
    throw_kind_mismatch(object, kind, line);
  }
  return index;
}

void Objects::init(const std::string& name, Number first, std::size_t line) {
  const std::size_t index = find(name);
  Object& object = objects_[index];
  if (lines_[index].init != 0) {
    throw ParseError{line, "`" + name + "` has a first value already, in line " +
                               std::to_string(lines_[index].init)};
  }
  lines_[index].init = line;
  object.first = first;
}

void Objects::semaphore(const std::string& name, Number permits, std::size_t line) {
  if (permits < 0) throw ParseError{line, "a semaphore has no negative number of permits"};
  init(name, permits, line);
  use(name, 'p', line);
}

std::vector<Object> Objects::finish() {
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    Object& object = objects_[i];
    const Lines& lines = lines_[i];
    const std::string is = "`" + object.name + "` is " + std::string(name_of(object.kind)) +
                           " (line " + std::to_string(object.line) + "); ";
    if (object.kind == Kind::kUnknown) object.kind = Kind::kAtomic;
    if (object.kind == Kind::kSharedMutex && lines.waited != 0) {
      throw ParseError{lines.waited, is + "expected a mutex without readers to wait with"};
    }
    const bool has_value = object.kind == Kind::kAtomic || object.kind == Kind::kData;
    if (object.kind == Kind::kSemaphore && lines.init != 0 && lines.init != object.line) {
      throw ParseError{lines.init,
                       is + "expected: sem " + object.name + " " + std::to_string(object.first)};
    }
    if (object.kind != Kind::kSemaphore && !has_value && lines.init != 0) {
      throw ParseError{lines.init, is + "expected an atomic or plain data to have a first value"};
    }
  }
  return std::move(objects_);
}

}  // namespace table

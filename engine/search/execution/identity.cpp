// SPDX-License-Identifier: MIT
#include "engine/search/execution/identity.hpp"

#include <algorithm>
#include <charconv>

#include "engine/base/fingerprint.hpp"
#include "engine/base/invariant.hpp"

namespace mcheck {

Identities::Identities() { threads_.emplace_back(); }

ThreadId Identities::thread(ThreadId parent, std::uint32_t nth) {
  const unsigned p = index(parent);
  if (threads_[p].children.size() < nth) threads_[p].children.resize(nth, kMainThread);
  if (threads_[p].children[nth - 1] == kMainThread) {
    MCHECK_INVARIANT(threads_.size() < kMaxThreads, "there are at most 256 different threads");
    threads_[p].children[nth - 1] = ThreadId(threads_.size());
    Thread child;
    child.path = threads_[p].path;
    child.path.push_back(nth);
    threads_.push_back(std::move(child));
  }
  return threads_[p].children[nth - 1];
}

std::optional<ThreadId> Identities::known_thread(ThreadId parent, std::uint32_t nth) const {
  const std::vector<ThreadId>& children = threads_[index(parent)].children;
  const bool known = children.size() >= nth && children[nth - 1] != kMainThread;
  return known ? std::optional(children[nth - 1]) : std::nullopt;
}

bool Identities::has_room_for(ThreadId parent, std::uint32_t nth) const {
  return known_thread(parent, nth).has_value() || threads_.size() < kMaxThreads;
}

ObjectId Identities::object(ThreadId creator, std::uint32_t nth) {
  std::vector<ObjectId>& objects = threads_[index(creator)].objects;
  if (objects.size() < nth && listener_ != nullptr) listener_->object_named(creator, nth);
  while (objects.size() < nth) objects.push_back(ObjectId(next_object_++));
  return objects[nth - 1];
}

ObjectId Identities::object_at(std::uint64_t place) {
  const auto [entry, is_new] = by_place_.try_emplace(place, ObjectId(next_object_));
  if (is_new) ++next_object_;
  if (is_new && listener_ != nullptr) listener_->object_named_at(place);
  return entry->second;
}

ByteObject Identities::object_of(const Bytes& bytes_accessed, bool ordered) {
  constexpr std::uint64_t kOfBytes = std::uint64_t{1} << 63;
  constexpr std::uint64_t kSeparate = std::uint64_t{1} << 62;
  constexpr unsigned kMask = 48;
  ByteObject object = byte_objects_.find(bytes_accessed, ordered);
  if (object.id != kNoObject) return object;
  if (listener_ != nullptr) listener_->bytes_accessed(bytes_accessed, ordered);
  object.id = object_at(object.bytes.granule | std::uint64_t{object.bytes.mask} << kMask |
                        kOfBytes | (object.separate ? kSeparate : 0));
  byte_objects_.set_id(object);
  return object;
}

bool Identities::before(ThreadId a, ThreadId b) const {
  return std::ranges::lexicographical_compare(threads_[index(a)].path, threads_[index(b)].path);
}

std::string Identities::path_text(ThreadId thread) const {
  std::string text;
  for (const std::uint32_t nth : threads_[index(thread)].path) {
    text += (text.empty() ? "T" : ".") + std::to_string(nth);
  }
  return text.empty() ? "main" : text;
}

std::optional<ThreadId> Identities::thread_of(std::string_view text) {
  if (text == "main") return kMainThread;
  if (text.empty() || text[0] != 'T') return std::nullopt;
  ThreadId thread = kMainThread;
  const char* at = text.data() + 1;
  for (const char* const end = text.data() + text.size();;) {
    std::uint32_t nth = 0;
    const auto [rest, error] = std::from_chars(at, end, nth);
    if (error != std::errc{} || nth == 0 || !has_room_for(thread, nth)) return std::nullopt;
    thread = this->thread(thread, nth);
    if (rest == end) return thread;
    if (*rest != '.') return std::nullopt;
    at = rest + 1;
  }
}

std::uint64_t Identities::path_key(ThreadId thread) const {
  const std::vector<std::uint32_t>& path = threads_[index(thread)].path;
  if (path.size() == 1) return path[0];
  return path.empty() ? 0 : fingerprint(path.data(), path.size() * sizeof path[0]).low;
}

}  // namespace mcheck

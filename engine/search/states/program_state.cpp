// SPDX-License-Identifier: MIT
#include "engine/search/states/program_state.hpp"

#include <algorithm>
#include <string_view>

namespace mcheck {
namespace {

// An id, so that it differs from every address.
constexpr Word kById = Word{1} << 63;

void add_threads_of(std::vector<Word>& words, const ThreadSet& threads, const ThreadNames& names) {
  ThreadSet named;
  for (unsigned i = 0; i < threads.size(); ++i) named.add(ThreadId(names.of(threads.at(i))));
  for (unsigned i = 0; i < named.size(); ++i) words.push_back(index(named.at(i)));
  words.push_back(kMaxThreads);
}

// Whether its value is the thread that has it, plus 1.
bool has_owner_as_value(ObjectKind kind) { return is_mutex(kind) || kind == ObjectKind::kSection; }

// A write of plain bytes has no value but a stamp: what was written is in memory.
bool has_value(const ObjectRecord& object) { return !object.is_bytes; }

}  // namespace

std::optional<Fingerprint> ProgramState::current() {
  const std::optional<Fingerprint> program = executor_.state_of_program();
  if (!program) return std::nullopt;
  const ThreadNames* const names = executor_.thread_names();
  names_ = names != nullptr ? names : &own_names_;
  words_.clear();
  add_threads();
  add_objects();
  for (const Note& note : execution_.notes()) {
    words_.insert(words_.end(),
                  {reinterpret_cast<std::uintptr_t>(note.name), static_cast<Word>(note.value)});
  }
  return program->then(fingerprint(words_.data(), words_.size() * sizeof words_[0]));
}

Word ProgramState::name_of(ObjectId id) const {
  const ObjectRecord* const object = execution_.find_object(id);
  if (object == nullptr) return 0;
  const auto address = reinterpret_cast<std::uintptr_t>(object->address);
  return object->address != nullptr ? names_->of_address(address) << 4 | object->bytes
                                    : kById | index(id);
}

void ProgramState::add_operation(const Operation& operation) {
  const Word flags = Word{operation.bytes} << 3 | Word{operation.may_time_out} << 2 |
                     Word{operation.may_fail} << 1 | Word{operation.in_section};
  const bool stamped =
      operation.kind == Kind::kWrite && !has_value(*execution_.find_object(operation.object));
  words_.insert(words_.end(), {static_cast<Word>(operation.kind) << 32 |
                                   static_cast<Word>(operation.order) << 24 |
                                   static_cast<Word>(operation.failure_order) << 16 | flags,
                               name_of(operation.object), stamped ? 0 : operation.a, operation.b});
}

void ProgramState::add_threads() {
  named_threads_.clear();
  for (const ThreadRecord& record : execution_.threads())
    named_threads_.push_back({names_->of(record.id), &record});
  if (!names_->is_identity()) std::ranges::sort(named_threads_, {}, &NamedThread::name);
  for (const auto& [name, thread] : named_threads_) {
    const ThreadRecord& record = *thread;
    const Word flags = Word{record.ended_process} | Word{record.joined} << 1 |
                       Word{record.advances_clock} << 2 | Word{record.futile_wait} << 3 |
                       Word{record.yielded} << 4 | Word{record.equals} << 5;
    words_.insert(words_.end(), {name, static_cast<Word>(record.status), flags, record.spurious,
                                 record.children, record.sections, execution_.enabled(record)});
    // Events of a schedule may ask for it.
    words_.push_back(record.name == nullptr ? 0 : fingerprint(std::string_view(record.name)).low);
    if (record.status == ThreadRecord::Status::kReady) add_operation(record.pending);
  }
}

void ProgramState::add_objects() {
  objects_.clear();
  for (std::uint32_t i = 1; i < execution_.identities().object_limit(); ++i) {
    const ObjectRecord* const object = execution_.find_object(ObjectId{i});
    if (object == nullptr || object->kind == ObjectKind::kNone) continue;
    // Of the objects that were at one address only the newest can be found.
    const void* const address = lookup_address(*object);
    const bool hidden = address != nullptr && execution_.last_object_at(address) != ObjectId{i};
    if (!hidden) objects_.push_back({name_of(ObjectId{i}), ObjectId{i}});
  }
  std::ranges::sort(objects_, {}, &NamedObject::name);
  for (const auto& [name, id] : objects_) {
    const ObjectRecord& object = *execution_.find_object(id);
    words_.insert(words_.end(), {name, static_cast<Word>(object.kind) << 1 | Word{object.alive}});
    if (!object.alive) continue;
    const State state = execution_.state_of(id);
    const Word value =
        has_owner_as_value(object.kind) ? names_->of_owner(state.value) : state.value;
    words_.insert(words_.end(), {has_value(object) ? value : 0, state.extra,
                                 names_->of_owner(state.section) << 1 | Word{state.destroyed}});
    add_threads_of(words_, state.threads, *names_);
  }
}

}  // namespace mcheck

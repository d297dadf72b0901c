// SPDX-License-Identifier: MIT
// The executor's part of the identity of a state: where each thread stands, and what it keeps.
#include "engine/base/fingerprint.hpp"
#include "tests/support/table/table_executor.hpp"

namespace table {
namespace {

template <class Numbers>
void add_all(std::vector<mcheck::Word>& words, const Numbers& numbers) {
  for (const auto number : numbers) words.push_back(static_cast<mcheck::Word>(number));
}

}  // namespace

std::optional<mcheck::Fingerprint> TableExecutor::state_of_program() {
  std::vector<mcheck::Word> words;
  for (const auto& [id, thread] : threads_) {
    words.insert(words.end(), {mcheck::index(id), thread.program, thread.at,
                               static_cast<mcheck::Word>(thread.part), thread.previous_result,
                               thread.started, static_cast<mcheck::Word>(thread.ended)});
    if (fault_ != Fault::kForgetsRegisters) add_all(words, thread.r);
    add_all(words, thread.holds.mutex);
    add_all(words, thread.holds.recursive);
    add_all(words, thread.holds.reads);
    add_all(words, thread.holds.writes);
  }
  for (const auto& [program, id] : ids_) {
    words.insert(words.end(), {program, mcheck::index(id)});
  }
  return mcheck::fingerprint(words.data(), words.size() * sizeof words[0]);
}

}  // namespace table

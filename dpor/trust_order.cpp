// SPDX-License-Identifier: MIT
#include "dpor/trust_order.hpp"

#include <utility>

namespace mcheck::trust {

void Order::cut(std::size_t events, const Size& size) {
  if (size.words != words_) {
    events = 0;
    rows_.clear();
  }
  for (; count_ > events; --count_) undo(added_[count_ - 1]);
  words_ = size.words;
  if (added_.size() < size.events) added_.resize(2 * size.events);
  if (rows_.size() < (added_.size() + 1) * 2 * words_) {
    rows_.resize((added_.size() + 1) * 2 * words_);
  }
  if (last_reader_.size() < size.versions) last_reader_.resize(2 * size.versions, kNone);
}

inline void Order::undo(const Added& added) {
  last_of_[index(added.thread)] = added.past.last;
  if (added.started != kMainThread) last_of_[index(added.started)] = kNone;
  if (added.reads != kNone) last_reader_[added.reads] = added.reader_before;
}

void Order::follow_readers(std::uint32_t reader, std::uint64_t* now) const {
  for (; reader != kNone; reader = added_[reader].reader_before) {
    for (std::size_t i = 0; i < words_; ++i) now[i] |= row(reader)[i];
  }
}

}  // namespace mcheck::trust

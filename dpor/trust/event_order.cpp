// SPDX-License-Identifier: MIT
#include "dpor/trust/event_order.hpp"

#include <utility>

namespace mcheck::trust {

void EventOrder::truncate(std::size_t events, const Size& size) {
  if (size.words != words_) {
    events = 0;
    rows_.clear();
  }
  for (; event_count_ > events; --event_count_) undo(records_[event_count_ - 1]);
  words_ = size.words;
  if (records_.size() < size.events) records_.resize(2 * size.events);
  if (rows_.size() < (records_.size() + 1) * 2 * words_) {
    rows_.resize((records_.size() + 1) * 2 * words_);
  }
  if (last_reader_.size() < size.versions) last_reader_.resize(2 * size.versions, kNone);
}

inline void EventOrder::undo(const EventRecord& record) {
  last_events_[index(record.thread)] = record.past.last;
  if (record.started_thread != kMainThread) last_events_[index(record.started_thread)] = kNone;
  if (record.reads != kNone) last_reader_[record.reads] = record.reader_before;
}

void EventOrder::join_readers(std::uint32_t reader, std::uint64_t* row_now) const {
  for (; reader != kNone; reader = records_[reader].reader_before) {
    for (std::size_t i = 0; i < words_; ++i) row_now[i] |= row(reader)[i];
  }
}

}  // namespace mcheck::trust

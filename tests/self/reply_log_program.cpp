// SPDX-License-Identifier: MIT
// mcheck checks itself: the engine's reply log, between a writer and a concurrent reader. Every
// entry that is read is complete and in order, and none is missing at the end.
#include "engine/runtime/isolation/reply_log.hpp"

#include <cassert>
#include <string>
#include <thread>

namespace {

using mcheck::Packed;
using mcheck::ReplyLog;
using mcheck::ReplyTag;

constexpr int kEntries = 2;

// The next entry, if there is one, has this number.
bool read_one(ReplyLog& log, int number) {
  std::optional<ReplyLog::Entry> entry = log.next();
  if (!entry) return false;
  assert(entry->tag == ReplyTag::kNoteAdded);
  assert(entry->packed.take<int>() == number);
  assert(entry->packed.take_text() == "entry");
  return true;
}

void write_one(ReplyLog& log, int number) {
  Packed packed;
  packed.put(number).put_text("entry");
  log.write(ReplyTag::kNoteAdded, packed);
}

}  // namespace

int main() {
  ReplyLog log;
  log.clear();
#ifdef MCHECK_TWO_WRITERS
  // Not supported by the log: the gate must find the race.
  std::thread other([&] { write_one(log, 0); });
  write_one(log, 0);
  other.join();
#else
  std::thread writer([&] {
    for (int number = 0; number < kEntries; ++number) write_one(log, number);
  });
  int number = 0;
  for (int reads = 0; reads < kEntries + 1; ++reads) number += read_one(log, number) ? 1 : 0;
  writer.join();
  while (read_one(log, number)) ++number;
  assert(number == kEntries);
#endif
  return 0;
}

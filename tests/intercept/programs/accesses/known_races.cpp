// SPDX-License-Identifier: MIT
// Two races, in functions of their own, and a thread that is left behind: for --suppressions. The
// first argument selects them, one letter each: l, o, t, d; s: a race inside the standard library;
// m: a race met only after a misuse; n: also met without it.
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>

namespace {

int legacy_total = 0;
int other_total = 0;
std::mutex guard;
std::mutex own;
std::mutex free_for_all;
std::atomic<int> ready = 0;
std::condition_variable never;
std::atomic<std::shared_ptr<int>> latest;

[[gnu::noinline]] void legacy_add() { ++legacy_total; }
[[gnu::noinline]] void other_add() { ++other_total; }

[[gnu::noinline]] void legacy_work() {
  legacy_add();
  legacy_add();
}

void wait_for_ever() {
  std::unique_lock lock(guard);
  never.wait(lock);
}

// What it does before the misuse is in no execution without it.
void add_and_misuse() {
  own.lock();
  other_add();
  if (ready == 0) free_for_all.unlock();
  own.unlock();
}

void meet_it(bool ready_at_once) {
  if (ready_at_once) ready = 1;
  { std::scoped_lock lock(guard); }
  other_add();
}

}  // namespace

int main(int count, char** words) {
  const auto wants = [&](char letter) {
    return count > 1 && std::strchr(words[1], letter) != nullptr;
  };
  if (wants('t')) std::thread(wait_for_ever).detach();
  std::thread worker([&] {
    if (wants('l')) legacy_work();
    if (wants('o')) other_add();
    if (wants('d')) wait_for_ever();
    if (wants('s')) (void)latest.load();
    if (wants('m') || wants('n')) add_and_misuse();
  });
  if (wants('l')) legacy_work();
  if (wants('o')) other_add();
  if (wants('s')) latest.store(nullptr);
  if (wants('m') || wants('n')) std::thread(meet_it, wants('n')).detach();
  worker.join();
}

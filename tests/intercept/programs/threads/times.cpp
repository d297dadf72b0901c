// SPDX-License-Identifier: MIT
// Reads clocks and sleeps; the first argument says how.
#include <errno.h>
#include <poll.h>
#include <sys/select.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <chrono>
#include <string>
#include <thread>

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

std::atomic<int> flag{0};

void deadline() {
  const auto end = Clock::now() + 10min;
  while (Clock::now() < end) {
    if (flag == 1) return;
  }
}

void sleeps() {
  const auto before = Clock::now();
  std::this_thread::sleep_for(1h);
  assert(sleep(3600) == 0 && usleep(1) == 0);
  assert(poll(nullptr, 0, 1000) == 0);
  timeval second = {1, 0};
  assert(select(0, nullptr, nullptr, nullptr, &second) == 0);
  const timespec wrong = {0, 2'000'000'000};
  assert(nanosleep(&wrong, nullptr) == -1 && errno == EINVAL);
  assert(Clock::now() - before >= 2h + 2s);
}

void all_clocks() {
  timespec spec = {};
  assert(timespec_get(&spec, TIME_UTC) == TIME_UTC);
  timeval value = {};
  assert(gettimeofday(&value, nullptr) == 0 && value.tv_sec >= spec.tv_sec);
  assert(time(nullptr) >= spec.tv_sec);
  assert(clock_gettime(CLOCK_REALTIME, &spec) == 0 && clock_gettime(99, &spec) == -1);
  assert(clock_getres(CLOCK_MONOTONIC, &spec) == 0);
  const clock_t first = clock();
  assert(clock() > first);
  tms parts = {};
  assert(times(&parts) >= 0);
  assert(alarm(1) == 0);
}

void creation_and_join() {
  const auto before = Clock::now();
  Clock::time_point there;
  std::thread other([&] {
    assert(Clock::now() > before);
    std::this_thread::sleep_for(1h);
    there = Clock::now();
  });
  other.join();
  assert(Clock::now() > there);
}

}  // namespace

int main(int count, char** words) {
  const std::string program_part = count > 1 ? words[1] : "all";
  if (program_part == "all") {
    sleeps();
    all_clocks();
    creation_and_join();
    return 0;
  }
  std::thread other([&] {
    if (program_part == "sleep_is_no_order") std::this_thread::sleep_for(1h);
    flag = 1;
  });
  if (program_part == "deadline") deadline();
  if (program_part == "sleep_is_no_order") {
    std::this_thread::sleep_for(1ms);
    assert(flag == 0);
  }
  other.join();
}

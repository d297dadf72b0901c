// SPDX-License-Identifier: MIT
// Two threads share what lies in the kernel. The first argument says what.
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <mutex>
#include <string>
#include <thread>

namespace {

int ends[2];

void put(char byte) { assert(write(ends[1], &byte, 1) == 1); }

char take() {
  char byte = 0;
  assert(read(ends[0], &byte, 1) == 1);
  return byte;
}

// Either byte may be the first.
void write_in_order() {
  std::thread one(put, '1'), other(put, '2');
  one.join();
  other.join();
  assert(take() == '1');
}

// Numbers leave in the order in which they are drawn, if the lock is held for both.
void write_numbers(bool held) {
  std::mutex mutex;
  char next = '0';
  const auto draw = [&] {
    std::unique_lock lock(mutex);
    const char mine = next++;
    if (!held) lock.unlock();
    put(mine);
  };
  std::thread one(draw), other(draw);
  one.join();
  other.join();
  assert(take() == '0' && take() == '1');
}

// What was written before the byte is there once the byte is.
void hand_over(bool polled, bool joined) {
  int data = 0;
  std::thread writer([&] {
    data = 42;
    put('x');
  });
  pollfd file = {.fd = ends[0], .events = POLLIN, .revents = 0};
  while (polled && poll(&file, 1, 100) == 0) {
  }
  if (joined) writer.join();
  assert(take() == 'x' && data == 42);
  if (!joined) writer.join();
}

// Another thread may make the directory in between.
void make_once() {
  const std::string name = "/tmp/mcheck_shared_" + std::to_string(getpid());
  rmdir(name.c_str());  // of an execution that failed, in a process that had the same number
  const auto make = [&] {
    struct stat status {};
    if (stat(name.c_str(), &status) != 0) assert(mkdir(name.c_str(), 0700) == 0);
  };
  std::thread one(make), other(make);
  one.join();
  other.join();
  rmdir(name.c_str());
}

void move_and_write() {
  std::thread other([] { lseek(ends[1], 100, SEEK_SET); });
  assert(lseek(ends[1], 0, SEEK_SET) == 0);
  put('x');
  assert(lseek(ends[1], 0, SEEK_CUR) == 1);
  other.join();
}

void open_file() {
  char name[] = "/tmp/mcheck_shared_XXXXXX";
  ends[1] = mkstemp(name);
  unlink(name);
}

}  // namespace

int main(int count, char** words) {
  const std::string what = count > 1 ? words[1] : "";
  if (what == "position") {
    open_file();
    move_and_write();
    return 0;
  }
  assert(pipe(ends) == 0);
  if (what == "order") write_in_order();
  if (what == "numbers") write_numbers(false);
  if (what == "held numbers") write_numbers(true);
  if (what == "joined") hand_over(false, true);
  if (what == "awaited") hand_over(false, false);
  if (what == "polled") hand_over(true, false);
  if (what == "directory") make_once();
}

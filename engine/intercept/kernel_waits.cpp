// SPDX-License-Identifier: MIT
// System calls that wait, and that a signal interrupts for good. The engine's clock must not be
// what ends them: then they are made again, for the time that is left.
#include <errno.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>

#include <algorithm>
#include <chrono>

#include "engine/intercept/kernel_state.hpp"
#include "engine/runtime/signals.hpp"

namespace mcheck {
namespace {

using Clock = std::chrono::steady_clock;

// Calls with the milliseconds that are left; below 0: for ever.
template <class Call>
int wait(long milliseconds, Call call) {
  const Clock::time_point end = Clock::now() + std::chrono::milliseconds(milliseconds);
  for (long left = milliseconds;;) {
    const std::uint64_t before = clock_ticks();
    const int result = call(left);
    if (result >= 0 || errno != EINTR || clock_ticks() == before || !program_runs()) return result;
    if (milliseconds < 0) continue;
    using std::chrono::ceil;
    const auto rest = ceil<std::chrono::milliseconds>(end - Clock::now()).count();
    left = std::max<long>(rest, 0);
  }
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

int poll(pollfd* watched, nfds_t count, int milliseconds) {
  const auto real = mcheck::library_function<int(pollfd*, nfds_t, int)>("poll");
  return mcheck::wait(milliseconds,
                      [&](long left) { return real(watched, count, static_cast<int>(left)); });
}

int epoll_wait(int descriptor, epoll_event* events, int most, int milliseconds) {
  const auto real = mcheck::library_function<int(int, epoll_event*, int, int)>("epoll_wait");
  return mcheck::wait(milliseconds, [&](long left) {
    return real(descriptor, events, most, static_cast<int>(left));
  });
}

int select(int count, fd_set* reads, fd_set* writes, fd_set* others, timeval* limit) {
  const auto real =
      mcheck::library_function<int(int, fd_set*, fd_set*, fd_set*, timeval*)>("select");
  // The kernel takes what has passed off the limit, and leaves the sets alone if interrupted.
  return mcheck::wait(-1, [&](long) { return real(count, reads, writes, others, limit); });
}
}
// NOLINTEND

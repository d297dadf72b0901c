// SPDX-License-Identifier: MIT
// The number of processors: two, on every machine. Otherwise a program that starts one thread for
// each processor would differ from machine to machine, with other schedules, and on large machines
// it would be too large to search. A run without a search gets the real number.
#include <sys/sysinfo.h>
#include <unistd.h>

#include "engine/intercept/inside.hpp"
#include "engine/intercept/kernel_state.hpp"

namespace mcheck {
namespace {

constexpr int kProcessors = 2;

bool are_pretended() { return inside() && !passes_through(); }

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

// std::thread::hardware_concurrency() calls this.
int get_nprocs() noexcept {
  if (mcheck::are_pretended()) return mcheck::kProcessors;
  return mcheck::library_function<int()>("get_nprocs")();
}

int get_nprocs_conf() noexcept {
  if (mcheck::are_pretended()) return mcheck::kProcessors;
  return mcheck::library_function<int()>("get_nprocs_conf")();
}

long sysconf(int name) noexcept {
  const bool counts = name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF;
  if (counts && mcheck::are_pretended()) return mcheck::kProcessors;
  return mcheck::library_function<long(int)>("sysconf")(name);
}
}
// NOLINTEND

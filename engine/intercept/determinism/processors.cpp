// SPDX-License-Identifier: MIT
// The number of processors: two, on every machine. Otherwise a program that starts one thread for
// each processor would differ from machine to machine, with other schedules, and on large machines
// it would be too large to search. A run without a search gets the real number.
#include <sys/sysinfo.h>
#include <unistd.h>

#include "engine/intercept/kernel/kernel_call.hpp"
#include "engine/intercept/program/program_call.hpp"

namespace mcheck {
namespace {

constexpr int kProcessors = 2;

bool count_is_modelled() { return on_program_thread() && !passes_through(); }

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

// std::thread::hardware_concurrency() calls this.
int get_nprocs() noexcept {
  if (mcheck::count_is_modelled()) return mcheck::kProcessors;
  return mcheck::library_function<int()>("get_nprocs")();
}

int get_nprocs_conf() noexcept {
  if (mcheck::count_is_modelled()) return mcheck::kProcessors;
  return mcheck::library_function<int()>("get_nprocs_conf")();
}

long sysconf(int name) noexcept {
  const bool asks_for_count = name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF;
  if (asks_for_count && mcheck::count_is_modelled()) return mcheck::kProcessors;
  return mcheck::library_function<long(int)>("sysconf")(name);
}
}
// NOLINTEND

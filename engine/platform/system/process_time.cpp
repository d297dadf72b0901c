// SPDX-License-Identifier: MIT
#include "engine/platform/system/process_time.hpp"

#include <sys/resource.h>
#include <sys/syscall.h>

#include "engine/platform/processor/processor.hpp"
#include "engine/platform/system/system_calls.hpp"

namespace mcheck {

ProcessTime process_time() {
  const SystemCallInterceptionPause unreported;
  rusage used = {};
  (void)raw_system_call(SYS_getrusage, {RUSAGE_SELF, reinterpret_cast<long>(&used)});
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return {.seconds = seconds(used.ru_utime) + seconds(used.ru_stime),
          .voluntary_switches = static_cast<std::uint64_t>(used.ru_nvcsw)};
}

}  // namespace mcheck

// SPDX-License-Identifier: MIT
#include "engine/platform/system/tracer.hpp"

#include <fcntl.h>
#include <sys/syscall.h>

#include <string_view>

#include "engine/platform/processor/processor.hpp"

namespace mcheck {

bool is_traced() {
  constexpr std::string_view kTracer = "TracerPid:\t";
  char text[1024];
  const long file = raw_system_call(
      SYS_openat,
      {AT_FDCWD, reinterpret_cast<long>("/proc/self/status"), O_RDONLY | O_CLOEXEC, 0, 0, 0});
  if (file < 0) return false;
  const long size = raw_system_call(
      SYS_read, {file, reinterpret_cast<long>(text), static_cast<long>(sizeof text), 0, 0, 0});
  (void)raw_system_call(SYS_close, {file, 0, 0, 0, 0, 0});
  const std::string_view status(text, size > 0 ? static_cast<std::size_t>(size) : 0);
  const std::size_t at = status.find(kTracer);
  return at != std::string_view::npos && status[at + kTracer.size()] != '0';
}

}  // namespace mcheck

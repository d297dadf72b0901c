// SPDX-License-Identifier: MIT
#include "engine/host/process/silenced_streams.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <initializer_list>

namespace mcheck {

SilencedStreams::SilencedStreams() {
  std::fflush(stdout);
  for (const int stream : {0, 1, 2}) {
    saved_descriptors_[stream] = dup(stream);
    const int null_device = open("/dev/null", (stream == 0 ? O_RDONLY : O_WRONLY) | O_CLOEXEC);
    if (null_device >= 0) dup2(null_device, stream);
    if (null_device > 2) close(null_device);
  }
}

bool is_silenced() {
  struct stat null_device {};
  if (stat("/dev/null", &null_device) != 0) return false;
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat stream_status {};
    if (fstat(stream, &stream_status) == 0 && stream_status.st_rdev != null_device.st_rdev)
      return false;
  }
  return true;
}

SilencedStreams::~SilencedStreams() {
  std::fflush(stdout);
  for (const int stream : {0, 1, 2}) {
    if (saved_descriptors_[stream] < 0) continue;
    dup2(saved_descriptors_[stream], stream);
    close(saved_descriptors_[stream]);
  }
}

}  // namespace mcheck

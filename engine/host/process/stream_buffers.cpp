// SPDX-License-Identifier: MIT
#include "engine/host/process/stream_buffers.hpp"

#include <stdio_ext.h>

#include <cstdio>

#include "engine/base/host_state.hpp"

namespace mcheck {
namespace {

MCHECK_HOST_STATE char input_buffer[4096] = {1};
MCHECK_HOST_STATE char output_buffer[4096] = {1};

}  // namespace

void keep_stream_buffers_outside() {
  std::setvbuf(stdin, input_buffer, _IOFBF, sizeof input_buffer);
  std::setvbuf(stdout, output_buffer, _IOLBF, sizeof output_buffer);
  __fsetlocking(stdin, FSETLOCKING_BYCALLER);
  __fsetlocking(stdout, FSETLOCKING_BYCALLER);
  __fsetlocking(stderr, FSETLOCKING_BYCALLER);
}

}  // namespace mcheck

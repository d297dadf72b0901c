// SPDX-License-Identifier: MIT
#include "engine/host/process/captured_output.hpp"

#include <stdio_ext.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "engine/platform/processor/raw_copy.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kMaxBytes = 64 << 10;
constexpr int kStreams[] = {STDOUT_FILENO, STDERR_FILENO};

off_t size_of(int file) {
  struct stat about = {};
  fstat(file, &about);
  return about.st_size;
}

std::string beginning_of(int file, std::size_t size) {
  std::string text(std::min(size, kMaxBytes), '\0');
  const ssize_t count = pread(file, text.data(), text.size(), 0);
  text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  return text;
}

}  // namespace

CapturedOutput::CapturedOutput(Machine& machine)
    : machine_(machine), file_(memfd_create("output", MFD_CLOEXEC)) {
  __fpurge(stdout);  // the rest of an earlier execution
  machine_.set_external_state(this);
  if (file_ < 0) return;
  for (const int stream : kStreams) {
    saved_descriptors_[stream - 1] = dup(stream);
    dup2(file_, stream);
  }
}

CapturedOutput::~CapturedOutput() {
  machine_.set_external_state(nullptr);
  if (file_ < 0) return;
  __fpurge(stdout);
  for (const int stream : kStreams) {
    if (saved_descriptors_[stream - 1] < 0) {
      close(stream);
      continue;
    }
    dup2(saved_descriptors_[stream - 1], stream);
    close(saved_descriptors_[stream - 1]);
  }
  close(file_);
}

void CapturedOutput::note() {
  saved_size_ = size_of(file_);
  saved_stream_.resize(sizeof(std::FILE));
  raw_copy(saved_stream_.data(), stdout, saved_stream_.size());
  saved_buffer_.resize(__fbufsize(stdout));
  raw_copy(saved_buffer_.data(), stdout->_IO_buf_base, saved_buffer_.size());
}

void CapturedOutput::restore() {
  raw_copy(stdout, saved_stream_.data(), saved_stream_.size());
  raw_copy(stdout->_IO_buf_base, saved_buffer_.data(), saved_buffer_.size());
  if (file_ < 0 || size_of(file_) == saved_size_) return;
  if (ftruncate(file_, saved_size_) == 0) lseek(file_, saved_size_, SEEK_SET);
}

void CapturedOutput::print_captured() {
  if (file_ < 0) return;
  std::fflush(stdout);
  char bytes[4096] = {};
  off_t at = 0;
  char last = '\n';
  for (ssize_t count = 1; count > 0; at += count) {
    count = pread(file_, bytes, sizeof bytes, at);
    if (count <= 0 || write(saved_descriptors_[0], bytes, static_cast<std::size_t>(count)) < 0)
      break;
    last = bytes[count - 1];
  }
  if (last != '\n') (void)!write(saved_descriptors_[0], "\n", 1);
}

std::string CapturedOutput::text() {
  if (file_ < 0) return "";
  std::fflush(stdout);
  const auto size = static_cast<std::size_t>(size_of(file_));
  std::string text = beginning_of(file_, size);
  if (size > kMaxBytes) {
    text += "\n… (the first " + std::to_string(kMaxBytes >> 10) + " KiB of " +
            std::to_string(size) + " bytes)\n";
  }
  return text;
}

}  // namespace mcheck

// SPDX-License-Identifier: MIT
#include "programs/mcheck/supervise/recorder.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "programs/mcheck/cli/diagnostic.hpp"

namespace mcheck::command {
namespace {

[[noreturn]] void throw_recorder_error(const char* what) {
  throw InternalError{diagnostic(
      std::string("cannot set up the flight recorder: ") + what + ": " + std::strerror(errno), {})};
}

}  // namespace

Recorder::Recorder() : memory_(memfd_create("mcheck recorder", MFD_CLOEXEC | MFD_ALLOW_SEALING)) {
  if (memory_.get() < 0) throw_recorder_error("memfd_create");
  if (ftruncate(memory_.get(), sizeof(FlightRecord)) != 0) throw_recorder_error("ftruncate");
  if (fcntl(memory_.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    throw_recorder_error("sealing it");
  }
  void* memory =
      mmap(nullptr, sizeof(FlightRecord), PROT_READ | PROT_WRITE, MAP_SHARED, memory_.get(), 0);
  if (memory == MAP_FAILED) throw_recorder_error("mmap");
  record_ = static_cast<FlightRecord*>(memory);  // all zero, the initial state of a record
  record_->magic = FlightRecord::kMagic;
  record_->version = FlightRecord::kVersion;
}

Recorder::~Recorder() { munmap(static_cast<void*>(record_), sizeof(FlightRecord)); }

Recording Recorder::recording() const {
  Recording recording;
  recording.executions = record_->executions;
  recording.events = record_->events;
  recording.finished_mass = record_->finished_mass;
  recording.exploring = record_->exploring != 0;
  recording.in_program = record_->in_program != kInEngine;
  recording.stack_is_used_up = record_->in_program == kStackUsedUp;
  recording.reuse_size_classes = record_->reuse_size_classes;
  recording.weak_memory = record_->weak_memory != 0;
  const std::uint32_t recorded_length = record_->length;
  const std::uint32_t length = std::min(recorded_length, std::uint32_t{FlightRecord::kMaxSteps});
  recording.chosen.assign(record_->chosen, record_->chosen + length);
  return recording;
}

}  // namespace mcheck::command

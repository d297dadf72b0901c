// SPDX-License-Identifier: MIT
// The command's side of the flight recorder: memory that is shared with the program and outlives
// it. The program may write anything into it at any time, but cannot shrink it.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/trace/protocol/flight_record.hpp"
#include "engine/trace/results/estimate.hpp"
#include "programs/mcheck/supervise/file_descriptor.hpp"

namespace mcheck::command {

// A copy of the recorder's content.
struct Recording {
  std::uint64_t executions = 0;
  std::uint64_t events = 0;
  double finished_mass = 0;
  bool exploring = false;
  bool in_program = false;
  bool stack_is_used_up = false;         // the cause of death, if the program died
  std::uint64_t reuse_size_classes = 0;  // Schedule::reuse_size_classes, found by the program
  bool weak_memory = false;              // it explores under RC11
  std::vector<std::uint16_t> chosen;     // in the current execution

  // Whether the program has explored nothing yet.
  [[nodiscard]] bool is_blank() const {
    return !exploring && executions == 0 && events == 0 && chosen.empty();
  }
};

class Recorder {
 public:
  Recorder();  // throws InternalError
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  [[nodiscard]] int descriptor() const { return memory_.get(); }
  [[nodiscard]] std::uint64_t heartbeat() const { return record_->heartbeat; }
  // Whether mcheck's own code is running in the program, during a search.
  [[nodiscard]] bool is_in_engine() const {
    return record_->exploring != 0 && record_->in_program == kInEngine;
  }
  [[nodiscard]] std::uint64_t executions() const { return record_->executions; }
  [[nodiscard]] std::uint64_t events() const { return record_->events; }
  [[nodiscard]] std::uint64_t classes() const { return record_->classes; }
  // Of the current execution, or still of the previous one.
  [[nodiscard]] std::uint32_t depth() const { return record_->length; }
  [[nodiscard]] double finished_mass() const { return record_->finished_mass; }
  // The program may have written anything: an invalid value counts as kUsual.
  [[nodiscard]] EstimateKind estimate_kind() const {
    const std::uint32_t kind = record_->estimate_kind;
    return kind > static_cast<std::uint32_t>(EstimateKind::kBounded) ? EstimateKind::kUsual
                                                                     : EstimateKind{kind};
  }
  // Requests that the program reads between two executions.
  void request_shard(bool requested) { record_->give_shard = requested ? 1 : 0; }
  [[nodiscard]] bool is_shard_requested() const { return record_->give_shard != 0; }
  void request_stop() { record_->stop = 1; }
  // Exact after the program's death.
  [[nodiscard]] Recording recording() const;

 private:
  FileDescriptor memory_;
  FlightRecord* record_ = nullptr;
};

}  // namespace mcheck::command

// SPDX-License-Identifier: MIT
// Workers run jobs by priority.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <queue>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace server {

using JobNumber = std::uint32_t;

struct Job {
  JobNumber number = 0;
  int priority = 0;
  std::string name;
  std::function<void()> work;

  bool operator<(const Job& other) const {
    return priority != other.priority ? priority < other.priority : number > other.number;
  }
};

class Scheduler {
 public:
  explicit Scheduler(std::size_t workers);
  ~Scheduler();
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  JobNumber add(const std::string& name, int priority, std::function<void()> work);
  // Cancels a job that has not started.
  bool cancel(JobNumber number);
  // Waits until all jobs are done.
  void drain();
  [[nodiscard]] bool is_done(JobNumber number) const;
  [[nodiscard]] std::vector<std::string> history() const;
  [[nodiscard]] std::size_t waiting() const;

 private:
  void work();
  [[nodiscard]] bool idle() const { return jobs_.empty() && running_ == 0; }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::priority_queue<Job> jobs_;
  std::set<JobNumber> cancelled_;
  std::map<JobNumber, bool> done_;
  std::vector<std::string> history_;
  JobNumber next_ = 1;
  std::size_t running_ = 0;
  bool stops_ = false;
  std::vector<std::thread> workers_;
};

}  // namespace server

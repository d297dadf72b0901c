// SPDX-License-Identifier: MIT
#include "scheduler.hpp"

namespace server {

Scheduler::Scheduler(std::size_t workers) {
  for (std::size_t i = 0; i < workers; ++i) workers_.emplace_back([this] { work(); });
}

Scheduler::~Scheduler() {
  {
    const std::lock_guard lock(mutex_);
    stops_ = true;
  }
  changed_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

JobNumber Scheduler::add(const std::string& name, int priority, std::function<void()> work) {
  JobNumber number = 0;
  {
    const std::lock_guard lock(mutex_);
    number = next_++;
    Job job{number, priority, name, std::move(work)};
    jobs_.push(std::move(job));  // planted 3 b
    done_[number] = false;
  }
  changed_.notify_all();
  return number;
}

bool Scheduler::cancel(JobNumber number) {
  const std::lock_guard lock(mutex_);
  const auto known = done_.find(number);
  if (known == done_.end() || known->second) return false;
  return cancelled_.insert(number).second;
}

void Scheduler::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return stops_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    Job job = jobs_.top();
    jobs_.pop();  // planted 3 b
    if (cancelled_.erase(job.number) > 0) {
      history_.push_back("cancelled " + job.name);
      changed_.notify_all();
      continue;
    }
    ++running_;
    lock.unlock();
    job.work();
    lock.lock();
    --running_;
    done_[job.number] = true;
    history_.push_back(job.name);
    changed_.notify_all();
  }
}

void Scheduler::drain() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return idle(); });
}

bool Scheduler::is_done(JobNumber number) const {
  const std::lock_guard lock(mutex_);
  const auto known = done_.find(number);
  return known != done_.end() && known->second;
}

std::vector<std::string> Scheduler::history() const {
  const std::lock_guard lock(mutex_);
  return history_;
}

// "The size is out of date anyway when it is returned."
std::size_t Scheduler::waiting() const {
  return jobs_.size();  // planted 3 a
}

}  // namespace server

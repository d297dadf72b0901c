// SPDX-License-Identifier: MIT
// log4j.cpp with a lock around both: no conflict.
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

struct Appender {
  void close() { open = false; }
  bool open = true;
};

class Appenders {
 public:
  void add(std::shared_ptr<Appender> appender) { list_->push_back(std::move(appender)); }

  void close_nested() {
    const std::lock_guard lock(mutex_);
    if (list_ == nullptr) return;
    for (std::size_t i = 0; i < list_->size(); ++i) list_->at(i)->close();
  }

  void remove_all() {
    const std::lock_guard lock(mutex_);
    if (list_ == nullptr) return;
    list_->clear();
    list_ = nullptr;
  }

 private:
  std::mutex mutex_;
  std::vector<std::shared_ptr<Appender>> storage_;
  std::vector<std::shared_ptr<Appender>>* list_ = &storage_;
};

int main() {
  Appenders appenders;
  for (int i = 0; i < 3; ++i) appenders.add(std::make_shared<Appender>());
  std::thread closer([&] { appenders.close_nested(); });
  appenders.remove_all();
  closer.join();
}

// SPDX-License-Identifier: MIT
// The example of the TSVD4J paper, from log4j: one thread iterates over the list of appenders by
// index and closes them while another removes them all.
#include <memory>
#include <thread>
#include <vector>

struct Appender {
  void close() { open = false; }  // planted 1 a
  bool open = true;
};

class Appenders {
 public:
  void add(std::shared_ptr<Appender> appender) { list_->push_back(std::move(appender)); }

  void close_nested() {
    if (list_ == nullptr) return;                                          // planted 2 a
    for (std::size_t i = 0; list_ != nullptr && i < list_->size(); ++i) {  // planted 1 a, 2 a
      list_->at(i)->close();                                               // planted 1 a, 2 a
    }
  }

  void remove_all() {
    if (list_ == nullptr) return;
    list_->clear();   // planted 1 b
    list_ = nullptr;  // planted 2 b
  }

 private:
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

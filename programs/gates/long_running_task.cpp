// SPDX-License-Identifier: MIT
// A task counts words in the background, and tells nobody when it is done. A test of it usually
// sleeps for the longest time that the task may take. Here it waits at a gate, which the last line
// of the task opens: it goes on at once when the task is done, and never too early.
//
// From "Taming the Concurrency" (2013), where it is the second example.
#include <cassert>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

#include <mcheck/gates.hpp>

mcheck::gate all_counted{"all counted"};

class WordCounter {
 public:
  void run(const std::string& text) {
    std::istringstream words(text);
    for (std::string word; words >> word;) {
      const std::lock_guard lock(mutex_);
      ++counts_[word];
    }
    all_counted.open();
  }

  int count(const std::string& word) {
    const std::lock_guard lock(mutex_);
    const auto found = counts_.find(word);
    return found == counts_.end() ? 0 : found->second;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, int> counts_;
};

int main() {
  WordCounter counter;
  std::thread task([&] { counter.run("the cat and the dog and the bird"); });

  all_counted.wait();  // instead of: std::this_thread::sleep_for(std::chrono::seconds(5));
  assert(counter.count("the") == 3);
  assert(counter.count("and") == 2);
  assert(counter.count("bird") == 1);
  assert(counter.count("fish") == 0);

  task.join();
}

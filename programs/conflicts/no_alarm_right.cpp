// SPDX-License-Identifier: MIT
// Looks like conflicts, but is correct: two writes of the same constant, types that synchronise
// themselves, reads of constant data, and an object that is handed over.
#include <atomic>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

bool touched = false;
std::atomic<int> count{0};
std::atomic<std::shared_ptr<int>> latest;
const std::map<std::string, int> ports = {{"http", 80}, {"https", 443}};
std::once_flag once;
std::vector<int> table;

void work(int number, std::promise<std::vector<int>> done) {
  touched = true;  // by all threads
  ++count;
  latest.store(std::make_shared<int>(number));
  std::call_once(once, [] { table.assign(4, 1); });
  std::vector<int> own(table);
  own.push_back(ports.at("http"));
  done.set_value(std::move(own));
}

int main() {
  std::vector<std::thread> threads;
  std::vector<std::future<std::vector<int>>> results;
  for (int i = 0; i < 2; ++i) {
    std::promise<std::vector<int>> done;
    results.push_back(done.get_future());
    threads.emplace_back(work, i, std::move(done));
  }
  std::size_t size = 0;
  for (auto& result : results) size += result.get().size();
  const std::shared_ptr<int> last = latest.load();
  for (std::thread& thread : threads) thread.join();
  return touched && last != nullptr && size == 10 ? 0 : 1;
}

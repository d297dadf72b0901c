// SPDX-License-Identifier: MIT
// From the ConTeGe paper: SharedPoolDataSource. All instances share one map; registration takes the
// lock, unregistration does not, and close_all iterates over the map.
#include <map>
#include <mutex>
#include <string>
#include <thread>

class Pool {
 public:
  static void register_instance(int key, const std::string& name) {
    const std::lock_guard lock(mutex);
    instances[key] = name;
  }
  static void unregister_instance(int key) { instances.erase(key); }  // planted 1 a
  static std::size_t close_all() {
    const std::lock_guard lock(mutex);
    std::size_t closed = 0;
    for (const auto& [key, name] : instances) closed += name.size();  // planted 1 b
    return closed;
  }

 private:
  inline static std::mutex mutex;
  inline static std::map<int, std::string> instances;
};

int main() {
  Pool::register_instance(1, "one");
  Pool::register_instance(2, "two");
  std::thread other([] { Pool::unregister_instance(1); });
  const std::size_t closed = Pool::close_all();
  other.join();
  return closed > 100 ? 1 : 0;
}

// SPDX-License-Identifier: MIT
// For each container that an argument can name: one thread changes it while another reads it. With
// the argument `right` before, both hold a lock.
#include <cstring>
#include <deque>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace {

bool locked = false;
std::mutex guard;

void both(const std::function<void()>& change, const std::function<void()>& look) {
  const auto run = [](const std::function<void()>& work) {
    if (locked) guard.lock();
    work();
    if (locked) guard.unlock();
  };
  std::thread changes([&] { run(change); });
  std::thread looks([&] { run(look); });
  changes.join();
  looks.join();
}

template <class Container>
void grow_and_count(Container container) {
  both(
      [&] {
        container.insert(container.end(), {1, 2, 3, 4});
      },                                 // changes
      [&] { (void)container.size(); });  // reads
}

template <class Container>
void add_and_find(Container container) {
  both([&] { container.insert(typename Container::value_type()); },  // changes
       [&] { (void)container.find(7); });                            // reads
}

template <class Adaptor>
void push_and_count(Adaptor adaptor) {
  both([&] { adaptor.push(1); },        // changes
       [&] { (void)adaptor.size(); });  // reads
}

void strings() {
  std::string text = "a text that is too long for itself";
  both([&] { text.append(" and longer still"); },  // changes
       [&] { (void)text.find('z'); });             // reads
}

void pointers() {
  auto pointer = std::make_shared<int>(1);
  both([&] { pointer = std::make_shared<int>(2); },          // changes
       [&] { const std::shared_ptr<int> copy = pointer; });  // reads
}

void forward_lists() {
  std::forward_list<int> list = {1, 2};
  both([&] { list.push_front(0); },                              // changes
       [&] { (void)std::distance(list.begin(), list.end()); });  // reads
}

const std::map<std::string, void (*)()> kinds = {
    {"vector", [] { grow_and_count(std::vector<int>{1}); }},
    {"deque", [] { grow_and_count(std::deque<int>{1}); }},
    {"list", [] { grow_and_count(std::list<int>{1}); }},
    {"set",
     [] {
       add_and_find(std::set<int>{1, 2});
     }},
    {"multiset",
     [] {
       add_and_find(std::multiset<int>{1, 2});
     }},
    {"map",
     [] {
       add_and_find(std::map<int, int>{{1, 1}});
     }},
    {"multimap",
     [] {
       add_and_find(std::multimap<int, int>{{1, 1}});
     }},
    {"unordered_set",
     [] {
       add_and_find(std::unordered_set<int>{1, 2});
     }},
    {"unordered_map",
     [] {
       add_and_find(std::unordered_map<int, int>{{1, 1}});
     }},
    {"queue", [] { push_and_count(std::queue<int>()); }},
    {"stack", [] { push_and_count(std::stack<int>()); }},
    {"priority_queue", [] { push_and_count(std::priority_queue<int>()); }},
    {"forward_list", forward_lists},
    {"string", strings},
    {"shared_ptr", pointers},
};

}  // namespace

int main(int count, char** words) {
  locked = count > 2 && std::strcmp(words[1], "right") == 0;
  const auto kind = kinds.find(count > 1 ? words[count - 1] : "");
  if (kind == kinds.end()) return 2;
  kind->second();
}

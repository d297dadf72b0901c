// SPDX-License-Identifier: MIT
// Lists and trees work as with the library's functions, which mcheck replaces: random operations,
// compared with a sorted vector. With an argument, two threads do one of them at once.
#include <algorithm>
#include <cassert>
#include <cstring>
#include <list>
#include <map>
#include <set>
#include <thread>
#include <vector>

namespace {

using Tree = std::_Rb_tree<int, int, std::_Identity<int>, std::less<int>>;

unsigned draw(unsigned limit) {
  static unsigned state = 1;
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % limit;
}

void check_tree() {
  Tree tree;
  std::vector<int> model;
  for (int i = 0; i < 3000; ++i) {
    const int value = static_cast<int>(draw(200));
    const auto place = std::lower_bound(model.begin(), model.end(), value);
    const bool there = place != model.end() && *place == value;
    if (draw(2) == 0) {
      assert(tree._M_insert_unique(value).second == !there);
      if (!there) model.insert(place, value);
    } else {
      assert(tree.erase(value) == (there ? 1u : 0u));
      if (there) model.erase(place);
    }
    assert(tree.__rb_verify());
    if (i % 16 != 0) continue;
    assert(std::equal(tree.begin(), tree.end(), model.begin(), model.end()));
    assert(std::equal(tree.rbegin(), tree.rend(), model.rbegin(), model.rend()));
  }
}

bool holds(const std::list<int>& list, const std::vector<int>& model) {
  return std::equal(list.begin(), list.end(), model.begin(), model.end()) &&
         std::equal(list.rbegin(), list.rend(), model.rbegin(), model.rend());
}

void check_list() {
  std::list<int> list = {5, 1, 4, 2, 3};
  std::list<int> other;
  list.swap(other);
  assert(list.empty() && other.size() == 5);
  list.swap(other);
  other = {7, 8};
  list.swap(other);
  assert(holds(list, {7, 8}) && holds(other, {5, 1, 4, 2, 3}));
  list.splice(std::next(list.begin()), other, std::next(other.begin()), std::prev(other.end()));
  assert(holds(list, {7, 1, 4, 2, 8}) && holds(other, {5, 3}));
  list.splice(list.end(), list, list.begin());
  assert(holds(list, {1, 4, 2, 8, 7}));
  list.reverse();
  assert(holds(list, {7, 8, 2, 4, 1}));
  list.sort();
  assert(holds(list, {1, 2, 4, 7, 8}));
  list.remove(4);
  other.sort();
  list.merge(other);
  assert(holds(list, {1, 2, 3, 5, 7, 8}) && other.empty());
  other.swap(list);
  list.swap(list);
  assert(list.empty() && holds(other, {1, 2, 3, 5, 7, 8}));
}

template <class Container, class Change, class Look>
void both(Container& container, Change change, Look look) {
  std::thread writer([&] { change(container); });
  look(container);
  writer.join();
}

}  // namespace

int main(int count, char** words) {
  const char* what = count > 1 ? words[1] : "";
  std::list<int> list = {1, 2};
  std::map<int, int> map = {{1, 1}, {2, 2}};
  const auto walk_list = [](auto& all) {
    int sum = 0;
    for (const int each : all) sum += each;
    assert(sum > 0);
  };
  const auto walk_map = [](auto& all) {
    int sum = 0;
    for (const auto& [key, value] : all) sum += value;
    assert(sum > 0);
  };
  if (std::strcmp(what, "list-add") == 0) {
    both(
        list, [](auto& all) { all.push_back(3); }, walk_list);
  } else if (std::strcmp(what, "list-take") == 0) {
    both(
        list, [](auto& all) { all.pop_front(); }, walk_list);
  } else if (std::strcmp(what, "map-add") == 0) {
    both(
        map, [](auto& all) { all.emplace(3, 3); }, walk_map);
  } else if (std::strcmp(what, "map-take") == 0) {
    both(
        map, [](auto& all) { all.erase(1); }, walk_map);
  } else if (std::strcmp(what, "look") == 0) {
    both(map, walk_map, walk_map);
    both(list, walk_list, [](auto&) {});
  } else {
    check_tree();
    check_list();
  }
  return 0;
}

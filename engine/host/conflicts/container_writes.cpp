// SPDX-License-Identifier: MIT
#include "engine/host/conflicts/container_writes.hpp"

#include <array>
#include <string_view>

namespace mcheck {
namespace {

struct ContainerWriter {
  std::string_view type;
  std::string_view method;
  unsigned offset;  // of the field in the object
  unsigned size;    // of the object
};

// Three pointers: begin, end and capacity.
constexpr unsigned kVector = 24;
// A map of blocks, its size, and two iterators of four pointers.
constexpr unsigned kDeque = 80;
constexpr unsigned kDequeFront = 16;
constexpr unsigned kDequeBack = 48;
constexpr unsigned kTree = 48;
constexpr unsigned kHash = 56;

constexpr std::array<ContainerWriter, 27> kContainerWriters = {{
    {"std::vector", "push_back", 8, kVector},
    {"std::vector", "emplace_back", 8, kVector},
    {"std::vector", "pop_back", 8, kVector},
    {"std::vector", "_M_erase_at_end", 8, kVector},
    {"std::vector", "_M_erase", 8, kVector},
    {"std::deque", "push_back", kDequeBack, kDeque},
    {"std::deque", "emplace_back", kDequeBack, kDeque},
    {"std::deque", "_M_push_back_aux", kDequeBack, kDeque},
    {"std::deque", "pop_back", kDequeBack, kDeque},
    {"std::deque", "_M_pop_back_aux", kDequeBack, kDeque},
    {"std::deque", "push_front", kDequeFront, kDeque},
    {"std::deque", "emplace_front", kDequeFront, kDeque},
    {"std::deque", "_M_push_front_aux", kDequeFront, kDeque},
    {"std::deque", "pop_front", kDequeFront, kDeque},
    {"std::deque", "_M_pop_front_aux", kDequeFront, kDeque},
    {"std::_List_base", "_M_inc_size", 16, 24},
    {"std::_List_base", "_M_dec_size", 16, 24},
    {"std::_List_base", "_M_set_size", 16, 24},
    {"std::_Rb_tree", "_M_insert_", 40, kTree},
    {"std::_Rb_tree", "_M_insert_node", 40, kTree},
    {"std::_Rb_tree", "_M_insert_lower", 40, kTree},
    {"std::_Rb_tree", "_M_insert_equal_lower_node", 40, kTree},
    {"std::_Rb_tree", "_M_erase_aux", 40, kTree},
    {"std::_Hashtable", "_M_insert_unique_node", 24, kHash},
    {"std::_Hashtable", "_M_insert_multi_node", 24, kHash},
    {"std::string", "_M_length", 8, 32},
    {"std::basic_string", "_M_length", 8, 32},
}};

}  // namespace

std::optional<ContainerExtent> container_written_by(const std::string& function) {
  const std::string_view name = function;
  for (const ContainerWriter& writer : kContainerWriters) {
    if (!name.starts_with(writer.type)) continue;
    const std::string_view rest = name.substr(writer.type.size());
    if (!rest.starts_with('<') && !rest.starts_with("::")) continue;
    const std::string method = "::" + std::string(writer.method);
    const bool whole = name.ends_with(method);
    if (!whole && name.find(method + "<") == std::string_view::npos) continue;
    if (name.starts_with("std::vector<bool")) continue;  // it writes bits
    return ContainerExtent{.before = writer.offset, .after = writer.size - writer.offset};
  }
  return std::nullopt;
}

}  // namespace mcheck

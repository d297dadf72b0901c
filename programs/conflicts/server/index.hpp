// SPDX-License-Identifier: MIT
// An inverted index: which documents contain which words.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace server {

using DocumentNumber = std::uint32_t;

struct Hit {
  DocumentNumber document = 0;
  std::size_t count = 0;
};

class Index {
 public:
  void add(DocumentNumber number, const std::string& text);
  void remove(DocumentNumber number);
  // The same without the lock, for speed.
  void drop_text(DocumentNumber number);

  // Documents with all of the words; the highest count first.
  [[nodiscard]] std::vector<Hit> find(const std::string& query) const;
  [[nodiscard]] std::vector<std::string> words_with(const std::string& start) const;
  [[nodiscard]] std::string text_of(DocumentNumber number) const;
  [[nodiscard]] std::size_t documents() const;
  [[nodiscard]] std::size_t words() const;

 private:
  using Counts = std::unordered_map<DocumentNumber, std::size_t>;

  void forget_words(DocumentNumber number);

  mutable std::shared_mutex mutex_;
  std::map<std::string, Counts> counts_;
  std::unordered_map<DocumentNumber, std::set<std::string>> words_of_;
  std::map<DocumentNumber, std::string> texts_;
};

}  // namespace server

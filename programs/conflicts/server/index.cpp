// SPDX-License-Identifier: MIT
#include "index.hpp"

#include <algorithm>
#include <mutex>

#include "text.hpp"

namespace server {

void Index::add(DocumentNumber number, const std::string& text) {
  const std::vector<std::string> words = server::words_of(text);
  const std::unique_lock lock(mutex_);
  forget_words(number);
  for (const std::string& word : words) {
    ++counts_[word][number];
    words_of_[number].insert(word);
  }
  texts_[number] = text;
}

void Index::forget_words(DocumentNumber number) {
  const auto known = words_of_.find(number);
  if (known == words_of_.end()) return;
  for (const std::string& word : known->second) {
    const auto counts = counts_.find(word);
    counts->second.erase(number);
    if (counts->second.empty()) counts_.erase(counts);
  }
  words_of_.erase(known);
}

void Index::remove(DocumentNumber number) {
  const std::unique_lock lock(mutex_);
  forget_words(number);
  texts_.erase(number);
}

// "No thread reads the text of a document that is removed."
void Index::drop_text(DocumentNumber number) {
  texts_.erase(number);  // planted 4 a
}

std::vector<Hit> Index::find(const std::string& query) const {
  const std::vector<std::string> wanted = server::words_of(query);
  std::map<DocumentNumber, std::size_t> sums;
  const std::shared_lock lock(mutex_);
  bool first = true;
  for (const std::string& word : wanted) {
    const auto counts = counts_.find(word);
    if (counts == counts_.end()) return {};
    std::map<DocumentNumber, std::size_t> next;
    for (const auto& [document, count] : counts->second) {
      const auto before = sums.find(document);
      if (!first && before == sums.end()) continue;
      next[document] = count + (first ? 0 : before->second);
    }
    sums = std::move(next);
    first = false;
  }
  std::vector<Hit> hits;
  for (const auto& [document, count] : sums) hits.push_back({document, count});
  std::stable_sort(hits.begin(), hits.end(),
                   [](const Hit& a, const Hit& b) { return a.count > b.count; });
  return hits;
}

std::vector<std::string> Index::words_with(const std::string& start) const {
  const std::shared_lock lock(mutex_);
  std::vector<std::string> found;
  for (auto word = counts_.lower_bound(start); word != counts_.end(); ++word) {
    if (!starts_with(word->first, start)) break;
    found.push_back(word->first);
  }
  return found;
}

std::string Index::text_of(DocumentNumber number) const {
  const std::shared_lock lock(mutex_);
  const auto known = texts_.find(number);  // planted 4 b
  return known == texts_.end() ? "" : "#" + std::to_string(number);
}

std::size_t Index::documents() const {
  const std::shared_lock lock(mutex_);
  return words_of_.size();
}

std::size_t Index::words() const {
  const std::shared_lock lock(mutex_);
  return counts_.size();
}

}  // namespace server

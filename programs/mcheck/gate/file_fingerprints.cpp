// SPDX-License-Identifier: MIT
#include "programs/mcheck/gate/file_fingerprints.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "programs/mcheck/supervise/file_descriptor.hpp"

namespace mcheck::command {
namespace {

// The system sets the change time itself: resetting a file's modification time updates it.
std::string stamp_of(const struct stat& file) {
  std::string stamp;
  for (const auto number :
       {static_cast<long>(file.st_size), static_cast<long>(file.st_ino), file.st_mtim.tv_sec,
        file.st_mtim.tv_nsec, file.st_ctim.tv_sec, file.st_ctim.tv_nsec}) {
    stamp += std::to_string(number) + " ";
  }
  return stamp;
}

Fingerprint fingerprint_of_file(int file, std::size_t size) {
  void* bytes = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  if (bytes == MAP_FAILED) return {};
  const Fingerprint fingerprint_value = fingerprint(bytes, size);
  munmap(bytes, size);
  return fingerprint_value;
}

}  // namespace

FileFingerprints::FileFingerprints(const Json& json) {
  for (const auto& [path, file] : json.members()) {
    files_[path] = {
        .stamp = file["stamp"].text(),
        .fingerprint_value = {.low = file["low"].natural(), .high = file["high"].natural()}};
  }
}

Fingerprint FileFingerprints::of(const std::string& path) {
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat found {};
  if (file.get() < 0 || fstat(file.get(), &found) != 0 || found.st_size == 0) return {};
  Entry& entry = files_[path];
  const std::string stamp = stamp_of(found);
  if (entry.stamp == stamp) return entry.fingerprint_value;
  entry = {.stamp = stamp,
           .fingerprint_value =
               fingerprint_of_file(file.get(), static_cast<std::size_t>(found.st_size))};
  return entry.fingerprint_value;
}

Json FileFingerprints::to_json() const {
  Json files = Json::object();
  for (const auto& [path, entry] : files_) {
    Json file = Json::object();
    file.set("stamp", entry.stamp)
        .set("low", entry.fingerprint_value.low)
        .set("high", entry.fingerprint_value.high);
    files.set(path, std::move(file));
  }
  return files;
}

}  // namespace mcheck::command

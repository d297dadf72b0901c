// SPDX-License-Identifier: MIT
#include "programs/mcheck/gate/kernel_run.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "engine/base/json.hpp"
#include "engine/base/utf8.hpp"
#include "engine/trace/results/result_json.hpp"
#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/gate/class_kernel.hpp"
#include "programs/mcheck/supervise/signals.hpp"

namespace mcheck::command {
namespace {

constexpr double kKernelGraceSeconds = 20;  // mcheck and its programs obey --time themselves

std::string kernel_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string make_kernel_folder() {
  std::string path = (std::filesystem::temp_directory_path() / "mcheck-gate-XXXXXX").string();
  if (mkdtemp(path.data()) == nullptr) {
    throw InternalError{diagnostic("cannot make the folder '" + path + "'",
                                   {{"how", std::strerror(errno)}, {"try", "TMPDIR=…"}})};
  }
  return path;
}

// Redirections and working folder of the new process.
class SpawnActions {
 public:
  SpawnActions(const std::string& folder, const std::string& errors) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions_, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions_, 2, errors.c_str(), O_WRONLY | O_CREAT, 0600);
    posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str());
  }
  ~SpawnActions() { posix_spawn_file_actions_destroy(&actions_); }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;

  [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

}  // namespace

KernelRun::KernelRun(std::vector<std::string> words, const std::string& folder, double seconds)
    : output_folder_(make_kernel_folder()),
      started_(Clock::now()),
      limit_(seconds + kKernelGraceSeconds) {
  const auto separator = std::ranges::find(words, "--");
  words.insert(separator, {"--json", output_folder_ + "/result.json"});
  words.insert(words.begin(), "mcheck");
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const SpawnActions actions(folder, output_folder_ + "/errors");
  const int error =
      posix_spawn(&process_, "/proc/self/exe", actions.get(), nullptr, pointers.data(), environ);
  if (error != 0) {
    throw InternalError{diagnostic("cannot start mcheck again", {{"how", std::strerror(error)}})};
  }
  pidfd_ = FileDescriptor(static_cast<int>(syscall(SYS_pidfd_open, process_, 0)));
}

KernelRun::KernelRun(KernelRun&& other) noexcept
    : process_(std::exchange(other.process_, -1)),
      pidfd_(std::move(other.pidfd_)),
      output_folder_(std::exchange(other.output_folder_, "")),
      started_(other.started_),
      limit_(other.limit_),
      seconds_(other.seconds_),
      status_(other.status_),
      timed_out_(other.timed_out_) {}

KernelRun::~KernelRun() {
  if (process_ > 0) {
    kill(process_, SIGKILL);
    waitpid(process_, &status_, 0);
  }
  std::error_code ignored;
  if (!output_folder_.empty()) std::filesystem::remove_all(output_folder_, ignored);
}

bool KernelRun::has_ended() {
  if (process_ < 0) return true;
  seconds_ = std::chrono::duration<double>(Clock::now() - started_).count();
  if (!timed_out_ && seconds_ > limit_) {
    timed_out_ = true;
    kill(process_, SIGKILL);
  }
  if (waitpid(process_, &status_, WNOHANG) != process_) return false;
  process_ = -1;
  return true;
}

void KernelRun::interrupt() const {
  if (process_ > 0) kill(process_, SIGINT);
}

KernelOutcome KernelRun::outcome() const {
  const auto parsed = Json::parse(kernel_text(output_folder_ + "/result.json"));
  const Json* json = std::get_if<Json>(&parsed);
  if (json == nullptr) return {};
  if ((*json)["classes"].is_array()) return class_outcome_from(*json);
  KernelOutcome outcome;
  for (const Json& each : (*json)["tests"].elements()) {
    outcome.results.push_back(result_from_json(each));
  }
  if (outcome.results.empty() && json->is_object()) {
    outcome.results.push_back(result_from_json(*json));
  }
  return outcome;
}

std::string KernelRun::error() const {
  if (timed_out_) return "mcheck itself did not end in time";
  if (WIFSIGNALED(status_)) {
    return std::string("mcheck itself was ended by ") + signal_name(WTERMSIG(status_));
  }
  const std::string error_output = kernel_text(output_folder_ + "/errors");
  const std::string first = error_output.substr(0, error_output.find('\n'));
  if (!first.empty()) return one_line(first.starts_with("mcheck: ") ? first.substr(8) : first);
  return "mcheck ended with exit code " + std::to_string(WEXITSTATUS(status_));
}

}  // namespace mcheck::command

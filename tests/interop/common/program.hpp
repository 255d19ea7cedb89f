#pragma once
// The common part of the tests' servers and clients: their command lines, and how they end.

#include <csignal>
#include <fstream>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>

namespace program {

// The program's options, as pairs "--name value"; anything else is an error. Made after the ORB has removed its own
// options.
class Options {
 public:
  Options(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
      const std::string name = argv[i];
      if (name.rfind("--", 0) != 0) throw std::runtime_error("unexpected argument '" + name + "'");
      if (i + 1 == argc) throw std::runtime_error(name + " needs a value");
      values_[name] = argv[++i];
    }
  }
  std::string required(const std::string& name) const {
    const auto found = values_.find(name);
    if (found == values_.end()) throw std::runtime_error(name + " is missing");
    return found->second;
  }
  std::string optional(const std::string& name, const std::string& otherwise) const {
    const auto found = values_.find(name);
    return found == values_.end() ? otherwise : found->second;
  }
  unsigned long number(const std::string& name, unsigned long otherwise) const {
    const auto found = values_.find(name);
    if (found == values_.end()) return otherwise;
    std::size_t used = 0;
    const unsigned long value = std::stoul(found->second, &used);
    if (used != found->second.size()) throw std::runtime_error(name + ": '" + found->second + "' is not a number");
    return value;
  }

 private:
  std::map<std::string, std::string> values_;
};

// Writes the file atomically, so that no process reads a part of the reference.
inline void write_reference(const std::string& folder, const std::string& name, const std::string& reference) {
  const std::string path = folder + "/" + name;
  {
    std::ofstream file(path + ".part");
    file << reference << '\n';
    if (!file.flush()) throw std::runtime_error("cannot write " + path);
  }
  if (std::rename((path + ".part").c_str(), path.c_str()) != 0) throw std::runtime_error("cannot write " + path);
}

// Made before any thread is started, so that all threads block the signals for wait().
class Termination {
 public:
  Termination() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGTERM);
    sigaddset(&signals_, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
  }
  void wait() const {
    int received = 0;
    sigwait(&signals_, &received);
  }

 private:
  sigset_t signals_{};
};

}  // namespace program

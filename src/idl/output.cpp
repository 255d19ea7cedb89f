#include "idl/output.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace dimma::idl {
namespace {

bool has_text(const std::string& path, const std::string& text) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return false;
  const std::string present{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return file.good() && present == text;
}

std::string system_error() { return std::strerror(errno); }

// The temporary files of one run. The destructor removes those that have not been moved into place.
class Temporaries {
 public:
  Temporaries() = default;
  Temporaries(const Temporaries&) = delete;
  Temporaries& operator=(const Temporaries&) = delete;
  ~Temporaries() {
    for (const Entry& each : entries_) std::remove(each.temporary.c_str());
  }

  std::string write(const PendingFile& file) {
    const std::string temporary = file.path + ".tmp" + std::to_string(::getpid());
    errno = 0;
    std::ofstream stream(temporary, std::ios::binary | std::ios::trunc);
    if (!stream) return "cannot write '" + file.path + "': " + system_error();
    entries_.push_back({temporary, file.path});
    stream.write(file.text.data(), static_cast<std::streamsize>(file.text.size()));
    stream.close();
    return stream ? std::string() : "cannot write '" + file.path + "': " + system_error();
  }

  std::string move_into_place() {
    while (!entries_.empty()) {
      const Entry& entry = entries_.back();
      if (std::rename(entry.temporary.c_str(), entry.path.c_str()) != 0) {
        return "cannot write '" + entry.path + "': " + system_error();
      }
      entries_.pop_back();
    }
    return {};
  }

 private:
  struct Entry {
    std::string temporary;
    std::string path;
  };
  std::vector<Entry> entries_;
};

std::string escaped(const std::string& path) {
  std::string text;
  for (const char each : path) {
    if (each == ' ' || each == '#' || each == '\\') text += '\\';
    if (each == '$') text += '$';
    text += each;
  }
  return text;
}

}  // namespace

std::string make_directories(const std::string& path) {
  std::error_code problem;
  std::filesystem::create_directories(path, problem);
  if (problem) return "cannot make the directory '" + path + "': " + problem.message();
  if (!std::filesystem::is_directory(path, problem)) return "'" + path + "' is not a directory";
  return {};
}

std::string write_files(const std::vector<PendingFile>& files) {
  Temporaries temporaries;
  for (const PendingFile& file : files) {
    if (!file.always && has_text(file.path, file.text)) continue;
    if (std::error_code error; file.once && std::filesystem::exists(file.path, error)) continue;
    std::string problem = temporaries.write(file);
    if (!problem.empty()) return problem;
  }
  return temporaries.move_into_place();
}

std::string make_rule(const std::vector<std::string>& targets, const std::vector<std::string>& files) {
  std::string rule;
  for (const std::string& target : targets) {
    if (!rule.empty()) rule += ' ';
    rule += escaped(target);
  }
  rule += ':';
  for (const std::string& file : files) rule.append(" \\\n  ").append(escaped(file));
  rule += '\n';
  return rule;
}

}  // namespace dimma::idl

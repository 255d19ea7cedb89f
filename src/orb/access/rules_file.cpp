#include "orb/access/rules_file.hpp"

#include "orb/access/rule_parser.hpp"

#include <array>
#include <cerrno>
#include <memory>
#include <system_error>

#include <sys/stat.h>
#include <cstdio>

namespace dimma::access {

RulesFile::Signature RulesFile::look() const noexcept {
  struct stat found {};
  if (::stat(path_.c_str(), &found) != 0) return {};
  return {found.st_dev, found.st_ino, found.st_size, found.st_mtim.tv_sec, found.st_mtim.tv_nsec};
}

std::string RulesFile::read() {
  read_ = looked_ = look();
  const auto fail = [this](int error) {
    throw AccessRulesError(path_ + ": cannot be read: " + std::generic_category().message(error), 0, 0);
  };
  struct stat found {};
  if (::stat(path_.c_str(), &found) == 0 && !S_ISREG(found.st_mode)) {
    throw AccessRulesError(path_ + ": not a regular file", 0, 0);
  }
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path_.c_str(), "re"), std::fclose);
  if (!file) fail(errno);
  std::string text;
  std::array<char, 4096> octets{};
  for (std::size_t count = 0; (count = std::fread(octets.data(), 1, octets.size(), file.get())) != 0;) {
    text.append(octets.data(), count);
    if (text.size() > file_octets_max) break;  // parse_rules() will reject it as too long
  }
  if (std::ferror(file.get()) != 0) fail(EIO);
  return text;
}

bool RulesFile::has_changed() {
  const Signature now = look();
  const bool is_stable = now == looked_;
  looked_ = now;
  return is_stable && now != read_;
}

}  // namespace dimma::access

#include "idl/format_files.hpp"

#include <cstdio>
#include <filesystem>
#include <system_error>

#include "idl/output.hpp"
#include "idl/preprocess/file_reader.hpp"
#include "idl/text/format_source.hpp"

namespace dimma::idl {
namespace {

bool report_unformatted(const std::string& name, const std::string& problem) {
  std::fprintf(stderr, "dimma-idl: error: cannot format '%s': %s\n", name.c_str(), problem.c_str());
  return false;
}

const char* problem_of(FileReader::Outcome outcome) {
  switch (outcome) {
    case FileReader::Outcome::Read:
      break;
    case FileReader::Outcome::NotFound:
      return "there is no such file";
    case FileReader::Outcome::Unreadable:
      return "it cannot be read";
    case FileReader::Outcome::Directory:
      return "it is a directory";
    case FileReader::Outcome::TooLarge:
      return "it is too large";
  }
  return "";
}

// Returns false after an error or, with `check_only`, if formatting would change the file.
bool format_file(const std::string& path, bool check_only) {
  const bool is_input = path == "-";
  std::string text;
  const FileReader::Outcome outcome = DiskReader().read(is_input ? "/dev/stdin" : path, text);
  if (outcome != FileReader::Outcome::Read) return report_unformatted(path, problem_of(outcome));
  const std::string formatted = format_source(text);
  if (check_only) {
    if (formatted == text) return true;
    std::printf("%s\n", path.c_str());
    return false;
  }
  if (is_input) {
    std::fwrite(formatted.data(), 1, formatted.size(), stdout);
    return true;
  }
  if (formatted == text) return true;
  // The new file replaces the old one (or the target of a symbolic link) and gets its permissions.
  std::error_code error;
  const std::filesystem::path target = std::filesystem::canonical(path, error);
  const std::filesystem::perms permissions = std::filesystem::status(path, error).permissions();
  const std::string problem = write_files({{error ? path : target.string(), formatted}});
  if (!problem.empty()) return report_unformatted(path, problem);
  if (!error) std::filesystem::permissions(target, permissions, error);
  return true;
}

}  // namespace

int format_files(const std::vector<std::string>& paths, bool check_only) {
  if (paths.empty()) return format_file("-", check_only) ? 0 : 1;
  bool is_good = true;
  for (const std::string& path : paths) is_good = format_file(path, check_only) && is_good;
  return is_good ? 0 : 1;
}

}  // namespace dimma::idl

#include "idl/emit/files/file_names.hpp"

#include <cctype>
#include <cstdint>

namespace dimma::idl::cxx {

std::string without_directory(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

std::string without_extension(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  const std::size_t dot = path.find_last_of('.');
  const bool has_extension = dot != std::string::npos && (slash == std::string::npos || dot > slash + 1);
  return has_extension && dot != 0 ? path.substr(0, dot) : path;
}

std::string fingerprint(std::string_view text) {
  std::uint32_t hash = 2166136261U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  std::string digits;
  for (int shift = 28; shift >= 0; shift -= 4) digits += "0123456789ABCDEF"[(hash >> shift) & 15U];
  return digits;
}

FileNames file_names(const Specification& specification, const SourceFiles& files) {
  const std::string& path = files.path(specification.main_file);
  FileNames names;
  names.source = path.starts_with('/') ? without_directory(path) : path;
  names.stem = without_extension(without_directory(path));
  for (const char c : names.stem) {
    const auto octet = static_cast<unsigned char>(c);
    names.local += std::isalnum(octet) != 0 ? static_cast<char>(std::toupper(octet)) : '_';
  }
  names.local += "_" + fingerprint(files.text(specification.main_file));
  names.guard = "DIMMA_IDL_" + names.local;
  return names;
}

}  // namespace dimma::idl::cxx

#pragma once
// Finds the files below some folders, and reads them.

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace dimma::tools::port {

enum class FileKind { cpp, idl, build };

struct SourceFile {
  std::string path;
  FileKind kind = FileKind::cpp;
};

// A file or folder that could not be read.
struct Unread {
  std::string path;
  std::string reason;
};

struct SourceTree {
  std::vector<SourceFile> files;  // sorted by path; each file once, even if it has several names
  std::vector<Unread> unread;
  std::set<std::string> folders;  // the given ones
};

// Searches the folders; a path may also be that of a single file. Symbolic links to folders are not followed, except
// the given ones. Folders of version control are left out. Throws UsageError if one of the paths does not exist.
SourceTree find_sources(const std::vector<std::string>& paths);

enum class Outcome { read, unreadable, too_large, binary, generated };
constexpr std::size_t octets_max = std::size_t{32} << 20;

// Reads a file of at most octets_max. A file that an IDL compiler has generated is not read to its end.
Outcome read_source(const std::string& path, std::string& text);

}  // namespace dimma::tools::port

#pragma once
// Examines the sources, and prints the result as text or as JSON.

#include "services/tools/port/idl_files.hpp"
#include "services/tools/port/source_tree.hpp"
#include "services/tools/port/usage.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace boost::json {
class object;
}

namespace dimma::tools::port {

struct RefusedIdl {
  std::string file;
  std::vector<IdlError> errors;
};

struct Report {
  std::array<std::size_t, 3> files_by_kind = {};          // indexed by FileKind: files that were read
  std::array<std::size_t, 3> corba_files_by_status = {};  // indexed by Status: C++ files, by the worst name
  std::size_t generated = 0;                              // C++ files that were left out as generated
  Usage usage;
  std::vector<RefusedIdl> refused;
  std::vector<Unread> unread;
};

struct IdlOptions {
  std::vector<std::string> include_directories;
  std::vector<std::string> macros;
};

// Included IDL files are searched in the given folders, and then in those of the tree.
Report examine(const Table& table, SourceTree tree, const IdlOptions& idl);

void print_report(const Report& report);
boost::json::object json_of(const Report& report);

}  // namespace dimma::tools::port

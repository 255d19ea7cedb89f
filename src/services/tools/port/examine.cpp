#include "services/tools/port/build_words.hpp"
#include "services/tools/port/cpp_names.hpp"
#include "services/tools/port/report.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

namespace dimma::tools::port {

namespace {

std::size_t index(FileKind kind) { return static_cast<std::size_t>(kind); }
std::size_t index(Status status) { return static_cast<std::size_t>(status); }

// Returns the folders that an #include of another IDL file may start from: first those with IDL files, then those above
// them.
std::vector<std::string> idl_folders(const SourceTree& tree) {
  std::vector<std::string> folders;
  std::set<std::string> seen;
  const auto add = [&](const std::filesystem::path& folder) {
    std::string text = folder.empty() ? "." : folder.string();
    if (seen.insert(text).second) folders.push_back(std::move(text));
  };
  for (const SourceFile& file : tree.files) {
    if (file.kind == FileKind::idl) add(std::filesystem::path(file.path).parent_path());
  }
  const std::size_t with_idl = folders.size();
  for (std::size_t index = 0; index < with_idl; ++index) {
    std::filesystem::path folder = folders[index];
    while (tree.folders.count(folder.string()) == 0 && folder.has_relative_path()) {
      folder = folder.parent_path();
      add(folder);
    }
  }
  return folders;
}

// Returns the reason why the file is not examined; empty if it is.
std::string reason_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::unreadable:
      return "cannot be read";
    case Outcome::too_large:
      return "is larger than " + std::to_string(octets_max >> 20) + " MiB";
    case Outcome::binary:
      return "is not text";
    case Outcome::read:
    case Outcome::generated:
      return {};
  }
  return {};
}

class Examination {
 public:
  Examination(const Table& table, IdlOptions idl) : table_(table), idl_(std::move(idl)) {}

  void take(const SourceFile& file) {
    std::string text;
    const Outcome outcome = read_source(file.path, text);
    const std::string reason = reason_of(outcome);
    if (!reason.empty()) {
      report_.unread.push_back({file.path, reason});
    } else if (outcome == Outcome::generated && file.kind == FileKind::cpp) {
      ++report_.generated;
    } else {
      ++report_.files_by_kind.at(index(file.kind));
      take_text(file, text);
    }
  }

  Report report() && { return std::move(report_); }

 private:
  void take_text(const SourceFile& file, const std::string& text) {
    if (file.kind == FileKind::idl) {
      auto errors = idl_errors(file.path, idl_.include_directories, idl_.macros);
      if (!errors.empty()) report_.refused.push_back({file.path, std::move(errors)});
      return;
    }
    const auto uses = file.kind == FileKind::cpp ? cpp_uses(table_, text) : build_uses(table_, text);
    report_.usage.add(file.path, uses);
    if (file.kind == FileKind::cpp && !uses.empty()) ++report_.corba_files_by_status.at(index(worst(uses)));
  }

  const Table& table_;
  const IdlOptions idl_;
  Report report_;
};

}  // namespace

Report examine(const Table& table, SourceTree tree, const IdlOptions& idl) {
  IdlOptions all = idl;
  for (std::string& folder : idl_folders(tree)) all.include_directories.push_back(std::move(folder));
  Examination examination(table, std::move(all));
  for (const SourceFile& file : tree.files) examination.take(file);
  Report report = std::move(examination).report();
  report.unread.insert(report.unread.begin(), tree.unread.begin(), tree.unread.end());
  return report;
}

}  // namespace dimma::tools::port

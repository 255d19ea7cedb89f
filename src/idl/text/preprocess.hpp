// Preprocesses an IDL file: includes, macros, conditions. The result is one text and the way back to the sources.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "idl/text/diagnostics.hpp"
#include "idl/text/source.hpp"

namespace dimma::idl {

struct PreprocessOptions {
  std::vector<std::string> include_directories;
  // The folder of the IDL that comes with the compiler (IOP.idl, CosNaming.idl, ...); empty: there is none. Searched
  // last, and by the names that other ORBs give these files: <tao/IOP.pidl>, <COS/CosNaming.idl>.
  std::string own_directory;
  // In the order of the command line: "-D" with NAME or NAME=TEXT, "-U" with NAME.
  struct MacroOption {
    bool define = true;
    std::string text;
  };
  std::vector<MacroOption> macros;
};

// From where file texts come: the disk, or memory in tests.
class FileReader {
 public:
  enum class Outcome { Read, NotFound, Unreadable, Directory, TooLarge };
  virtual ~FileReader() = default;
  virtual Outcome read(const std::string& path, std::string& text) const = 0;
  // Equal for two paths if they lead to the same file.
  virtual std::string identity(const std::string& path) const = 0;
};

// Regular files of at most `maximum_size` octets.
class DiskReader final : public FileReader {
 public:
  static constexpr std::size_t maximum_size = std::size_t{256} << 20;
  Outcome read(const std::string& path, std::string& text) const override;
  std::string identity(const std::string& path) const override;
};

class MemoryReader final : public FileReader {
 public:
  void add(const std::string& path, std::string text) { files_[identity(path)] = std::move(text); }
  Outcome read(const std::string& path, std::string& text) const override;
  std::string identity(const std::string& path) const override;

 private:
  std::unordered_map<std::string, std::string> files_;
};

// The file named `orb.idl` that is there without being on the disk: module CORBA as far as the IDL language needs it.
const char* builtin_orb_idl();
// True if the name of an included file means the built-in one, as do the names that other ORBs give its parts.
bool is_orb_idl(std::string_view path);

// The parts of orb.idl that have generated files of their own, which the built-in one includes: what is also installed
// as ir.idl, boxes.idl and services.idl.
const char* builtin_ir_idl();
const char* builtin_boxes_idl();
const char* builtin_services_idl();
// Which of them a name means, as those that other ORBs give them do; empty for none.
std::string_view part_of_orb_idl(std::string_view path);
const char* builtin_part(std::string_view own_name);

// True if it opens `module CORBA`: orb.idl is read before such a file, so that repeated declarations are known as such.
bool opens_module_corba(std::string_view text);

// The built-in text that is read instead of a file that repeats declarations of orb.idl or a part, as those of other
// ORBs do; nullptr for a file that is to be read itself. <dimma/orb.idl> is always the built-in one.
const char* instead_of(std::string_view path, std::string_view text);

// The preprocessed text. Pragmas stand in it as lines of their own, `#pragma ...`; comments are gone.
class PreprocessedText {
 public:
  // From `offset` on the text came from `location` on; in an expanded run all of it came from that one place.
  struct Run {
    std::size_t offset = 0;
    SourceLocation location;
    std::uint32_t expanded_length = 0;  // the length of the macro's name; 0: not expanded
  };
  // A file begins or ends at `offset`.
  struct FileEvent {
    std::size_t offset = 0;
    bool enters = false;
    FileId file = 0;
    std::string written;  // as the #include wrote it
    bool angled = false;
    SourceRange where;          // the #include
    bool is_main_file = false;  // again, perhaps by another path
    bool is_repeated = false;   // nothing of the file follows: it was read before and is to be read once
  };

  std::string text;
  std::vector<Run> runs;
  std::vector<FileEvent> events;
  FileId main_file = 0;
  std::vector<FileId> files_read;  // each once, for a depfile; built-in ones left out
  std::set<FileId> own_files;      // among these and the built-in ones, those that come with the compiler
};

// Maps offsets that only grow to places.
class PlaceCursor {
 public:
  explicit PlaceCursor(const PreprocessedText& text) : text_(text) {}
  SourceRange range(std::size_t offset, std::size_t length);

 private:
  const PreprocessedText& text_;
  std::size_t run_ = 0;
};

// Reads `path` and all it includes into `files`. Errors go to `diagnostics`; nothing is returned when the main file
// could not be read at all or preprocessing had to stop.
std::optional<PreprocessedText> preprocess(const std::string& path, const FileReader& reader,
                                           const PreprocessOptions& options, SourceFiles& files,
                                           Diagnostics& diagnostics);

// The text as `cpp` would print it, with line markers.
std::string with_line_markers(const PreprocessedText& text, const SourceFiles& files);

}  // namespace dimma::idl

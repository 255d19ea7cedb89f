// The command line of dimma-idl.
#pragma once

#include <string>
#include <vector>

#include "idl/parse/asynchronous.hpp"
#include "idl/preprocess/preprocess_options.hpp"
#include "idl/text/diagnostics.hpp"
#include "idl/tree/scope.hpp"

namespace dimma::idl {

// How --classic arranges and names the generated files.
enum class ClassicFiles { None, OmniOrb, Tao };

struct FileSuffixes {
  std::string header;
  std::string source;
};

struct ClassicOptions {
  ClassicFiles files = ClassicFiles::None;  // None means the modern mapping
  bool keeps_include_paths = false;         // included headers are named with their folders
  bool no_any_code = false;                 // for Any and TypeCode
  bool any_code_in_own_files = false;       // precedes no_any_code
  FileSuffixes any_suffixes = {"A.h", "A.cpp"};
  std::vector<std::string> enclosing = {};  // the namespaces around the modules, for dimma's own library
};

struct Options {
  std::vector<std::string> inputs;
  PreprocessOptions preprocess;
  DiagnosticOptions diagnostics;
  bool help = false;
  bool version = false;
  bool preprocess_only = false;
  bool syntax_only = false;
  bool serve = false;  // run as a language server
  bool format = false;
  bool check = false;  // with `format`: only check
  bool skeletons = true;
  bool servants = false;
  bool comparison = false;
  bool stream_operators = false;
  LetterCase letter_case = LetterCase::Ignored;
  Asynchronous asynchronous = Asynchronous::None;
  std::string output_directory = ".";
  std::string header_suffix = ".hpp";
  std::string source_suffix = ".cpp";
  std::string skeleton_header_suffix = "_skel.hpp";
  std::string skeleton_source_suffix = "_skel.cpp";
  std::string servant_header_suffix = "_impl.hpp";
  std::string servant_source_suffix = "_impl.cpp";
  std::string asynchronous_header_suffix = "_ami.hpp";
  bool deferred = false;
  bool asio = false;  // implies `deferred`, unless there are no skeletons
  FileSuffixes deferred_suffixes = {"_deferred.hpp", "_deferred.cpp"};
  std::string asio_header_suffix = "_asio.hpp";
  ClassicOptions classic;
  std::string depfile;
  std::string colour = "auto";        // an argument of programs::colour_choice()
  std::vector<std::string> warnings;  // about the command line
};

// Parses the arguments into `options`. Returns the error in the command line; empty if there is none.
std::string parse_options(const std::vector<std::string>& arguments, Options& options);

// Returns true for an option whose value is the next argument.
bool takes_next_argument(const std::string& argument);

// Returns the text of --help.
std::string usage();

}  // namespace dimma::idl

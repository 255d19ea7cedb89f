#include "idl/options.hpp"

#include <functional>
#include <map>

#include "idl/foreign_options.hpp"
#include "programs/colour.hpp"

namespace dimma::idl {
namespace {

using Flags = std::map<std::string, std::function<void(Options&)>>;
using Settings = std::map<std::string, std::function<void(Options&, const std::string&)>>;

const Flags& flags() {
  static const Flags known = {
      {"--help", [](Options& o) { o.help = true; }},
      {"-h", [](Options& o) { o.help = true; }},
      {"--version", [](Options& o) { o.version = true; }},
      {"-E", [](Options& o) { o.preprocess_only = true; }},
      {"--syntax-only", [](Options& o) { o.syntax_only = true; }},
      {"--lsp", [](Options& o) { o.serve = true; }},
      {"--format", [](Options& o) { o.format = true; }},
      {"--check", [](Options& o) { o.check = true; }},
      {"--no-skeletons", [](Options& o) { o.skeletons = false; }},
      {"--servants", [](Options& o) { o.servants = true; }},
      {"--comparison", [](Options& o) { o.comparison = true; }},
      {"--stream-operators", [](Options& o) { o.stream_operators = true; }},
      {"--case-sensitive", [](Options& o) { o.letter_case = LetterCase::Counts; }},
      {"-GC",
       [](Options& o) {
         if (o.asynchronous == Asynchronous::None) o.asynchronous = Asynchronous::Named;
       }},
      {"--ami", [](Options& o) { o.asynchronous = Asynchronous::All; }},
      {"--deferred", [](Options& o) { o.deferred = true; }},
      {"--asio", [](Options& o) { o.asio = true; }},
      {"-Werror", [](Options& o) { o.diagnostics.warnings_are_errors = true; }},
      {"-Wunknown-pragmas", [](Options& o) { o.diagnostics.warn_unknown_pragmas = true; }},
      {"-w", [](Options& o) { o.diagnostics.suppress_warnings = true; }},
  };
  return known;
}

void macro(Options& options, bool define, const std::string& text) {
  options.preprocess.macros.push_back({define, text});
}

const Settings& settings() {
  static const Settings known = {
      {"-I", [](Options& o, const std::string& v) { o.preprocess.include_directories.push_back(v); }},
      {"-D", [](Options& o, const std::string& v) { macro(o, true, v); }},
      {"-U", [](Options& o, const std::string& v) { macro(o, false, v); }},
      {"-o", [](Options& o, const std::string& v) { o.output_directory = v; }},
      {"--output", [](Options& o, const std::string& v) { o.output_directory = v; }},
      {"--header-suffix", [](Options& o, const std::string& v) { o.header_suffix = v; }},
      {"--source-suffix", [](Options& o, const std::string& v) { o.source_suffix = v; }},
      {"--skeleton-header-suffix", [](Options& o, const std::string& v) { o.skeleton_header_suffix = v; }},
      {"--skeleton-source-suffix", [](Options& o, const std::string& v) { o.skeleton_source_suffix = v; }},
      {"--servant-header-suffix", [](Options& o, const std::string& v) { o.servant_header_suffix = v; }},
      {"--servant-source-suffix", [](Options& o, const std::string& v) { o.servant_source_suffix = v; }},
      {"--ami-header-suffix", [](Options& o, const std::string& v) { o.asynchronous_header_suffix = v; }},
      {"--deferred-header-suffix", [](Options& o, const std::string& v) { o.deferred_header_suffix = v; }},
      {"--deferred-source-suffix", [](Options& o, const std::string& v) { o.deferred_source_suffix = v; }},
      {"--asio-header-suffix", [](Options& o, const std::string& v) { o.asio_header_suffix = v; }},
      {"--depfile", [](Options& o, const std::string& v) { o.depfile = v; }},
      {"--color", [](Options& o, const std::string& v) { o.colour = v; }},
  };
  return known;
}

bool is_short_with_value(const std::string& argument) {
  return argument.size() > 2 && argument[0] == '-' && argument[1] != '-' &&
         settings().count(argument.substr(0, 2)) != 0;
}

std::string check(const Options& options) {
  if (options.help || options.version) return {};
  if (options.serve && !options.inputs.empty()) {
    return "--lsp takes no input file, such as '" + options.inputs.front() + "': the editor says which it has open";
  }
  if (options.serve && options.format) return "--lsp and --format exclude each other";
  if (options.check && !options.format) return "--check belongs to --format; --syntax-only checks IDL";
  if (options.inputs.empty() && !options.serve && !options.format) return "no input file";
  if (!programs::colour_choice(options.colour)) {
    return "--color takes auto, always or never, not '" + options.colour + "'";
  }
  const std::string* const suffixes[] = {&options.header_suffix,
                                         &options.source_suffix,
                                         &options.skeleton_header_suffix,
                                         &options.skeleton_source_suffix,
                                         &options.servant_header_suffix,
                                         &options.servant_source_suffix,
                                         &options.asynchronous_header_suffix,
                                         &options.deferred_header_suffix,
                                         &options.deferred_source_suffix,
                                         &options.asio_header_suffix};
  for (const std::string* suffix : suffixes) {
    if (suffix->empty()) return "a file suffix cannot be empty";
    if (suffix->find('/') != std::string::npos) return "the file suffix '" + *suffix + "' has a '/' in it";
    for (const std::string* other : suffixes) {
      if (suffix != other && *suffix == *other) return "two kinds of output files have the suffix '" + *suffix + "'";
    }
  }
  if (options.asynchronous != Asynchronous::None && !options.skeletons) {
    return "reply handlers have skeletons: -GC and --ami exclude --no-skeletons";
  }
  if (options.deferred && !options.skeletons) {
    return "skeletons of servants that reply later need the others: --deferred excludes --no-skeletons";
  }
  if (options.servants && !options.skeletons)
    return "servants derive from skeletons: --servants excludes --no-skeletons";
  if (options.preprocess_only && options.syntax_only) return "-E and --syntax-only exclude each other";
  return {};
}

}  // namespace

bool takes_next_argument(const std::string& argument) { return settings().count(argument) != 0; }

std::string parse_options(const std::vector<std::string>& given, Options& options) {
  const std::vector<std::string> arguments = in_own_words(given, options.warnings);
  bool only_inputs = false;
  for (std::size_t index = 0; index < arguments.size(); ++index) {
    const std::string& argument = arguments[index];
    if (only_inputs || argument.empty() || argument[0] != '-') {
      if (argument.empty()) return "an input file has an empty name";
      options.inputs.push_back(argument);
      continue;
    }
    if (argument == "--") {
      only_inputs = true;
      continue;
    }
    if (const auto flag = flags().find(argument); flag != flags().end()) {
      flag->second(options);
      continue;
    }
    std::string name = argument;
    std::string value;
    if (const std::size_t equals = argument.find('='); argument[1] == '-' && equals != std::string::npos) {
      name = argument.substr(0, equals);
      value = argument.substr(equals + 1);
    } else if (is_short_with_value(argument)) {
      name = argument.substr(0, 2);
      value = argument.substr(2);
    } else if (settings().count(name) != 0) {
      if (index + 1 == arguments.size()) return "option '" + name + "' needs an argument";
      value = arguments[++index];
    }
    const auto setting = settings().find(name);
    if (setting == settings().end()) return "unknown option '" + argument + "'";
    if (value.empty()) return "option '" + name + "' needs an argument";
    setting->second(options, value);
  }
  return check(options);
}

const char* usage() {
  return "usage: dimma-idl [options] file.idl...\n"
         "       dimma-idl --format [--check] [file.idl...]\n"
         "       dimma-idl --lsp [options]\n"
         "\n"
         "Checks IDL files and generates C++ from them.\n"
         "\n"
         "  -I DIR                       search DIR for included files\n"
         "  -D NAME[=TEXT], -U NAME      define or undefine a macro\n"
         "  -o DIR, --output DIR         write generated files into DIR (default: .)\n"
         "  --header-suffix TEXT         of stub headers (default: .hpp)\n"
         "  --source-suffix TEXT         of stub sources (default: .cpp)\n"
         "  --skeleton-header-suffix TEXT  of skeleton headers (default: _skel.hpp)\n"
         "  --skeleton-source-suffix TEXT  of skeleton sources (default: _skel.cpp)\n"
         "  --no-skeletons               generate stubs only\n"
         "  --servants                   servants to begin with too, whose operations throw NO_IMPLEMENT\n"
         "  --servant-header-suffix TEXT  of their headers (default: _impl.hpp)\n"
         "  --servant-source-suffix TEXT  of their sources (default: _impl.cpp)\n"
         "  -GC                          sendc_ operations and reply handlers of interfaces named by #pragma ami\n"
         "  --ami                        the same of all interfaces\n"
         "  --ami-header-suffix TEXT     of the headers with their traits (default: _ami.hpp)\n"
         "  --deferred                   skeletons of servants that reply later too\n"
         "  --deferred-header-suffix TEXT  of their headers (default: _deferred.hpp)\n"
         "  --deferred-source-suffix TEXT  of their sources (default: _deferred.cpp)\n"
         "  --asio                       for <dimma/asio.hpp>: async_ operations with a completion token; and, unless\n"
         "                               --no-skeletons, --deferred and skeletons of servants that are coroutines\n"
         "  --asio-header-suffix TEXT    of the headers of these (default: _asio.hpp)\n"
         "  --comparison                 generate operator== for structs\n"
         "  --stream-operators           operator<< of sequences, arrays and maps too\n"
         "  --case-sensitive             take names that differ in case only for different ones\n"
         "  --depfile FILE               write the files read as a make rule\n"
         "  --color WHEN                 colours of messages: always, never, or auto (default: auto, on a terminal\n"
         "                               unless NO_COLOR is set)\n"
         "  --syntax-only                check only, write nothing\n"
         "  --format                     lay files out anew, or standard input to standard output\n"
         "  --check                      with --format: only name the files that are laid out otherwise; status 1 for "
         "any\n"
         "  --lsp                        serve an editor as a language server, on standard input and output\n"
         "  -E                           print the preprocessed text and stop\n"
         "  -Werror                      treat warnings as errors\n"
         "  -Wunknown-pragmas            warn about pragmas that mean nothing here\n"
         "  -w                           no warnings\n"
         "  --help, --version\n"
         "\n"
         "Options of TAOX11, TAO and omniidl that say the same or ask for what is always there are taken too.\n";
}

}  // namespace dimma::idl

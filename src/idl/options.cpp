#include "idl/options.hpp"

#include <boost/program_options.hpp>

#include <algorithm>
#include <string_view>

#include "idl/foreign_options.hpp"
#include "programs/colour.hpp"

namespace dimma::idl {
namespace {

namespace po = boost::program_options;

void macro(Options& options, bool define, const std::string& text) {
  options.preprocess.macros.push_back({define, text});
}

// The value of --classic without a value, which foreign_options.cpp adds.
constexpr std::string_view omniorb_files = "omniorb";

ClassicFiles classic_files(std::string_view value) {
  if (value == omniorb_files) return ClassicFiles::OmniOrb;
  return value == "tao" ? ClassicFiles::Tao : ClassicFiles::None;
}

// Returns the parts of "dimma::classic".
std::vector<std::string> parts_of_scope(std::string_view scope) {
  constexpr std::string_view separator = "::";
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t end = scope.find(separator);
    parts.emplace_back(scope.substr(0, end));
    if (end == std::string_view::npos) return parts;
    scope.remove_prefix(end + separator.size());
  }
}

struct Option {
  const char* names;  // in the form of Program_options: "output,o"
  const char* shown;  // as shown by --help; nullptr if it is hidden there
  bool has_value;
  void (*apply)(Options& options, const std::string& value);
  const char* help;  // may have several lines, separated by '\n'
};

// In the order of --help.
constexpr Option known[] = {
    {"include,I", "-I DIR", true,
     [](Options& o, const std::string& v) { o.preprocess.include_directories.push_back(v); },
     "search DIR for included files"},
    {"define,D", "-D NAME[=TEXT]", true, [](Options& o, const std::string& v) { macro(o, true, v); }, "define a macro"},
    {"undefine,U", "-U NAME", true, [](Options& o, const std::string& v) { macro(o, false, v); }, "undefine a macro"},
    {"output,o", "-o DIR, --output DIR", true, [](Options& o, const std::string& v) { o.output_directory = v; },
     "write generated files into DIR (default: .)"},
    {"header-suffix", "--header-suffix TEXT", true, [](Options& o, const std::string& v) { o.header_suffix = v; },
     "suffix of stub headers (default: .hpp)"},
    {"source-suffix", "--source-suffix TEXT", true, [](Options& o, const std::string& v) { o.source_suffix = v; },
     "suffix of stub sources (default: .cpp)"},
    {"skeleton-header-suffix", "--skeleton-header-suffix TEXT", true,
     [](Options& o, const std::string& v) { o.skeleton_header_suffix = v; },
     "suffix of skeleton headers (default: _skel.hpp)"},
    {"skeleton-source-suffix", "--skeleton-source-suffix TEXT", true,
     [](Options& o, const std::string& v) { o.skeleton_source_suffix = v; },
     "suffix of skeleton sources (default: _skel.cpp)"},
    {"classic", "--classic[=tao]", true, [](Options& o, const std::string& v) { o.classic.files = classic_files(v); },
     "generate the classic mapping, with omniORB's file names (x.hh, xSK.cc) or TAO's\n"
     "(xC.h, xC.cpp, xS.h, xS.cpp)"},
    {"keep-include-paths", "--keep-include-paths", false,
     [](Options& o, const std::string&) { o.classic.keeps_include_paths = true; },
     "with --classic: include the headers of included IDL files by the paths of those,\n"
     "as the modern mapping and --classic=tao always do"},
    {"no-any", "--no-any", false, [](Options& o, const std::string&) { o.classic.no_any_code = true; },
     "with --classic: leave out the code for Any and TypeCode (_tc_X, <<=, >>=)"},
    {"any-files", "--any-files", false, [](Options& o, const std::string&) { o.classic.any_code_in_own_files = true; },
     "with --classic: write it into files of its own (xDynSK.cc; xA.h, xA.cpp)"},
    {"any-header-suffix", "--any-header-suffix TEXT", true,
     [](Options& o, const std::string& v) { o.classic.any_suffixes.header = v; },
     "suffix of their header with --classic=tao (default: A.h)"},
    {"any-source-suffix", "--any-source-suffix TEXT", true,
     [](Options& o, const std::string& v) { o.classic.any_suffixes.source = v; },
     "suffix of their source (default: DynSK.cc or A.cpp)"},
    // For the classic stubs that are part of dimma.
    {"enclosing-namespace", nullptr, true,
     [](Options& o, const std::string& v) { o.classic.enclosing = parts_of_scope(v); }, ""},
    {"no-skeletons", "--no-skeletons", false, [](Options& o, const std::string&) { o.skeletons = false; },
     "generate stubs only"},
    {"servants", "--servants", false, [](Options& o, const std::string&) { o.servants = true; },
     "also generate servants to start from, whose operations throw NO_IMPLEMENT"},
    {"servant-header-suffix", "--servant-header-suffix TEXT", true,
     [](Options& o, const std::string& v) { o.servant_header_suffix = v; },
     "suffix of their headers (default: _impl.hpp)"},
    {"servant-source-suffix", "--servant-source-suffix TEXT", true,
     [](Options& o, const std::string& v) { o.servant_source_suffix = v; },
     "suffix of their sources (default: _impl.cpp)"},
    {"GC", "-GC", false,
     [](Options& o, const std::string&) {
       if (o.asynchronous == Asynchronous::None) o.asynchronous = Asynchronous::Named;
     },
     "generate sendc_ operations and reply handlers for interfaces named by #pragma ami; with --classic for all"},
    {"ami", "--ami", false, [](Options& o, const std::string&) { o.asynchronous = Asynchronous::All; },
     "the same for all interfaces"},
    {"ami-header-suffix", "--ami-header-suffix TEXT", true,
     [](Options& o, const std::string& v) { o.asynchronous_header_suffix = v; },
     "suffix of the headers with their traits (default: _ami.hpp)"},
    {"deferred", "--deferred", false, [](Options& o, const std::string&) { o.deferred = true; },
     "also generate skeletons of servants that reply later"},
    {"deferred-header-suffix", "--deferred-header-suffix TEXT", true,
     [](Options& o, const std::string& v) { o.deferred_suffixes.header = v; },
     "suffix of their headers (default: _deferred.hpp)"},
    {"deferred-source-suffix", "--deferred-source-suffix TEXT", true,
     [](Options& o, const std::string& v) { o.deferred_suffixes.source = v; },
     "suffix of their sources (default: _deferred.cpp)"},
    {"asio", "--asio", false, [](Options& o, const std::string&) { o.asio = true; },
     "for <dimma/asio.hpp>: async_ operations with a completion token; and, unless\n"
     "--no-skeletons, --deferred and skeletons of servants that are coroutines"},
    {"asio-header-suffix", "--asio-header-suffix TEXT", true,
     [](Options& o, const std::string& v) { o.asio_header_suffix = v; },
     "suffix of the headers of these (default: _asio.hpp)"},
    {"comparison", "--comparison", false, [](Options& o, const std::string&) { o.comparison = true; },
     "generate operator== for structs"},
    {"stream-operators", "--stream-operators", false, [](Options& o, const std::string&) { o.stream_operators = true; },
     "generate operator<< for sequences, arrays and maps too"},
    {"case-sensitive", "--case-sensitive", false,
     [](Options& o, const std::string&) { o.letter_case = LetterCase::Counts; },
     "treat names that differ only in case as different"},
    {"depfile", "--depfile FILE", true, [](Options& o, const std::string& v) { o.depfile = v; },
     "write the files read as a make rule"},
    {"color", "--color WHEN", true, [](Options& o, const std::string& v) { o.colour = v; },
     "colours of messages: always, never, or auto (default: auto, on a terminal\n"
     "unless NO_COLOR is set)"},
    {"syntax-only", "--syntax-only", false, [](Options& o, const std::string&) { o.syntax_only = true; },
     "check only, write nothing"},
    {"format", "--format", false, [](Options& o, const std::string&) { o.format = true; },
     "reformat files, or standard input to standard output"},
    {"check", "--check", false, [](Options& o, const std::string&) { o.check = true; },
     "with --format: only list files that would change; exit status 1 if there are any"},
    {"lsp", "--lsp", false, [](Options& o, const std::string&) { o.serve = true; },
     "serve an editor as a language server, on standard input and output"},
    {",E", "-E", false, [](Options& o, const std::string&) { o.preprocess_only = true; },
     "print the preprocessed text and stop"},
    {"Werror", "-Werror", false, [](Options& o, const std::string&) { o.diagnostics.warnings_are_errors = true; },
     "treat warnings as errors"},
    {"Wunknown-pragmas", "-Wunknown-pragmas", false,
     [](Options& o, const std::string&) { o.diagnostics.warn_unknown_pragmas = true; }, "warn about unknown pragmas"},
    {",w", "-w", false, [](Options& o, const std::string&) { o.diagnostics.suppress_warnings = true; }, "no warnings"},
    {"help,h", "--help, --version", false, [](Options& o, const std::string&) { o.help = true; }, ""},
    {"version", nullptr, false, [](Options& o, const std::string&) { o.version = true; }, ""},
};

constexpr const char* input = "input";

po::options_description description() {
  po::options_description described;
  for (const Option& option : known) {
    if (option.has_value) {
      described.add_options()(option.names, po::value<std::string>());
    } else {
      described.add_options()(option.names, "");
    }
  }
  described.add_options()(input, po::value<std::vector<std::string>>());
  return described;
}

// `key` is the long name, or "-E" for an option without a long name.
const Option* find(std::string_view key) {
  for (const Option& option : known) {
    const std::string_view names = option.names;
    const std::string_view long_name = names.substr(0, names.find(','));
    if (long_name.empty() ? key.size() == 2 && names.substr(1) == key.substr(1) : long_name == key) return &option;
  }
  return nullptr;
}

// Options have the form of a compiler's: "-GC" and "-Werror" have one hyphen, and cannot be abbreviated.
constexpr int style = (po::command_line_style::unix_style & ~po::command_line_style::allow_guessing) |
                      po::command_line_style::allow_long_disguise;

// Replaces the default suffixes by those of the ORB whose file names --classic uses.
void set_classic_suffixes(Options& options, ClassicFiles files) {
  if (files == ClassicFiles::OmniOrb) {
    options.header_suffix = ".hh";
    options.source_suffix = "SK.cc";
    options.classic.any_suffixes.source = "DynSK.cc";
  } else if (files == ClassicFiles::Tao) {
    options.header_suffix = "C.h";
    options.source_suffix = "C.cpp";
    options.skeleton_header_suffix = "S.h";
    options.skeleton_source_suffix = "S.cpp";
  }
}

// Fills `options` in the order of the arguments, which matters for -D and -U. Returns the error; empty if there is
// none.
std::string take(const std::vector<std::string>& arguments, Options& options) {
  const po::options_description described = description();
  po::positional_options_description positional;
  positional.add(input, -1);
  const auto parsed = po::command_line_parser(arguments).options(described).positional(positional).style(style).run();
  for (const po::option& given : parsed.options) {
    if (given.string_key != "classic") continue;
    const std::string& value = given.value.front();
    if (classic_files(value) == ClassicFiles::None) return "--classic takes no value or tao, not '" + value + "'";
    set_classic_suffixes(options, classic_files(value));
  }
  for (const po::option& given : parsed.options) {
    if (given.position_key >= 0) {
      for (const std::string& name : given.value) {
        if (name.empty()) return "an input file has an empty name";
        options.inputs.push_back(name);
      }
      continue;
    }
    find(given.string_key)->apply(options, given.value.empty() ? std::string() : given.value.front());
  }
  return {};
}

// Returns the option that asks for a part of the modern mapping; empty if there is none.
std::string option_of_modern_mapping(const Options& options) {
  if (options.servants) return "--servants";
  if (options.asio) return "--asio";
  if (options.deferred) return "--deferred";
  if (options.comparison) return "--comparison";
  return options.stream_operators ? "--stream-operators" : "";
}

std::string check_classic(const Options& options) {
  if (options.classic.files == ClassicFiles::None) return {};
  const std::string modern = option_of_modern_mapping(options);
  if (!modern.empty()) return modern + " is for the modern mapping: --classic excludes it";
  if (options.classic.files == ClassicFiles::OmniOrb && !options.skeletons) {
    return "stubs and skeletons are in the same files: only --classic=tao can have --no-skeletons";
  }
  return {};
}

std::string check(const Options& options) {
  if (options.help || options.version) return {};
  if (options.serve && !options.inputs.empty()) {
    return "--lsp takes no input file, such as '" + options.inputs.front() +
           "': the editor names the files that it has open";
  }
  if (options.serve && options.format) return "--lsp and --format exclude each other";
  if (options.check && !options.format) return "--check belongs to --format; --syntax-only checks IDL";
  if (options.inputs.empty() && !options.serve && !options.format) return "no input file";
  if (!programs::colour_choice(options.colour)) {
    return "--color takes auto, always or never, not '" + options.colour + "'";
  }
  std::vector<const std::string*> suffixes = {&options.header_suffix,
                                              &options.source_suffix,
                                              &options.skeleton_header_suffix,
                                              &options.skeleton_source_suffix,
                                              &options.servant_header_suffix,
                                              &options.servant_source_suffix,
                                              &options.asynchronous_header_suffix,
                                              &options.deferred_suffixes.header,
                                              &options.deferred_suffixes.source,
                                              &options.asio_header_suffix};
  if (options.classic.files != ClassicFiles::None) {
    suffixes.insert(suffixes.end(), {&options.classic.any_suffixes.header, &options.classic.any_suffixes.source});
  }
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
  if (std::string problem = check_classic(options); !problem.empty()) return problem;
  if (options.preprocess_only && options.syntax_only) return "-E and --syntax-only exclude each other";
  return {};
}

std::string problem_of(const po::invalid_command_line_syntax& error) {
  const std::string name = error.get_option_name();
  const Option* const option = find(std::string_view(name).substr(std::min(name.size(), name.find_first_not_of('-'))));
  if (option == nullptr || !option->has_value) return error.what();
  return std::string("option '") + option->shown + "' needs an argument";
}

std::string help_of(const Option& option) {
  constexpr std::size_t column = 31;
  std::string line = std::string("  ") + option.shown;
  if (*option.help == '\0') return line + '\n';
  line.append(line.size() + 1 < column ? column - line.size() : 2, ' ');
  for (const char* at = option.help; *at != '\0'; ++at) {
    line += *at;
    if (*at == '\n') line.append(column, ' ');
  }
  return line + '\n';
}

}  // namespace

bool takes_next_argument(const std::string& argument) {
  for (const Option& option : known) {
    const std::string_view names = option.names;
    const std::size_t comma = names.find(',');
    if (!option.has_value) continue;
    if (argument == "--" + std::string(names.substr(0, comma))) return true;
    if (comma != std::string_view::npos && argument == "-" + std::string(names.substr(comma + 1))) return true;
  }
  return false;
}

std::string parse_options(const std::vector<std::string>& given, Options& options) {
  try {
    std::string problem = take(in_own_words(given, takes_next_argument, options.warnings), options);
    // The pragmas are those of TAOX11: tao_idl generates asynchronous calls for all interfaces.
    const bool is_classic = options.classic.files != ClassicFiles::None;
    if (is_classic && options.asynchronous == Asynchronous::Named) options.asynchronous = Asynchronous::All;
    if (problem.empty()) problem = check(options);
    return problem;
  } catch (const po::unknown_option& error) {
    return "unknown option '" + error.get_option_name() + "'";
  } catch (const po::invalid_command_line_syntax& error) {
    return problem_of(error);
  } catch (const po::error& error) {
    return error.what();
  }
}

std::string usage() {
  std::string text =
      "usage: dimma-idl [options] file.idl...\n"
      "       dimma-idl --format [--check] [file.idl...]\n"
      "       dimma-idl --lsp [options]\n"
      "\n"
      "Checks IDL files and generates C++ from them.\n"
      "\n";
  for (const Option& option : known) {
    if (option.shown != nullptr) text += help_of(option);
  }
  return text +
         "\n"
         "Options of TAOX11, TAO and omniidl that have the same meaning, or ask for what is always done, are accepted "
         "too.\n";
}

}  // namespace dimma::idl

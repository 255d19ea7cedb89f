#include "idl/foreign_options.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace dimma::idl {
namespace {

using Words = std::vector<std::string>;

// Options that request what dimma-idl always does, or that have no meaning here: ties are always generated, inline
// files and kinds of collocation never; every symbol of a library is visible unless the C++ compiler hides it.
const std::set<std::string>& granted() {
  static const std::set<std::string> words = {
      // TAOX11 and TAO
      "-Gtie", "-GT", "-Gp", "-Gd", "-Gt", "-Glons", "-Gaia", "-Sal", "-Sp", "-Sd", "-Sc", "-Sm", "-Sci", "-Ssi",
      "-Scdr", "-Ce", "-in", "-ic", "-Xst", "-Xsk", "-Xsta", "-Ximpl", "-Sorb", "-as", "-aw",
      // omniidl
      "-nf", "-k", "-K", "-N", "-T", "-v", "-Wbtp", "-Wbtf", "-Wbuse-quotes", "-Wbuse_quotes", "-Wbsplice-modules",
      "-Wbsplice_modules", "-Wbdll-includes", "-Wbdll_includes", "-Wbvirtual_objref", "-Wbvirtual-objref",
      "-Wbshortcut", "-Wbdebug"};
  return words;
}

const std::map<std::string, Words>& renamed() {
  static const std::map<std::string, Words> words = {
      {"-Gisrv", {"--servants"}},
      {"-Gos", {"--stream-operators"}},
      {"-Wbexample", {"--servants"}},
      {"-SS", {"--no-skeletons"}},
      {"-Ssh", {"--no-skeletons"}},
      {"--no-skel", {"--no-skeletons"}},
      {"-Wbami", {"--ami"}},
      // omniidl leaves out the code for Any unless it is requested.
      {"-bcxx", {"--no-any"}},
      {"-Sa", {"--no-any"}},
      {"-St", {"--no-any"}},
      {"-Wba", {"--any-files"}},
      {"-GA", {"--any-files"}},
      {"--classic", {"--classic=omniorb"}},
      {"-Wbkeep-inc-path", {"--keep-include-paths"}},
      {"-Wbkeep_inc_path", {"--keep-include-paths"}},
      {"-nc", {"--case-sensitive"}},
      {"-Cw", {"--case-sensitive"}},
      {"-V", {"--version"}},
      {"-u", {"--help"}},
  };
  return words;
}

// An option with a value, and the dimma-idl options that replace it, each with a suffix to append to the value.
struct WithValue {
  std::string name;
  std::vector<std::pair<std::string, std::string>> instead;
};

// Options of the form "NAME=VALUE".
const std::vector<WithValue>& with_equals() {
  static const std::vector<WithValue> options = {
      {"--stub-pfx", {{"--header-suffix", ".h"}, {"--source-suffix", ".cpp"}}},
      {"--skel-pfx", {{"--skeleton-header-suffix", ".h"}, {"--skeleton-source-suffix", ".cpp"}}},
      {"--impl-pfx", {{"--servant-header-suffix", ".h"}, {"--servant-source-suffix", ".cpp"}}},
      {"-Wbh", {{"--header-suffix", ""}}},
      {"-Wbs", {{"--source-suffix", ""}}},
      {"-Wbd", {{"--any-source-suffix", ""}}},
      {"-Wbguard_prefix", {}},  // guards are unique already
  };
  return options;
}

// Options of the form "NAME VALUE".
const std::vector<WithValue>& with_next() {
  static const std::vector<WithValue> options = {
      {"-hc", {{"--header-suffix", ""}}},
      {"-cs", {{"--source-suffix", ""}}},
      {"-hs", {{"--skeleton-header-suffix", ""}}},
      {"-ss", {{"--skeleton-source-suffix", ""}}},
      {"-C", {{"--output", ""}}},
      {"-ci", {}},  // the suffixes of files that only TAO's compiler generates: of inline functions and of templates
      {"-si", {}},
      {"-st", {}},
      {"-hT", {}},
      {"-sT", {}},
      {"-g", {}},  // the path of gperf, for TAO's compiler
      {"-p", {}},  // the path of omniidl's back ends
      {"--stub-pfx", with_equals()[0].instead},
      {"--skel-pfx", with_equals()[1].instead},
      {"--impl-pfx", with_equals()[2].instead},
  };
  return options;
}

const WithValue* find(const std::vector<WithValue>& options, const std::string& name) {
  const auto found =
      std::find_if(options.begin(), options.end(), [&](const WithValue& each) { return each.name == name; });
  return found == options.end() ? nullptr : &*found;
}

// Returns true for TAO's options that have no meaning here, about exported symbols and precompiled headers: for example
// -Wb,stub_export_macro=X,stub_export_include=x.h.
bool is_granted_setting(const std::string& argument) {
  if (!argument.starts_with("-Wb,")) return false;
  for (std::size_t begin = 4; begin < argument.size();) {
    const std::size_t end = std::min(argument.find(',', begin), argument.size());
    const std::string setting = argument.substr(begin, end - begin);
    const std::string name = setting.substr(0, setting.find('='));
    if (!name.ends_with("export_macro") && !name.ends_with("export_include") && !name.ends_with("export_file") &&
        name != "pch_include") {
      return false;
    }
    begin = end + 1;
  }
  return true;
}

// Returns true for TAO's and TAOX11's -Gxhst, -Gxhsk and so on, which request a header with the export macro.
bool asks_for_export_header(const std::string& argument) { return argument.starts_with("-Gxh"); }

// Separates omniidl's options for its back end that are given as one argument: -Wba,h=.h is -Wba -Wbh=.h.
Words separate(const Words& arguments) {
  Words words;
  for (const std::string& argument : arguments) {
    if (!argument.starts_with("-Wb") || argument.starts_with("-Wb,")) {
      words.push_back(argument);
      continue;
    }
    for (std::size_t begin = 3; begin <= argument.size();) {
      const std::size_t end = std::min(argument.find(',', begin), argument.size());
      words.push_back("-Wb" + argument.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return words;
}

void add(Words& words, const WithValue& option, const std::string& value) {
  for (const auto& [name, behind] : option.instead) words.push_back(name + "=" + value + behind);
}

}  // namespace

Words in_own_words(const Words& given, bool (*takes_next)(const std::string& option), Words& warnings) {
  const Words arguments = separate(given);
  Words words;
  for (std::size_t index = 0; index < arguments.size(); ++index) {
    const std::string& argument = arguments[index];
    if (argument == "--") {
      words.insert(words.end(), arguments.begin() + static_cast<std::ptrdiff_t>(index), arguments.end());
      break;
    }
    if (granted().contains(argument) || is_granted_setting(argument) || argument.starts_with("--idl-version="))
      continue;
    if (asks_for_export_header(argument)) {
      warnings.push_back(argument +
                         " has no effect: generated code needs no export header, as all symbols of a library "
                         "are visible unless the C++ compiler is told otherwise");
      continue;
    }
    if (const auto own = renamed().find(argument); own != renamed().end()) {
      words.insert(words.end(), own->second.begin(), own->second.end());
      continue;
    }
    const std::size_t equals = argument.find('=');
    const bool has_value = equals != std::string::npos && equals + 1 < argument.size();
    if (const WithValue* option = has_value ? find(with_equals(), argument.substr(0, equals)) : nullptr) {
      add(words, *option, argument.substr(equals + 1));
    } else if (const WithValue* next = index + 1 < arguments.size() ? find(with_next(), argument) : nullptr) {
      add(words, *next, arguments[++index]);
    } else if (argument.size() > 2 && argument.starts_with("-C")) {
      words.push_back("--output=" + argument.substr(2));
    } else {
      words.push_back(argument);
      // The value of another option is not an option itself, such as -v in "-D -v".
      if (takes_next(argument) && index + 1 < arguments.size()) words.push_back(arguments[++index]);
    }
  }
  return words;
}

}  // namespace dimma::idl

#include "orb/options/read_options.hpp"

#include "orb/options/config_file.hpp"
#include "orb/options/foreign_options.hpp"
#include "orb/options/option_setters.hpp"
#include "orb/options/option_table.hpp"
#include "orb/options/options_layer.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace dimma::orb {

namespace {

[[noreturn]] void refuse_unknown(std::string_view name) {
  const std::string nearest = nearest_option(name);
  refuse_option(name, "unknown option of the ORB" + (nearest.empty() ? "" : "; did you mean " + nearest + "?"));
}

// Enables metrics and the recorder unless set explicitly, since the inspection page would be empty without them.
void observe_if_inspected(Options& options) {
  if (options.inspected.at.empty()) return;
  if (!options.says_metrics) options.observed.has_metrics = true;
  if (!options.says_recorder) options.observed.recorded_calls = recorded_calls_default;
}

// Enables tracing, unless set explicitly, if an address for the spans is given.
void trace_if_exported(Options& options) {
  if (!options.says_trace && !options.trace_endpoint.empty()) options.traced.is_on = true;
}

// A command-line argument parsed as an option.
struct Given {
  const Option* option;
  std::string name;  // name as written
  std::string value;
};

// Parses the argument at `i`, and the next argument if that is its value. Returns nullopt for an option of another ORB.
std::optional<Given> read_given(const std::vector<std::string>& arguments, std::size_t& i,
                                std::vector<std::string>& warnings) {
  const std::string& argument = arguments[i];
  const bool own = argument.starts_with("--dimma-");
  const std::size_t equals = own ? argument.find('=') : std::string::npos;
  const std::string name = argument.substr(0, equals);
  const Option* const option = find_option(name);
  if (option == nullptr) {
    if (const ForeignOption* const foreign = find_foreign_option(name)) {
      warnings.push_back(warning_of(*foreign, name));
      if (foreign->takes_value) ++i;
      return std::nullopt;
    }
    const Option* const joined = own ? nullptr : find_option_before_value(name);
    if (joined == nullptr) refuse_unknown(name);
    return Given{joined, std::string(joined->name), name.substr(joined->name.size())};
  }
  if (!option->has_value()) {
    if (equals != std::string::npos) refuse_option(name, "this option takes no value");
    return Given{option, name, {}};
  }
  if (equals != std::string::npos) return Given{option, name, argument.substr(equals + 1)};
  if (i + 1 >= arguments.size()) refuse_option(name, "the value is missing");
  return Given{option, name, arguments[++i]};
}

// Removes the ORB's options from the arguments and returns them.
std::vector<Given> take_given(std::vector<std::string>& arguments, std::vector<std::string>& warnings) {
  std::vector<Given> all;
  std::vector<std::string> others;
  std::size_t i = 0;
  for (; i < arguments.size() && arguments[i] != "--"; ++i) {
    if (!arguments[i].starts_with("--dimma-") && !arguments[i].starts_with("-ORB")) {
      others.push_back(arguments[i]);
    } else if (auto given = read_given(arguments, i, warnings)) {
      all.push_back(*std::move(given));
    }
  }
  others.insert(others.end(), arguments.begin() + static_cast<std::ptrdiff_t>(std::min(i, arguments.size())),
                arguments.end());
  arguments = std::move(others);
  return all;
}

std::vector<Given> said_by(const Environment& environment) {
  std::vector<Given> all;
  for (const OptionSection& section : option_sections()) {
    for (const Option& option : section.options) {
      const std::string variable = variable_of(option);
      const char* const value = variable.empty() ? nullptr : environment(variable.c_str());
      if (value != nullptr && *value != '\0') all.push_back({&option, variable, value});
    }
  }
  return all;
}

bool is_config(const Given& given) { return given.option->name == "--dimma-config"; }

void apply_file(Options& options, const Given& given) {
  set_config(options, given.name, given.value);
  Config config = read_config(given.value);
  apply_config(given.value, config, options);
  if (config.faults.empty()) return;
  std::string text = text_of(given.value, config.faults.front());
  if (config.faults.front().line == 0) text = given.name + ": " + text;
  if (const std::size_t more = config.faults.size() - 1; more != 0) {
    text += " (" + std::to_string(more) + (more == 1 ? " more error" : " more errors") +
            "; dimma config check FILE prints all)";
  }
  throw CORBA::BAD_PARAM(minor::bad_param_option, CORBA::COMPLETED_NO, text);
}

}  // namespace

Options read_options(std::vector<std::string>& arguments, const Environment& environment) {
  Options options;
  const auto given = take_given(arguments, options.warnings);
  // Help is printed even if other options are invalid.
  options.wants_help = std::ranges::any_of(given, [](const Given& one) { return one.name == "--dimma-help"; });
  if (options.wants_help) return options;
  const auto by_environment = said_by(environment);
  // The last argument that names a config file takes effect. Without one, the environment variable does.
  auto named = std::find_if(given.rbegin(), given.rend(), is_config);
  if (named != given.rend()) {
    apply_file(options, *named);
  } else if (const auto variable = std::ranges::find_if(by_environment, is_config); variable != by_environment.end()) {
    apply_file(options, *variable);
  }
  OptionsLayer of_environment(options);
  for (const Given& one : by_environment) of_environment.set(*one.option, one.name, one.value, one.name);
  of_environment.end();
  OptionsLayer of_arguments(options);
  for (const Given& one : given) of_arguments.set(*one.option, one.name, one.value, "command line");
  of_arguments.end();
  observe_if_inspected(options);
  trace_if_exported(options);
  return options;
}

}  // namespace dimma::orb

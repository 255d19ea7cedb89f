#include "orb/state/options.hpp"

#include "orb/state/foreign_options.hpp"
#include "orb/state/option_setters.hpp"
#include "orb/state/option_table.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace dimma::orb {

namespace {

[[noreturn]] void refuse_unknown(std::string_view name) {
  const std::string nearest = nearest_option(name);
  refuse(name, "unknown option of the ORB" + (nearest.empty() ? "" : "; did you mean " + nearest + "?"));
}

// Who looks at an ORB wants to see something.
void observe_if_inspected(Options& options) {
  if (options.inspected.at.empty()) return;
  if (!options.says_metrics) options.observed.has_metrics = true;
  if (!options.says_recorder) options.observed.recorded_calls = recorded_calls_default;
}

// Who says where spans go wants them.
void trace_if_exported(Options& options) {
  if (!options.says_trace && !options.trace_endpoint.empty()) options.traced.is_on = true;
}

// What an argument says.
struct Given {
  const Option* option;
  std::string name;  // as it is written
  std::string value;
};

// Reads the argument at `i`, and the next one if that is its value. Nothing for an option of another ORB.
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
    if (equals != std::string::npos) refuse(name, "it takes no value");
    return Given{option, name, {}};
  }
  if (equals != std::string::npos) return Given{option, name, argument.substr(equals + 1)};
  if (i + 1 >= arguments.size()) refuse(name, "its value is missing");
  return Given{option, name, arguments[++i]};
}

// Takes what the ORB knows out of the arguments.
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

void apply_environment(Options& options, const Environment& environment) {
  for (const OptionSection& section : option_sections()) {
    for (const Option& option : section.options) {
      const std::string variable = variable_of(option);
      const char* const value = variable.empty() ? nullptr : environment(variable.c_str());
      if (value != nullptr && *value != '\0') option.set(options, variable, value);
    }
  }
}

}  // namespace

Options read_options(std::vector<std::string>& arguments, const Environment& environment) {
  Options options;
  const auto given = take_given(arguments, options.warnings);
  // Help is given whatever else is said, and wrong.
  options.wants_help = std::ranges::any_of(given, [](const Given& one) { return one.name == "--dimma-help"; });
  if (options.wants_help) return options;
  apply_environment(options, environment);
  // Options that are lists: what the arguments say, however often, is in place of what the environment says.
  const auto listen = std::exchange(options.listen, {});
  const auto publish = std::exchange(options.publish, {});
  for (const Given& one : given) one.option->set(options, one.name, one.value);
  if (options.listen.empty()) options.listen = listen;
  if (options.publish.empty()) options.publish = publish;
  observe_if_inspected(options);
  trace_if_exported(options);
  return options;
}

}  // namespace dimma::orb

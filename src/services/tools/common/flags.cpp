#include "services/tools/common/flags.hpp"

#include "base/text/duration.hpp"
#include "services/tools/common/command.hpp"

#include <boost/program_options.hpp>

#include <algorithm>
#include <charconv>
#include <iostream>
#include <set>
#include <utility>

namespace dimma::tools {

namespace options = boost::program_options;

namespace {

using std::chrono::milliseconds;

bool read_number(std::string_view text, std::size_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return !text.empty() && error == std::errc() && end == text.data() + text.size();
}

// Returns 0 if the text is not a time.
milliseconds read_time(std::string_view text) {
  return std::chrono::duration_cast<milliseconds>(dimma::parse_duration(text).value_or(milliseconds(0)));
}

std::string time_text(milliseconds time) {
  const auto count = static_cast<std::uint64_t>(std::chrono::nanoseconds(time).count());
  for (auto unit = dimma::duration_units.rbegin(); unit != dimma::duration_units.rend(); ++unit) {
    if (count % unit->nanoseconds == 0) return std::to_string(count / unit->nanoseconds) + std::string(unit->name);
  }
  return "0ms";
}

// Makes a negative number an argument; otherwise it would be taken for a flag.
std::vector<options::option> take_number(std::vector<std::string>& words) {
  const std::string& word = words.front();
  if (word.size() < 2 || word[0] != '-' || (word[1] != '.' && (word[1] < '0' || word[1] > '9'))) return {};
  options::option argument;
  argument.value.push_back(word);
  argument.original_tokens.push_back(word);
  words.erase(words.begin());
  return {argument};
}

}  // namespace

struct Flags::Declared {
  struct Argument {
    std::string name;
    std::string* target;
    std::string help;
    bool is_optional;
  };

  std::string command;
  std::string purpose;
  options::options_description flags{"options", 100};
  std::vector<Argument> arguments;
  std::string more_name;
  std::string more_help;
  std::vector<std::string>* more = nullptr;
  std::set<std::string> given;

  void print_help() const {
    std::cout << "usage: " << command << " [OPTION...]";
    std::size_t width = 0;
    for (const Argument& argument : arguments) {
      std::cout << (argument.is_optional ? " [" + argument.name + "]" : " " + argument.name);
      width = std::max(width, argument.name.size());
    }
    if (more != nullptr) std::cout << " [" << more_name << "...]";
    width = std::max(width, more_name.size());
    std::cout << "\n\n" << purpose << "\n";
    if (!arguments.empty()) std::cout << "\narguments:\n";
    const auto print = [width](const std::string& name, const std::string& help) {
      std::cout << "  " << name << std::string(width + 2 - name.size(), ' ') << help << '\n';
    };
    for (const Argument& argument : arguments) print(argument.name, argument.help);
    if (more != nullptr) print(more_name, more_help);
    std::cout << '\n' << flags;
  }

  void take(const std::vector<std::string>& words) {
    if (more != nullptr && words.size() > arguments.size()) {
      more->assign(words.begin() + static_cast<std::ptrdiff_t>(arguments.size()), words.end());
    } else if (words.size() > arguments.size()) {
      throw UsageError("unexpected argument '" + words[arguments.size()] + "'");
    }
    for (std::size_t index = 0; index < arguments.size(); ++index) {
      if (index < words.size()) {
        *arguments[index].target = words[index];
        given.insert(arguments[index].name);
      } else if (!arguments[index].is_optional) {
        throw UsageError(arguments[index].name + " is missing; '" + command + " --help' describes it");
      }
    }
  }
};

Flags::Flags(std::string command, std::string purpose) : declared_(std::make_unique<Declared>()) {
  declared_->command = std::move(command);
  declared_->purpose = std::move(purpose);
  declared_->flags.add_options()("help,h", "print this text and exit");
}
Flags::~Flags() = default;

Flags& Flags::text(const std::string& name, std::string& target, const std::string& value, const std::string& help) {
  declared_->flags.add_options()(name.c_str(), options::value<std::string>(&target)->value_name(value), help.c_str());
  return *this;
}

Flags& Flags::texts(const std::string& name, std::vector<std::string>& target, const std::string& value,
                    const std::string& help) {
  declared_->flags.add_options()(
      name.c_str(), options::value<std::vector<std::string>>(&target)->composing()->value_name(value), help.c_str());
  return *this;
}

Flags& Flags::toggle(const std::string& name, bool& target, const std::string& help) {
  declared_->flags.add_options()(name.c_str(), options::bool_switch(&target), help.c_str());
  return *this;
}

Flags& Flags::count(const std::string& name, std::size_t& target, const std::string& help, std::size_t least,
                    std::size_t most) {
  const auto set = [name, &target, least, most](const std::string& given) {
    std::size_t number = 0;
    if (!read_number(given, number) || number < least || number > most) {
      throw UsageError("--" + name + ": '" + given + "' is not a whole number from " + std::to_string(least) + " to " +
                       std::to_string(most));
    }
    target = number;
  };
  const std::string text = help + " (" + std::to_string(target) + ")";
  declared_->flags.add_options()(name.c_str(), options::value<std::string>()->value_name("N")->notifier(set),
                                 text.c_str());
  return *this;
}

Flags& Flags::time(const std::string& name, milliseconds& target, const std::string& help, milliseconds least,
                   milliseconds most) {
  const auto set = [name, &target, least, most](const std::string& given) {
    const milliseconds time = read_time(given);
    if (time < least || time > most) {
      throw UsageError("--" + name + ": '" + given + "' is not a time from " + time_text(least) + " to " +
                       time_text(most) + " with its unit (ms, s, m, h)");
    }
    target = time;
  };
  const std::string text = help + (target.count() == 0 ? "" : " (" + time_text(target) + ")");
  declared_->flags.add_options()(name.c_str(), options::value<std::string>()->value_name("TIME")->notifier(set),
                                 text.c_str());
  return *this;
}

Flags& Flags::argument(const std::string& name, std::string& target, const std::string& help) {
  declared_->arguments.push_back({name, &target, help, false});
  return *this;
}

Flags& Flags::optional_argument(const std::string& name, std::string& target, const std::string& help) {
  declared_->arguments.push_back({name, &target, help, true});
  return *this;
}

Flags& Flags::more_arguments(const std::string& name, std::vector<std::string>& target, const std::string& help) {
  declared_->more_name = name;
  declared_->more = &target;
  declared_->more_help = help;
  return *this;
}

bool Flags::was_given(const std::string& name) const { return declared_->given.count(name) != 0; }

bool Flags::parse(const std::vector<std::string>& words) {
  std::vector<std::string> arguments;
  try {
    const int style = options::command_line_style::unix_style & ~options::command_line_style::allow_guessing;
    const options::parsed_options parsed = options::command_line_parser(words)
                                               .options(declared_->flags)
                                               .style(style)
                                               .extra_style_parser(take_number)
                                               .run();
    for (const options::option& option : parsed.options) {
      if (option.position_key != -1) arguments.push_back(option.value.at(0));
    }
    options::variables_map given;
    options::store(parsed, given);
    if (given.count("help") != 0) {
      declared_->print_help();
      return false;
    }
    options::notify(given);
  } catch (const options::error& error) {
    throw UsageError(error.what());
  }
  declared_->take(arguments);
  return true;
}

}  // namespace dimma::tools

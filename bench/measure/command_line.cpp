#include "measure/command_line.hpp"

#include "programs/standard_output.hpp"

#include <boost/program_options.hpp>

#include <charconv>
#include <iostream>
#include <utility>
#include <vector>

namespace measure {
namespace options = boost::program_options;

struct CommandLine::Declared {
  std::string synopsis;
  std::string purpose;
  options::options_description flags{"flags"};
  std::vector<std::string> required;
  std::vector<std::string>* arguments = nullptr;
};

CommandLine::CommandLine(std::string synopsis, std::string purpose)
    : declared_(
          new Declared{std::move(synopsis), std::move(purpose), options::options_description("flags"), {}, nullptr}) {
  declared_->flags.add_options()("help", "print this and end");
}
CommandLine::~CommandLine() = default;

CommandLine& CommandLine::text(const std::string& name, std::string& target, const std::string& help) {
  declared_->flags.add_options()(name.c_str(), options::value<std::string>(&target), help.c_str());
  return *this;
}

CommandLine& CommandLine::required(const std::string& name, std::string& target, const std::string& help) {
  declared_->required.push_back(name);
  return text(name, target, help);
}

CommandLine& CommandLine::count(const std::string& name, std::size_t& target, const std::string& help,
                                std::size_t most) {
  const auto set = [name, &target, most](const std::string& given) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), number);
    if (error != std::errc() || end != given.data() + given.size() || number == 0 || number > most) {
      throw UsageError("--" + name + ": '" + given + "' is not a whole number from 1 to " + std::to_string(most));
    }
    target = number;
  };
  declared_->flags.add_options()(name.c_str(), options::value<std::string>()->notifier(set), help.c_str());
  return *this;
}

CommandLine& CommandLine::toggle(const std::string& name, bool& target, const std::string& help) {
  declared_->flags.add_options()(name.c_str(), options::bool_switch(&target), help.c_str());
  return *this;
}

CommandLine& CommandLine::arguments(std::vector<std::string>& target) {
  declared_->arguments = &target;
  return *this;
}

bool CommandLine::parse(int argc, const char* const* argv) {
  options::variables_map given;
  try {
    const int style = options::command_line_style::unix_style & ~options::command_line_style::allow_guessing;
    const options::parsed_options parsed =
        options::command_line_parser(argc, argv).options(declared_->flags).style(style).run();
    for (const options::option& option : parsed.options) {
      if (option.position_key == -1) continue;
      if (declared_->arguments == nullptr) throw UsageError("unexpected argument '" + option.value.at(0) + "'");
      declared_->arguments->push_back(option.value.at(0));
    }
    options::store(parsed, given);
    if (given.count("help") != 0) {
      std::cout << "usage: " << declared_->synopsis << "\n\n" << declared_->purpose << "\n\n" << declared_->flags;
      return false;
    }
    options::notify(given);
  } catch (const options::error& error) {
    throw UsageError(error.what());
  }
  for (const std::string& name : declared_->required) {
    if (given.count(name) == 0) throw UsageError("--" + name + " is missing");
  }
  return true;
}

int run_program(const std::string& name, const std::function<int()>& body) {
  try {
    dimma::programs::occupy_standard_descriptors();
    return dimma::programs::finish_output(name, body());
  } catch (const UsageError& error) {
    std::cerr << name << ": " << error.what() << "\n(" << name << " --help lists the flags)\n";
    return 2;
  } catch (const std::exception& exception) {
    std::cerr << name << ": " << exception.what() << '\n';
    return 1;
  }
}

}  // namespace measure

#include "services/tools/common/command.hpp"

#include "qos/text.hpp"

#include <algorithm>
#include <iostream>

namespace dimma::tools {

namespace {

void print_table(std::ostream& out, std::span<const Command> commands, std::string_view purpose,
                 const std::string& path) {
  std::size_t width = 0;
  for (const Command& command : commands) width = std::max(width, command.name.size());
  out << "usage: " << path << " COMMAND [ARGUMENT...]\n\n" << purpose << "\n\ncommands:\n";
  for (const Command& command : commands) {
    out << "  " << command.name << std::string(width + 2 - command.name.size(), ' ') << command.summary << '\n';
  }
  out << "\n'" << path << " COMMAND --help' describes a command.\n";
}

std::string suggestion(std::span<const Command> commands, std::string_view word) {
  std::vector<std::string_view> names;
  for (const Command& command : commands) names.push_back(command.name);
  const auto nearest = qos::nearest_word(word, names);
  return nearest.empty() ? std::string() : "; did you mean '" + std::string(nearest) + "'?";
}

}  // namespace

int dispatch(std::span<const Command> commands, std::string_view purpose, Invocation invocation) {
  if (invocation.arguments.empty()) {
    throw UsageError("a command is missing; '" + invocation.command + " --help' lists them");
  }
  const std::string word = std::move(invocation.arguments.front());
  invocation.arguments.erase(invocation.arguments.begin());
  if (word == "--help" || word == "-h" || word == "help") {
    print_table(std::cout, commands, purpose, invocation.command);
    return done;
  }
  const auto found =
      std::find_if(commands.begin(), commands.end(), [&](const Command& one) { return one.name == word; });
  if (found == commands.end()) {
    const std::string near = suggestion(commands, word);
    throw UsageError("there is no command '" + word + "'" + (near.empty() ? "; " : near + " ") + "'" +
                     invocation.command + " --help' lists them");
  }
  invocation.command += ' ' + word;
  return found->run(std::move(invocation));
}

}  // namespace dimma::tools

#pragma once
// The tables of the program's commands. Tables can be nested: `dimma naming list` is found through two tables.

#include <dimma/orb.hpp>

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::tools {

// The exit status of the program.
enum Status : int {
  done = 0,
  refused = 1,      // the service refused, or the name is not bound, or an object does not answer
  misused = 2,      // invalid command line; nothing was done
  unreachable = 3,  // the service could not be reached, or timed out
};

// Ends the program with the status. The message is shown to the user.
class Failure : public std::runtime_error {
 public:
  Failure(Status status, const std::string& text) : std::runtime_error(text), status_(status) {}
  Status status() const noexcept { return status_; }

 private:
  Status status_;
};

class UsageError : public Failure {
 public:
  explicit UsageError(const std::string& text) : Failure(misused, text) {}
};

struct Invocation {
  CORBA::object_reference<CORBA::ORB> orb;
  std::string command;                 // the part of the command line that has been parsed: "dimma naming list"
  std::vector<std::string> arguments;  // the remaining arguments
  bool is_utf8 = true;                 // the ORB's code set for strings; false means ISO 8859-1
};

struct Command {
  std::string_view name;
  std::string_view summary;
  int (*run)(Invocation invocation);
};

// Runs the command that the first argument names. Prints the table for --help. Throws UsageError if there is no
// argument or no such command.
int dispatch(std::span<const Command> commands, std::string_view purpose, Invocation invocation);

}  // namespace dimma::tools

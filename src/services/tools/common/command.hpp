#pragma once
// The commands of the program dimma, as tables: `dimma naming list` goes through two of them.

#include <dimma/orb.hpp>

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::tools {

// The status with which the program ends.
enum Status : int {
  done = 0,
  refused = 1,      // the service refused, or the answer is negative: not bound, does not answer
  misused = 2,      // the command line is wrong; nothing was done
  unreachable = 3,  // the service was not reached, or did not answer in time
};

// Ends the program with that status. The text is for people.
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
  std::string command;                 // the part of the line that has been parsed: "dimma naming list"
  std::vector<std::string> arguments;  // the rest
  bool is_utf8 = true;                 // the ORB's code set of strings; false: ISO 8859-1
};

struct Command {
  std::string_view name;
  std::string_view summary;
  int (*run)(Invocation invocation);
};

// Runs the command that the first argument names; prints the table for --help. Throws UsageError if there is no
// argument or it is not a command.
int dispatch(std::span<const Command> commands, std::string_view purpose, Invocation invocation);

}  // namespace dimma::tools

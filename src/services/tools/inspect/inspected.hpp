#pragma once
// The process that is looked at.

#include <boost/json/fwd.hpp>

#include <memory>
#include <string>

namespace dimma::tools::inspect {

inline constexpr const char* target_help =
    "HOST:PORT or unix:PATH, as the process's --dimma-inspect says, or the number of a process that has "
    "--dimma-inspect unix";

class Inspected {
 public:
  // Throws UsageError for what is no target.
  explicit Inspected(const std::string& target);
  ~Inspected();
  Inspected(const Inspected&) = delete;
  Inspected& operator=(const Inspected&) = delete;

  // What it answers to GET `path`. Throws Failure: refused with its words for what it has not, unreachable where nobody
  // answers.
  std::string get(const std::string& path);
  boost::json::value get_json(const std::string& path);

 private:
  class Wire;
  const std::unique_ptr<Wire> wire_;
};

}  // namespace dimma::tools::inspect

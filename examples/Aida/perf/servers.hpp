#pragma once
// The server processes of the tests: a directory, the providers, and a bare servant.

#include "measure/process.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace perf {

// Servers that only this machine can reach. The destructor ends them. This process must have one thread only.
class Servers {
 public:
  // All servers run on `processor` if it is given.
  explicit Servers(std::optional<int> processor = {});
  // Stops the providers first, because they are clients of the directory.
  ~Servers();
  Servers(const Servers&) = delete;
  Servers& operator=(const Servers&) = delete;

  // Starts a provider of each kind, which replaces the previous one of that kind.
  void provide(const std::vector<std::string>& kinds, const std::string& qos);
  // Starts a server with none of Aida's provider code, whose get_double replies at once. Returns its reference, as a
  // URL.
  std::string bare(const std::string& qos);

  const std::string& directory_url() const noexcept { return directory_url_; }

 private:
  measure::Child start(const std::vector<std::string>& arguments);

  const measure::TemporaryFolder folder_;
  const std::string directory_url_;
  const std::optional<int> processor_;
  measure::Child directory_;
  std::map<std::string, measure::Child> providers_;
  measure::Child bare_;
};

// The body of the process that bare() starts.
int serve_bare(const std::string& ior_file, const std::string& qos);

// A QoS of a provider's end, and its name in the plots' legends.
struct ServerQos {
  const char* name;  // "dedicated"
  const char* text;
};
const std::vector<ServerQos>& server_qos();

}  // namespace perf

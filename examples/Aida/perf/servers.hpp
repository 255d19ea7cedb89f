#pragma once
// The processes that are measured against: a directory, the providers of the tests, and a bare servant.

#include "measure/process.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace perf {

// The servers of this machine alone; ended with the object. To be started while this process has one thread.
class Servers {
 public:
  // All run on one processor, if told so.
  explicit Servers(std::optional<int> processor = {});
  // Stops them in order: first the providers, which are clients of the directory.
  ~Servers();
  Servers(const Servers&) = delete;
  Servers& operator=(const Servers&) = delete;

  // Starts a provider of each kind, or puts it in the place of the one before.
  void provide(const std::vector<std::string>& kinds, const std::string& qos);
  // A provider whose get_double answers at once: nothing of Aida's. Its reference, as a URL.
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

// The resources of a provider's end, for the plots' legends: its QoS by a word.
struct ServerQos {
  const char* name;  // "dedicated"
  const char* text;
};
const std::vector<ServerQos>& server_qos();

}  // namespace perf

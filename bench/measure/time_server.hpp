#pragma once
// A server process of the Time or the Timing example, by any ORB.

#include "measure/giop_sizes.hpp"
#include "measure/process.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace measure {

// The constructor returns when the server can be called; the destructor ends it.
class TimeServer {
 public:
  // `program` is the name of a file in the running program's folder, or a path.
  TimeServer(const std::string& program, const std::vector<std::string>& options, std::optional<int> processor);
  // Ends the server by SIGTERM. Throws std::runtime_error if its exit status is not 0.
  void stop() { child_.stop(); }
  std::string fate() const { return child_.fate(); }
  void pause() noexcept { child_.pause(); }
  void resume() noexcept { child_.resume(); }

  pid_t id() const noexcept { return child_.id(); }
  // The folder to which the server writes its references.
  const std::string& folder() const noexcept { return folder_.path(); }

  // The references of its objects.
  const std::string& reqreply() const noexcept { return reqreply_; }
  const std::string& oneway() const noexcept { return oneway_; }

  // The sizes of the request and the reply of one of time_operations at this server.
  MessageSizes message_sizes(std::string_view operation) const;

 private:
  TemporaryFolder folder_;
  Child child_;
  std::string reqreply_;
  std::string oneway_;
};

}  // namespace measure

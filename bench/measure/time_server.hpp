#pragma once
// A server process of the Time or the Timing example, of any ORB.

#include "measure/giop_sizes.hpp"
#include "measure/process.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace measure {

// Ready to be called when made; ends with its owner.
class TimeServer {
 public:
  // `program` is a file beside the running one, or a path.
  TimeServer(const std::string& program, const std::vector<std::string>& options, std::optional<int> processor);
  // In order, on SIGTERM. Throws std::runtime_error when it does not end so.
  void stop() { child_.stop(); }
  std::string fate() const { return child_.fate(); }
  void pause() noexcept { child_.pause(); }
  void resume() noexcept { child_.resume(); }

  pid_t id() const noexcept { return child_.id(); }
  // The folder that it puts its references into.
  const std::string& folder() const noexcept { return folder_.path(); }

  // The references of its objects.
  const std::string& reqreply() const noexcept { return reqreply_; }
  const std::string& oneway() const noexcept { return oneway_; }

  // As many octets as request and reply have, of one of time_operations called at this server.
  MessageSizes message_sizes(std::string_view operation) const;

 private:
  TemporaryFolder folder_;
  Child child_;
  std::string reqreply_;
  std::string oneway_;
};

}  // namespace measure

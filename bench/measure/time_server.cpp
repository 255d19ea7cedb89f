#include "measure/time_server.hpp"

#include "measure/time_report.hpp"

#include <chrono>
#include <fstream>
#include <stdexcept>

namespace measure {
namespace {

std::string first_line(const std::string& file) {
  std::ifstream in(file);
  std::string line;
  if (!std::getline(in, line)) throw std::runtime_error("cannot read " + file);
  return line;
}

}  // namespace

TimeServer::TimeServer(const std::string& program, const std::vector<std::string>& options,
                       std::optional<int> processor) {
  const bool is_path = program.find('/') != std::string::npos;
  std::vector<std::string> arguments = {is_path ? program : program_folder() + '/' + program, "--ior-dir",
                                        folder_.path()};
  arguments.insert(arguments.end(), options.begin(), options.end());
  child_ = Child::start(arguments, processor);
  child_.wait_for_line("ready", std::chrono::seconds(30));
  reqreply_ = first_line(folder_.path() + "/reqreply.ior");
  oneway_ = first_line(folder_.path() + "/oneway.ior");
}

MessageSizes TimeServer::message_sizes(std::string_view operation) const {
  const bool is_oneway = operation.rfind("oneway", 0) == 0;
  const std::uint32_t key = object_key_octets(is_oneway ? oneway_ : reqreply_);
  if (operation.find("param") != std::string_view::npos) return giop_sizes(key, "test_no_param", {}, is_oneway);
  const std::string_view text = operation.find("null") != std::string_view::npos ? "" : test_string;
  return giop_sizes(key, "test_string", static_cast<std::uint32_t>(text.size()), is_oneway);
}

}  // namespace measure

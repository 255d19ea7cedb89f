#include "growth_contenders.hpp"

#include "measure/command_line.hpp"
#include "measure/process.hpp"

#include <algorithm>
#include <array>

#include <unistd.h>

namespace bench {
namespace {

// The server has one thread for the connection. With several, the scheduler would choose which one takes a request.
const std::vector<std::string> plain_server = {"--dimma-qos", "transport=tcp,processing=nullTask,messages=1"};

bool has_omniorb() { return ::access((measure::program_folder() + "/omni_growth_server").c_str(), X_OK) == 0; }

using Options = std::vector<std::string>;

Grown dimma(std::size_t count, const Options& server_options, const Options& client_options) {
  Options all = plain_server;
  all.insert(all.end(), server_options.begin(), server_options.end());
  return {"dimma", count, "growth_server", all, "growth_client", client_options};
}

}  // namespace

std::vector<Grown> grown_operations(const std::vector<std::size_t>& counts) {
  constexpr std::array<std::size_t, 5> compiled = {1, 10, 100, 1000, 10'000};
  std::vector<Grown> all;
  for (const std::size_t count : counts) {
    if (std::find(compiled.begin(), compiled.end(), count) == compiled.end()) {
      throw measure::UsageError("--operations: " + std::to_string(count) + " is none of 1, 10, 100, 1000 and 10000");
    }
    const Options options = {"--operations", std::to_string(count)};
    all.push_back(dimma(count, options, options));
  }
  return all;
}

std::vector<Grown> grown_poas(const std::vector<std::size_t>& counts) {
  std::vector<Grown> all;
  for (const std::size_t count : counts) {
    const Options options = {"--poas", std::to_string(count)};
    all.push_back(dimma(count, options, {}));
    if (has_omniorb()) all.push_back({"omniORB", count, "omni_growth_server", options, "omni_growth_client", {}});
  }
  return all;
}

std::vector<Grown> grown_bindings(const std::vector<std::size_t>& counts) {
  std::vector<Grown> all;
  for (const std::size_t count : counts) {
    const Options options = {"--bindings", std::to_string(count)};
    all.push_back(dimma(count, {}, options));
    if (has_omniorb()) all.push_back({"omniORB", count, "omni_growth_server", {}, "omni_growth_client", options});
  }
  return all;
}

}  // namespace bench

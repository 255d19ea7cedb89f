#include "contenders_in_progress.hpp"

#include "contenders.hpp"

namespace bench {

std::vector<Asynchronous> asynchronous_contenders(bool on_io_context) {
  std::vector<std::string> server = {"time_server", "--qos", "transport=tcp,processing=pool(1)"};
  if (on_io_context) server = {"asio_time_server"};
  std::vector<Asynchronous> all = {{"dimma", server, {"asio_time_client", "--qos", "transport=tcp"}}};
  if (is_built("grpc_time_server")) all.push_back({"gRPC", {"grpc_time_server", "--one-thread"}, {"grpc_time_client"}});
  if (is_built("capnp_time_server")) all.push_back({"Cap'n Proto", {"capnp_time_server"}, {"capnp_time_client"}});
  return all;
}

std::vector<std::string> client_of(const Asynchronous& who, std::size_t in_progress) {
  std::vector<std::string> client = who.client;
  if (in_progress != 0) client.insert(client.end(), {"--in-progress", std::to_string(in_progress)});
  return client;
}

}  // namespace bench

// grpc_time_server --ior-dir DIR: operations of the Time example and of Sizes, by gRPC.

#include "peer_program.hpp"

#include <grpc_time.grpc.pb.h>
#include <grpcpp/grpcpp.h>

namespace {

class Servant final : public GrpcTime::Service {
  grpc::Status NullParam(grpc::ServerContext*, const GrpcNothing*, GrpcNothing*) override { return grpc::Status::OK; }
  grpc::Status Echo(grpc::ServerContext*, const GrpcText* request, GrpcText* reply) override {
    reply->set_text(request->text());
    return grpc::Status::OK;
  }
  grpc::Status Octets(grpc::ServerContext*, const GrpcOctets*, GrpcNothing*) override { return grpc::Status::OK; }
  grpc::Status Text(grpc::ServerContext*, const GrpcText*, GrpcNothing*) override { return grpc::Status::OK; }
};

int serve(int argc, char** argv) {
  std::string folder;
  if (!peer::parse_server(argc, argv, "grpc_time_server", folder)) return 0;
  Servant servant;
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(&servant);
  builder.SetMaxReceiveMessageSize(-1);  // as long as it is
  const auto server = builder.BuildAndStart();
  if (!server || port == 0) throw std::runtime_error("cannot listen");
  peer::publish(folder, "127.0.0.1:" + std::to_string(port));
  server->Wait();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return measure::run_program("grpc_time_server", [&] { return serve(argc, argv); });
}

// grpc_time_client --reqreply ADDRESS --oneway ADDRESS: two operations of the Time example, by gRPC.

#include "peer_program.hpp"

#include <grpc_time.grpc.pb.h>
#include <grpcpp/grpcpp.h>

#include <memory>

namespace {

void require(const grpc::Status& status) {
  if (!status.ok()) throw std::runtime_error("gRPC: " + status.error_message());
}

peer::Calls connect(const std::string& address) {
  const std::shared_ptr<GrpcTime::Stub> time =
      GrpcTime::NewStub(grpc::CreateChannel(address, grpc::InsecureChannelCredentials()));
  const auto null_param = [time] {
    grpc::ClientContext context;
    GrpcNothing nothing;
    require(time->NullParam(&context, nothing, &nothing));
  };
  const auto echo = [time](const std::string& text) {
    grpc::ClientContext context;
    GrpcText request, reply;
    request.set_text(text);
    require(time->Echo(&context, request, &reply));
    return reply.text();
  };
  return {null_param, echo};
}

}  // namespace

int main(int argc, char** argv) {
  return measure::run_program("grpc_time_client", [&] { return peer::call(argc, argv, "grpc_time_client", connect); });
}

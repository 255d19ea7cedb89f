// grpc_time_client --reqreply ADDRESS --oneway ADDRESS: operations of the Time example and of Sizes, by gRPC.

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
  const auto add_sizes = [time](measure::TurnOperations& operations, const std::vector<std::size_t>& sizes) {
    const auto make_octets = [](std::size_t count) {
      GrpcOctets octets;
      octets.set_octets(std::string(count, '\7'));
      return octets;
    };
    const auto make_text = [](std::size_t count) {
      GrpcText text;
      text.set_text(std::string(count, 's'));
      return text;
    };
    bench::add_operations(operations, "octet", sizes, make_octets, [time](const GrpcOctets& value) {
      grpc::ClientContext context;
      GrpcNothing nothing;
      require(time->Octets(&context, value, &nothing));
    });
    bench::add_operations(operations, "string", sizes, make_text, [time](const GrpcText& value) {
      grpc::ClientContext context;
      GrpcNothing nothing;
      require(time->Text(&context, value, &nothing));
    });
  };
  return {.null_param = null_param, .echo = echo, .add_sizes = add_sizes};
}

}  // namespace

int main(int argc, char** argv) {
  return measure::run_program("grpc_time_client", [&] { return peer::call(argc, argv, "grpc_time_client", connect); });
}

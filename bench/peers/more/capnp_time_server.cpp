// capnp_time_server --ior-dir DIR: serves the operations of Time and of Sizes with Cap'n Proto.

#include "capnp_program.hpp"
#include "peer_program.hpp"

#include <capnp_time.capnp.h>

// The class that capnp generates has no virtual destructor, and a servant is never destroyed through it.
#pragma GCC diagnostic ignored "-Wnon-virtual-dtor"

namespace {

class Servant final : public CapnpTime::Server {
  kj::Promise<void> nullParam(NullParamContext) override { return kj::READY_NOW; }
  kj::Promise<void> echo(EchoContext context) override {
    context.getResults().setText(context.getParams().getText());
    return kj::READY_NOW;
  }
  // Reads the value, because Cap'n Proto decodes a field only when it is accessed.
  kj::Promise<void> octets(OctetsContext context) override {
    octets_ += context.getParams().getValue().size();
    return kj::READY_NOW;
  }
  kj::Promise<void> text(TextContext context) override {
    octets_ += context.getParams().getValue().size();
    return kj::READY_NOW;
  }

  std::uint64_t octets_ = 0;
};

int serve(int argc, char** argv) {
  std::string folder;
  if (!peer::parse_server(argc, argv, "capnp_time_server", folder)) return 0;
  capnp::EzRpcServer server(kj::heap<Servant>(), "127.0.0.1", 0, capnp_peer::long_messages());
  auto& scope = server.getWaitScope();
  peer::publish(folder, "127.0.0.1:" + std::to_string(server.getPort().wait(scope)));
  kj::NEVER_DONE.wait(scope);
}

}  // namespace

int main(int argc, char** argv) {
  return measure::run_program("capnp_time_server", [&] { return serve(argc, argv); });
}

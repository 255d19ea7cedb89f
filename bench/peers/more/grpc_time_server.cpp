// grpc_time_server --ior-dir DIR: operations of the Time example and of Sizes, by gRPC.

#include "peer_program.hpp"

#include <grpc_time.grpc.pb.h>
#include <grpcpp/grpcpp.h>

#include <deque>
#include <memory>
#include <optional>

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

constexpr int calls_awaited = 1000;  // for each operation; calls beyond these wait in gRPC

// The service whose calls are served by one thread with a completion queue.
using Requested = GrpcTime::WithAsyncMethod_NullParam<GrpcTime::WithAsyncMethod_Echo<GrpcTime::Service>>;

struct Awaited {
  virtual ~Awaited() = default;
  // `ok` is the queue's result for the event.
  virtual void proceed(bool ok) = 0;
};

// A call that is awaited, then answered, then awaited again. `Request` starts to await a call, `Answer` makes its
// reply.
template <class Argument, class Reply, class Request, class Answer>
class AwaitedCall final : public Awaited {
 public:
  AwaitedCall(Request request, Answer answer) : request_(std::move(request)), answer_(std::move(answer)) { await(); }
  void proceed(bool ok) override {
    if (!ok || answered_) return await();
    answered_ = true;
    answer_(argument_, reply_);
    responder_->Finish(reply_, grpc::Status::OK, static_cast<Awaited*>(this));
  }

 private:
  void await() {
    answered_ = false;
    responder_.reset();
    context_.emplace();
    responder_.emplace(&*context_);
    request_(&*context_, &argument_, &*responder_, static_cast<Awaited*>(this));
  }

  const Request request_;
  const Answer answer_;
  bool answered_ = false;
  Argument argument_;
  Reply reply_;
  std::optional<grpc::ServerContext> context_;
  std::optional<grpc::ServerAsyncResponseWriter<Reply>> responder_;
};

template <class Argument, class Reply, class Request, class Answer>
std::unique_ptr<Awaited> await(Request request, Answer answer) {
  return std::make_unique<AwaitedCall<Argument, Reply, Request, Answer>>(std::move(request), std::move(answer));
}

void serve_by_one_thread(Requested& service, grpc::ServerCompletionQueue& queue) {
  const auto null_param = [&](auto* context, auto* argument, auto* responder, void* tag) {
    service.RequestNullParam(context, argument, responder, &queue, &queue, tag);
  };
  const auto echo = [&](auto* context, auto* argument, auto* responder, void* tag) {
    service.RequestEcho(context, argument, responder, &queue, &queue, tag);
  };
  std::deque<std::unique_ptr<Awaited>> calls;
  for (int i = 0; i < calls_awaited; ++i) {
    calls.push_back(await<GrpcNothing, GrpcNothing>(null_param, [](const GrpcNothing&, GrpcNothing&) {}));
    calls.push_back(
        await<GrpcText, GrpcText>(echo, [](const GrpcText& text, GrpcText& reply) { reply.set_text(text.text()); }));
  }
  void* tag = nullptr;
  bool ok = false;
  while (queue.Next(&tag, &ok)) static_cast<Awaited*>(tag)->proceed(ok);
}

int serve(int argc, char** argv) {
  std::string folder;
  bool one_thread = false;
  if (!peer::parse_server(argc, argv, "grpc_time_server", folder, &one_thread)) return 0;
  Servant servant;
  Requested requested;
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(one_thread ? static_cast<grpc::Service*>(&requested) : &servant);
  std::unique_ptr<grpc::ServerCompletionQueue> queue;
  if (one_thread) queue = builder.AddCompletionQueue();
  builder.SetMaxReceiveMessageSize(-1);  // unlimited
  const auto server = builder.BuildAndStart();
  if (!server || port == 0) throw std::runtime_error("cannot listen");
  peer::publish(folder, "127.0.0.1:" + std::to_string(port));
  if (one_thread) serve_by_one_thread(requested, *queue);
  server->Wait();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return measure::run_program("grpc_time_server", [&] { return serve(argc, argv); });
}

// grpc_time_client --reqreply ADDRESS --oneway ADDRESS: operations of the Time example and of Sizes, by gRPC.

#include "peer_program.hpp"

#include <grpc_time.grpc.pb.h>
#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>

namespace {

void require(const grpc::Status& status) {
  if (!status.ok()) throw std::runtime_error("gRPC: " + status.error_message());
}

// A call in progress, which can be started repeatedly. `Begin` starts it on a completion queue.
template <class Request, class Reply>
struct Pending {
  std::optional<grpc::ClientContext> context;
  Request request;
  Reply reply;
  grpc::Status status;
  std::unique_ptr<grpc::ClientAsyncResponseReader<Reply>> reader;

  template <class Begin>
  void start(const Begin& begin, grpc::CompletionQueue& queue) {
    context.emplace();
    reader = begin(&*context, request, &queue);
    reader->Finish(&reply, &status, this);
  }
};

// Makes `calls` calls, `in_progress` at a time, from this thread, which alone reads the queue.
template <class Request, class Reply, class Begin, class Check>
void call_many(std::size_t calls, std::size_t in_progress, const Request& request, const Begin& begin,
               const Check& check) {
  using Call = Pending<Request, Reply>;
  grpc::CompletionQueue queue;
  std::deque<Call> pending(std::min(calls, in_progress));
  std::size_t left = calls;
  for (Call& call : pending) {
    call.request = request;
    call.start(begin, queue);
    --left;
  }
  void* tag = nullptr;
  bool ok = false;
  for (std::size_t done = 0; done < calls && queue.Next(&tag, &ok); ++done) {
    Call& call = *static_cast<Call*>(tag);
    require(ok ? call.status : grpc::Status(grpc::StatusCode::ABORTED, "a call did not end"));
    check(call.reply);
    if (left == 0) continue;
    --left;
    call.start(begin, queue);
  }
  queue.Shutdown();
  while (queue.Next(&tag, &ok)) continue;
}

void call_many_nulls(GrpcTime::Stub& time, std::size_t calls, std::size_t in_progress) {
  const auto begin = [&time](grpc::ClientContext* context, const GrpcNothing& nothing, grpc::CompletionQueue* queue) {
    return time.AsyncNullParam(context, nothing, queue);
  };
  call_many<GrpcNothing, GrpcNothing>(calls, in_progress, {}, begin, [](const GrpcNothing&) {});
}

void call_many_echoes(GrpcTime::Stub& time, std::size_t calls, std::size_t in_progress) {
  const auto begin = [&time](grpc::ClientContext* context, const GrpcText& text, grpc::CompletionQueue* queue) {
    return time.AsyncEcho(context, text, queue);
  };
  GrpcText text;
  text.set_text(bench::text_100);
  call_many<GrpcText, GrpcText>(calls, in_progress, text, begin,
                                [](const GrpcText& reply) { peer::require_echo(reply.text(), bench::text_100); });
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
  const auto many_null_params = [time](std::size_t calls, std::size_t in_progress) {
    call_many_nulls(*time, calls, in_progress);
  };
  const auto many_echoes = [time](std::size_t calls, std::size_t in_progress) {
    call_many_echoes(*time, calls, in_progress);
  };
  return {.null_param = null_param,
          .echo = echo,
          .add_sizes = add_sizes,
          .many_null_params = many_null_params,
          .many_echoes = many_echoes};
}

}  // namespace

int main(int argc, char** argv) {
  return measure::run_program("grpc_time_client", [&] { return peer::call(argc, argv, "grpc_time_client", connect); });
}

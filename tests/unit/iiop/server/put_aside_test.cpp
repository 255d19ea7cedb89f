// Requests that are put aside while there is no memory for that.

#include "channel/nested_wait.hpp"
#include "unit/common/refused_buffers.hpp"
#include "unit/iiop/channel_fixture.hpp"

#include "cdr/stream/exceptions.hpp"

#include <atomic>
#include <optional>

namespace dimma::iiop {
namespace {

// Puts a request aside if the test says so, and echoes the others.
class PuttingAside final : public channel::Dispatcher {
 public:
  enum class Serving { echoed, put_aside, put_aside_after_memory_ran_out, put_aside_without_memory };
  std::atomic<Serving> next{Serving::echoed};

  void dispatch(ServerRequest& request) noexcept override {
    try {
      if (const auto how = next.exchange(Serving::echoed); how != Serving::echoed) return put_aside(request, how);
      const auto text = cdr::read<std::string>(request.arguments());
      cdr::write(request.reply(), text);
    } catch (const CORBA::SystemException& exception) {
      cdr::write_exception(request.begin_reply(ServerRequest::ReplyStatus::system_exception), exception);
    }
  }
  channel::Located locate(std::span<const std::byte>, channel::Octets&, channel::Session*) noexcept override {
    return channel::Located::object_here;
  }

 private:
  class Place final : public WaitingPlace {
   public:
    void abandoned(const WaitingRequest&) noexcept override {}
  };

  // Does what an interceptor does that calls another object first.
  void put_aside(ServerRequest& request, Serving how) {
    std::optional<test::RefusedBuffers> refused;
    if (how != Serving::put_aside) refused.emplace();
    { const channel::NestedWait waiting; }
    if (how == Serving::put_aside_after_memory_ran_out) refused.reset();
    request.put_aside(place_)->resume();
  }

  const std::shared_ptr<Place> place_ = std::make_shared<Place>();
};

class PutAside : public testing::TestWithParam<const char*> {
 public:
  PutAside() {
    server_ = binder_->listen({.at = {{"127.0.0.1"}}, .publish = {{"127.0.0.1"}}}, EngineeringQoS::parse(GetParam()),
                              adapter_);
    channel_ =
        binder_->bind(server_->profiles(std::as_bytes(std::span("key", 3))).front(), shared_qos, no_deadline, {});
  }
  ~PutAside() override {
    channel_.reset();
    binder_->shutdown();
  }
  std::string echo_when(PuttingAside::Serving how) {
    adapter_.next = how;
    return echo(*channel_, "text");
  }

 private:
  PuttingAside adapter_;
  transport::TcpTransport tcp_;
  std::unique_ptr<channel::Binder> binder_ = make_binder({{&tcp_}}, {});
  std::unique_ptr<channel::ServerEndpoint> server_;
  std::shared_ptr<channel::ClientChannel> channel_;
};
INSTANTIATE_TEST_SUITE_P(All, PutAside, testing::Values("", "processing=pool(2)", "processing=nullTask"));

TEST_P(PutAside, IsServedLater) { EXPECT_EQ(echo_when(PuttingAside::Serving::put_aside), "text"); }

// The connection is lost, but the process continues. Each test has a server of its own, because a server that has put a
// request aside before may still have a buffer for the next one.
void expect_to_cost_its_connection_only(PutAside& test, PuttingAside::Serving how) {
  EXPECT_THROW(test.echo_when(how), CORBA::SystemException);
  EXPECT_EQ(test.echo_when(PuttingAside::Serving::echoed), "text");
  EXPECT_EQ(test.echo_when(PuttingAside::Serving::put_aside), "text");
}
TEST_P(PutAside, AfterMemoryRanOutCostsItsConnectionOnly) {
  expect_to_cost_its_connection_only(*this, PuttingAside::Serving::put_aside_after_memory_ran_out);
}
TEST_P(PutAside, WithoutMemoryCostsItsConnectionOnly) {
  expect_to_cost_its_connection_only(*this, PuttingAside::Serving::put_aside_without_memory);
}

}  // namespace
}  // namespace dimma::iiop

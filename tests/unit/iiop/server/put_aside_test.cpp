// Requests that are put aside when there is no memory for what that takes.

#include "channel/nested_wait.hpp"
#include "unit/common/refused_buffers.hpp"
#include "unit/iiop/channel_fixture.hpp"

#include "cdr/stream/exceptions.hpp"

#include <atomic>
#include <optional>

namespace dimma::iiop {
namespace {

// Puts each request aside where it is told to, and echoes the others.
class PuttingAside final : public channel::Dispatcher {
 public:
  enum class Memory { is_there, runs_out_for_a_while, has_run_out };
  std::atomic<bool> puts_aside{false};
  Memory memory = Memory::is_there;

  void dispatch(ServerRequest& request) noexcept override {
    try {
      if (puts_aside.exchange(false)) return put_aside(request);
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

  // As an interceptor does that calls another object first.
  void put_aside(ServerRequest& request) {
    std::optional<test::RefusedBuffers> refused;
    if (memory != Memory::is_there) refused.emplace();
    { const channel::NestedWait waiting; }
    if (memory == Memory::runs_out_for_a_while) refused.reset();
    request.put_aside(place_)->resume();
  }

  const std::shared_ptr<Place> place_ = std::make_shared<Place>();
};

class PutAside : public testing::TestWithParam<const char*> {
 protected:
  PutAside() {
    server_ = binder_->listen({.at = {{"127.0.0.1"}}, .publish = {{"127.0.0.1"}}}, EngineeringQoS::parse(GetParam()),
                              adapter_);
    channel_ = binder_->bind(server_->profiles(std::as_bytes(std::span("key", 3))).front(), shared_qos, no_deadline);
  }
  ~PutAside() override {
    channel_.reset();
    binder_->shutdown();
  }
  std::string echo_of(PuttingAside::Memory memory) {
    adapter_.memory = memory;
    adapter_.puts_aside = true;
    return echo(*channel_, "text");
  }

  PuttingAside adapter_;
  transport::TcpTransport tcp_;
  std::unique_ptr<channel::Binder> binder_ = make_binder({{&tcp_}}, {});
  std::unique_ptr<channel::ServerEndpoint> server_;
  std::shared_ptr<channel::ClientChannel> channel_;
};
INSTANTIATE_TEST_SUITE_P(All, PutAside, testing::Values("", "processing=pool(2)", "processing=nullTask"));

TEST_P(PutAside, IsServedLater) { EXPECT_EQ(echo_of(PuttingAside::Memory::is_there), "text"); }

// The connection is lost, the process goes on.
TEST_P(PutAside, WithoutMemoryCostsItsConnectionOnly) {
  for (const auto memory : {PuttingAside::Memory::runs_out_for_a_while, PuttingAside::Memory::has_run_out}) {
    EXPECT_THROW(echo_of(memory), CORBA::SystemException);
    EXPECT_EQ(echo(*channel_, "again"), "again");
    EXPECT_EQ(echo_of(PuttingAside::Memory::is_there), "text");
  }
}

}  // namespace
}  // namespace dimma::iiop

// Asynchronous bindings.
#include "unit/asio/asio_fixture.hpp"
#include "unit/common/expect_raises.hpp"
#include "unit/transport/tcp/peers.hpp"

#include <boost/asio/bind_allocator.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>

#include <memory>
#include <memory_resource>
#include <optional>

namespace dimma::test {
namespace {

using boost::asio::awaitable;
using boost::asio::bind_executor;
using boost::asio::cancellation_type;
using boost::asio::use_awaitable;
using dimma::asio::async_bind;

class AsyncBindTest : public AsioTest {
 protected:
  using Told = std::vector<std::string>;

  static EngineeringQoS parse(const char* qos) { return EngineeringQoS::parse(qos); }
  // A reference to an address that never answers the TCP handshake.
  ClerkRef silent() const {
    return narrow_unchecked<Desk::Clerk>(client_->string_to_object("corbaloc:iiop:" + peer_.text() + "/nobody"));
  }
  auto noting() {
    return bind_executor(io_, [this](std::exception_ptr failure, Binding<Desk::Clerk> binding) {
      EXPECT_EQ(static_cast<bool>(binding), !failure);
      told_.push_back(told_of(failure));
    });
  }

  transport::SilentPeer peer_;
  boost::asio::cancellation_signal signal_;
  Told told_;
};

TEST_F(AsyncBindTest, GivesABindingOfThatQoS) {
  Binding<Desk::Clerk> bound;
  async_bind(unbound_, parse("transport=tcp,connection=dedicated"),
             bind_executor(io_, [&](std::exception_ptr failure, Binding<Desk::Clerk> binding) {
               EXPECT_EQ(told_of(failure), "nothing");
               bound = std::move(binding);
             }));
  EXPECT_FALSE(bound);
  EXPECT_EQ(run(), 1U);
  ASSERT_TRUE(bound);
  EXPECT_EQ(bound->pages(), 12);
  EXPECT_EQ(bound.describe().plan(), dimma::plan(unbound_, parse("transport=tcp,connection=dedicated")));
}

TEST_F(AsyncBindTest, OtherTokensCanBeUsed) {
  auto bound = async_bind(unbound_, parse("transport=tcp"), boost::asio::use_future).get();
  EXPECT_EQ(bound->pages(), 12);
  std::int32_t pages = 0;
  boost::asio::co_spawn(
      io_,
      [&]() -> awaitable<void> {
        const auto binding = co_await async_bind(unbound_, parse("transport=tcp,deadline=10s"));
        pages = co_await binding->async_get_pages();
      },
      [](std::exception_ptr failure) { EXPECT_EQ(told_of(failure), "nothing"); });
  run();
  EXPECT_EQ(pages, 12);
}

// Such a channel is connected before the initiating function returns, but the operation completes like the others.
TEST_F(AsyncBindTest, ChannelsWithoutATask) {
  Binding<Desk::Clerk> bound;
  async_bind(unbound_, parse("transport=tcp,processing=nullTask,messages=1"),
             bind_executor(io_, [&](std::exception_ptr, Binding<Desk::Clerk> binding) { bound = std::move(binding); }));
  EXPECT_FALSE(bound);
  run();
  ASSERT_TRUE(bound);
  EXPECT_EQ(bound->pages(), 12);
}

TEST_F(AsyncBindTest, AQoSThatCannotBeMetIsToldByItsField) {
  std::vector<std::string> fields;
  const auto noting_fields = [&] {
    return bind_executor(io_, [&](std::exception_ptr failure, Binding<Desk::Clerk> binding) {
      EXPECT_FALSE(binding);
      try {
        std::rethrow_exception(failure);
      } catch (const QoSError& error) {
        fields.push_back(error.field());
      }
    });
  };
  async_bind(unbound_, parse("processing=executor"), noting_fields());
  EngineeringQoS contradictory = parse("processing=nullTask,messages=1");
  contradictory.message_concurrency = 2;
  async_bind(unbound_, contradictory, noting_fields());
  EXPECT_TRUE(fields.empty());
  EXPECT_EQ(run(), 2U);
  EXPECT_EQ(fields, (std::vector<std::string>{"processing", "messages"}));
}

TEST_F(AsyncBindTest, NilAndUnreachableObjectsAreRefused) {
  EXPECT_RAISES(async_bind(ClerkRef(), {}, noting()), CORBA::INV_OBJREF, minor::inv_objref_nil);
  const auto nobody = narrow_unchecked<Desk::Clerk>(client_->string_to_object("corbaloc:iiop:127.0.0.1:1/nobody"));
  async_bind(nobody, {}, noting());
  run();
  EXPECT_EQ(told_, Told{"TRANSIENT"});
}

TEST_F(AsyncBindTest, AnOrbThatHasEnded) {
  client_->shutdown(true);
  async_bind(unbound_, {}, noting());
  run();
  EXPECT_EQ(told_, Told{"BAD_INV_ORDER"});
}

TEST_F(AsyncBindTest, ADeadlineEndsConnecting) {
  async_bind(silent(), parse("deadline=30ms,transport=tcp"), noting());
  EXPECT_EQ(run(), 1U);
  EXPECT_EQ(told_, Told{"TIMEOUT"});
}

TEST_F(AsyncBindTest, CancellationsOfAllTypesEndConnecting) {
  for (const auto type : {cancellation_type::terminal, cancellation_type::partial, cancellation_type::total}) {
    told_.clear();
    async_bind(silent(), parse("transport=tcp"), boost::asio::bind_cancellation_slot(signal_.slot(), noting()));
    io_.restart();
    EXPECT_EQ(io_.poll(), 0U);
    signal_.emit(type);
    EXPECT_TRUE(told_.empty());
    EXPECT_EQ(run(), 1U);
    EXPECT_EQ(told_, Told{"aborted"});
  }
  destroy_client();  // stops connecting, and calls no handler
  EXPECT_EQ(run(), 0U);
}

TEST_F(AsyncBindTest, CancellationAtAnyTime) {
  for (int i = 0; i < 200; ++i) {
    told_.clear();
    async_bind(unbound_, parse("transport=tcp,connection=dedicated"),
               boost::asio::bind_cancellation_slot(signal_.slot(), noting()));
    for (int spins = 0; spins < i * 100; ++spins) std::atomic_signal_fence(std::memory_order_seq_cst);
    if (i % 3 == 0) io_.poll();
    signal_.emit(cancellation_type::terminal);
    run();
    ASSERT_EQ(told_.size(), 1U);
    EXPECT_TRUE(told_[0] == "aborted" || told_[0] == "nothing") << told_[0];
  }
}

TEST_F(AsyncBindTest, AnOrbThatEndsEndsConnecting) {
  async_bind(silent(), parse("transport=tcp"), noting());
  destroy_client();
  EXPECT_EQ(run(), 1U);
  EXPECT_EQ(told_, Told{"TRANSIENT"});
}

// Nothing that belongs to the handler is used after its context is destroyed, even if the ORB lives on.
TEST_F(AsyncBindTest, AContextThatEndsDropsWhatIsConnecting) {
  const auto alive = std::make_shared<int>();
  for (const bool is_call : {false, true}) {
    const auto clerk = silent();
    std::optional<std::pmr::unsynchronized_pool_resource> memory(std::in_place);
    std::optional<boost::asio::io_context> io(std::in_place);
    const auto with_memory = [&](auto handler) {
      return boost::asio::bind_allocator(std::pmr::polymorphic_allocator<>(&*memory), bind_executor(*io, handler));
    };
    if (is_call) {
      clerk->async_get_pages(with_memory([alive](std::exception_ptr, std::int32_t) { FAIL(); }));
    } else {
      async_bind(clerk, parse("transport=tcp"),
                 with_memory([alive](std::exception_ptr, Binding<Desk::Clerk>) { FAIL(); }));
    }
    EXPECT_EQ(alive.use_count(), 2);
    io.reset();
    EXPECT_EQ(alive.use_count(), 1);
    memory.reset();
  }
  destroy_client();
}

TEST_F(AsyncBindTest, OneContextIsEnoughForBothEnds) {
  std::int32_t pages = 0;
  boost::asio::io_context io;
  const auto orb = make_orb("bound in one context");
  dimma::asio::run_on(orb, io.get_executor());
  const auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  root->the_POAManager()->activate();
  const auto servant = CORBA::make_reference<ClerkServant>();
  const auto own = IDL::traits<Desk::Clerk>::narrow(root->id_to_reference(root->activate_object(servant)));
  boost::asio::co_spawn(
      io,
      [&]() -> awaitable<void> {
        {
          const auto binding = co_await async_bind(own, parse("transport=tcp"));
          pages = co_await binding->async_get_pages();
        }
        co_await dimma::asio::async_shutdown(orb);
      },
      [](std::exception_ptr failure) { EXPECT_EQ(told_of(failure), "nothing"); });
  io.run();
  EXPECT_EQ(pages, 12);
  orb->destroy();
}

}  // namespace
}  // namespace dimma::test

// Each kind of completion token, and each kind of operation.
#include "unit/asio/asio_fixture.hpp"

#include <boost/asio/any_completion_handler.hpp>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/experimental/as_tuple.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/multiple_exceptions.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>

#include <future>
#include <memory>
#include <thread>
#include <tuple>

// A token that a program defines: yields the end of the call in words.
namespace dimma::test {
struct InWords {
  std::promise<std::string>& told;
};
}  // namespace dimma::test
template <class... Results>
struct boost::asio::async_result<dimma::test::InWords, void(std::exception_ptr, Results...)> {
  template <class Initiation, class... Arguments>
  static int initiate(Initiation&& initiation, dimma::test::InWords token, Arguments&&... arguments) {
    std::forward<Initiation>(initiation)(
        [&told = token.told](const std::exception_ptr& failure, const Results&...) {
          told.set_value(dimma::test::told_of(failure) + " and " + std::to_string(sizeof...(Results)) + " results");
        },
        std::forward<Arguments>(arguments)...);
    return 42;
  }
};

namespace dimma::test {
namespace {

using boost::asio::awaitable;
using boost::asio::bind_executor;
using boost::asio::use_awaitable;
using boost::asio::use_future;

class TokensTest : public AsioTest {
 protected:
  // Runs a coroutine to its end; throws what it throws.
  void spawn(awaitable<void> coroutine) {
    std::exception_ptr failure;
    bool has_ended = false;
    boost::asio::co_spawn(io_, std::move(coroutine), [&](std::exception_ptr raised) {
      failure = std::move(raised);
      has_ended = true;
    });
    run();
    EXPECT_TRUE(has_ended);
    if (failure) std::rethrow_exception(failure);
  }
};

TEST_F(TokensTest, ACallbackGetsTheResultsAsValues) {
  std::string got;
  clerk_->async_add(
      4, "text", bind_executor(io_, [&](std::exception_ptr failure, std::int32_t sum, std::string b, Desk::Page page) {
        got = told_of(failure) + " " + std::to_string(sum) + " " + b + " " + page.text();
      }));
  EXPECT_EQ(got, "");  // never called inside the initiating function
  EXPECT_EQ(run(), 1U);
  EXPECT_EQ(got, "nothing 5 text! text");
}

TEST_F(TokensTest, ACallbackMayBeMovedOnly) {
  auto owned = std::make_unique<int>(7);
  int got = 0;
  clerk_->async_get_pages(bind_executor(
      io_, [&got, owned = std::move(owned)](std::exception_ptr, std::int32_t pages) { got = pages + *owned; }));
  run();
  EXPECT_EQ(got, 19);
}

TEST_F(TokensTest, ACallbackThatIsKeptIsCopied) {
  int calls = 0;
  const auto text = std::make_shared<std::string>("kept");
  auto handler = bind_executor(io_, [&calls, text](std::exception_ptr, std::int32_t) { calls += *text == "kept"; });
  clerk_->async_get_pages(handler);
  clerk_->async_get_pages(handler);
  run();
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(text.use_count(), 2);
}

TEST_F(TokensTest, Futures) {
  EXPECT_EQ(clerk_->async_get_pages(use_future).get(), 12);
  const auto [sum, b, page] = clerk_->async_add(1, "b", use_future).get();
  EXPECT_EQ(sum, 2);
  EXPECT_EQ(b, "b!");
  EXPECT_EQ(page.lines().size(), 2U);
  clerk_->async_class(use_future).get();
  EXPECT_THROW(clerk_->async_add(-1, "b", use_future).get(), Desk::Refused);
  EXPECT_THROW(clerk_->async_fail("system", use_future).get(), CORBA::NO_PERMISSION);
}

TEST_F(TokensTest, EveryKindOfOperation) {
  spawn([](ClerkRef clerk) -> awaitable<void> {
    EXPECT_EQ(co_await clerk->async_label("a drawer"), "label of a drawer");
    EXPECT_EQ(co_await clerk->async_get_pages(), 12);
    EXPECT_TRUE(co_await clerk->async_unlock("sesame"));
    co_await clerk->async_set_title("head clerk");
    EXPECT_EQ(co_await clerk->async_get_title(), "head clerk");
    co_await clerk->async_class();
    const auto [grid, rest] = co_await clerk->async_turn(Desk::Clerk::Grid{{{1, 2, 3}, {4, 5, 6}}});
    EXPECT_EQ(grid[0][0], 4);
    EXPECT_EQ(rest, Desk::Octets(3, 7));
    CORBA::Any thing;
    thing <<= std::int32_t{3};
    const auto [note, seen, itself] =
        co_await clerk->async_copy(CORBA::make_reference<IDL::traits<Desk::Note>::obv_type>(8, nullptr), thing);
    EXPECT_EQ(note->number(), 9);
    EXPECT_EQ(note->next()->number(), 8);
    std::string text;
    EXPECT_TRUE(seen >>= text);
    EXPECT_EQ(text, "seen");
    EXPECT_EQ(co_await itself->async_get_title(), "head clerk");
    co_await clerk->async_hear("said");
    EXPECT_EQ(co_await clerk->async_get_pages(), 12);  // follows it on the same connection
  }(clerk_));
  for (int i = 0; i < 1000 && servant_->heard() != "said"; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(servant_->heard(), "said");
}

TEST_F(TokensTest, ExceptionsAreThrownWhereTheCallIsAwaited) {
  spawn([](ClerkRef clerk) -> awaitable<void> {
    std::string got;
    try {
      co_await clerk->async_add(-3, "text");
    } catch (const Desk::Refused& refused) {
      got = refused.why() + std::to_string(refused.code());
    }
    EXPECT_EQ(got, "negative-3");
    try {
      co_await clerk->async_fail("system");
    } catch (const CORBA::NO_PERMISSION& exception) {
      got = std::to_string(exception.minor()) + (exception.completed() == CORBA::COMPLETED_YES ? " yes" : "");
    }
    EXPECT_EQ(got, "77 yes");
    try {
      co_await clerk->async_set_title("");
    } catch (const Desk::Refused& refused) {
      got = refused.why();
    }
    EXPECT_EQ(got, "empty");
  }(clerk_));
}

TEST_F(TokensTest, ExceptionsAsTuples) {
  spawn([](ClerkRef clerk) -> awaitable<void> {
    const auto [failure, sum, b, page] = co_await clerk->async_add(-3, "text", boost::asio::as_tuple(use_awaitable));
    EXPECT_EQ(told_of(failure), "Refused negative -3");
    EXPECT_EQ(sum, 0);
    EXPECT_EQ(b, "");
    const auto [none, pages] =
        co_await clerk->async_get_pages(boost::asio::experimental::as_tuple(boost::asio::use_awaitable));
    EXPECT_EQ(told_of(none), "nothing");
    EXPECT_EQ(pages, 12);
    const auto [refused] = co_await clerk->async_fail("refused", boost::asio::as_tuple(use_awaitable));
    EXPECT_EQ(told_of(refused), "Refused as told 5");
  }(clerk_));
}

// redirect_error captures an error_code, and these operations have none.
TEST_F(TokensTest, RedirectErrorChangesNothing) {
  spawn([](ClerkRef clerk) -> awaitable<void> {
    boost::system::error_code error;
    EXPECT_EQ(co_await clerk->async_get_pages(boost::asio::redirect_error(use_awaitable, error)), 12);
    bool is_thrown = false;
    try {
      co_await clerk->async_fail("refused", boost::asio::redirect_error(use_awaitable, error));
    } catch (const Desk::Refused&) {
      is_thrown = true;
    }
    EXPECT_TRUE(is_thrown);
    EXPECT_FALSE(error);
  }(clerk_));
}

TEST_F(TokensTest, ADeferredCallBeginsWhenItIsTold) {
  auto deferred = clerk_->async_label("later", boost::asio::deferred);
  EXPECT_EQ(run(), 0U);
  std::string got;
  std::move(deferred)(bind_executor(io_, [&](std::exception_ptr, std::string label) { got = label; }));
  run();
  EXPECT_EQ(got, "label of later");
}

// The awaitable keeps the reference too: the stub may be destroyed before the call begins.
TEST_F(TokensTest, AnAwaitableKeepsTargetAndArguments) {
  auto stub = another();
  awaitable<std::string> call = [&] {
    const std::string label = "a label that is too long to lie within the string";
    return stub->async_label(label, use_awaitable);
  }();
  stub.reset();
  spawn([](awaitable<std::string> kept) -> awaitable<void> {
    EXPECT_EQ(co_await std::move(kept), "label of a label that is too long to lie within the string");
  }(std::move(call)));
}

TEST_F(TokensTest, ATokenOfItsOwn) {
  std::promise<std::string> told;
  EXPECT_EQ(clerk_->async_add(1, "b", InWords{told}), 42);
  EXPECT_EQ(told.get_future().get(), "nothing and 3 results");
}

TEST_F(TokensTest, AnyCompletionHandler) {
  std::string got;
  boost::asio::any_completion_handler<void(std::exception_ptr, std::string)> handler =
      bind_executor(io_, [&](std::exception_ptr failure, std::string label) { got = told_of(failure) + " " + label; });
  clerk_->async_label("any", std::move(handler));
  run();
  EXPECT_EQ(got, "nothing label of any");
}

TEST_F(TokensTest, SeveralAtOnce) {
  using namespace boost::asio::experimental::awaitable_operators;
  spawn([](ClerkRef clerk) -> awaitable<void> {
    const auto [label, pages] =
        co_await (clerk->async_label("one", use_awaitable) && clerk->async_get_pages(use_awaitable));
    EXPECT_EQ(label, "label of one");
    EXPECT_EQ(pages, 12);
    std::string told;
    try {
      co_await (clerk->async_fail("refused", use_awaitable) && clerk->async_get_pages(use_awaitable));
    } catch (const Desk::Refused&) {
      told = told_of(std::current_exception());
    } catch (const boost::asio::multiple_exceptions& several) {  // the other was cancelled in time
      told = told_of(several.first_exception());
    }
    EXPECT_EQ(told, "Refused as told 5");
  }(clerk_));
}

TEST_F(TokensTest, ATimerEndsTheCall) {
  using namespace boost::asio::experimental::awaitable_operators;
  servant_->holds(true);
  spawn([](boost::asio::io_context& io, ClerkRef clerk) -> awaitable<void> {
    boost::asio::steady_timer timer(io, std::chrono::milliseconds(20));
    const auto first = co_await (clerk->async_hold(1, use_awaitable) || timer.async_wait(use_awaitable));
    EXPECT_EQ(first.index(), 1U);
    timer.expires_after(std::chrono::hours(1));
    const auto second = co_await (clerk->async_get_pages(use_awaitable) || timer.async_wait(use_awaitable));
    EXPECT_EQ(second.index(), 0U);
  }(io_, clerk_));
}

TEST_F(TokensTest, LargeResults) {
  spawn([](ClerkRef clerk) -> awaitable<void> {
    for (const std::size_t size : {std::size_t{1} << 10, std::size_t{1} << 16, std::size_t{5} << 20}) {
      EXPECT_EQ((co_await clerk->async_label(std::string(size, 'x'))).size(), size + 9);
    }
  }(clerk_));
}

TEST_F(TokensTest, AThousandFromOneThread) {
  std::size_t ended = 0;
  for (int i = 0; i < 1000; ++i) {
    clerk_->async_add(i, "b", bind_executor(io_, [&, i](std::exception_ptr failure, std::int32_t sum, auto&&...) {
                        if (!failure && sum == i + 1) ++ended;
                      }));
  }
  run();
  EXPECT_EQ(ended, 1000U);
}

TEST_F(TokensTest, AHandlerMayBeginTheNextCall) {
  std::string got;
  clerk_->async_get_pages(bind_executor(io_, [&](std::exception_ptr, std::int32_t pages) {
    clerk_->async_label(std::to_string(pages),
                        bind_executor(io_, [&](std::exception_ptr, std::string label) { got = label; }));
  }));
  run();
  EXPECT_EQ(got, "label of 12");
}

TEST_F(TokensTest, RunThrowsTheHandlersException) {
  clerk_->async_get_pages(
      bind_executor(io_, [](std::exception_ptr, std::int32_t) { throw std::runtime_error("mine"); }));
  EXPECT_THROW(run(), std::runtime_error);
  EXPECT_EQ(run(), 0U);
}

TEST_F(TokensTest, ANilReferenceThrowsAtOnce) {
  const ClerkRef nil;
  EXPECT_THROW(nil->async_get_pages(boost::asio::detached), CORBA::INV_OBJREF);
}

TEST_F(TokensTest, TheHandlerIsToldOfARefusal) {
  std::string got;
  const auto binding = dimma::bind(unbound_, EngineeringQoS::parse("processing=nullTask,messages=1"));
  binding->async_get_pages(bind_executor(io_, [&](std::exception_ptr failure, std::int32_t) {
    try {
      if (failure) std::rethrow_exception(failure);
    } catch (const std::exception& refused) {
      got = refused.what();
    }
  }));
  EXPECT_EQ(got, "");
  run();
  EXPECT_NE(got.find("nullTask"), std::string::npos) << got;
}

}  // namespace
}  // namespace dimma::test

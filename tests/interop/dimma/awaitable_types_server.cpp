// dimma_awaitable_types_server --ior-dir DIR [--qos QOS] [--dimma-...]: serves types.idl until SIGTERM with a servant
// whose operations are coroutines. Writes types.ior.

#include "dimma/serving.hpp"

#include <types_asio.hpp>

#include <chrono>
#include <optional>
#include <thread>
#include <tuple>
#include <utility>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace {

template <class T>
using awaitable = boost::asio::awaitable<T>;
template <class T>
using Echoed = awaitable<std::tuple<T, T, T>>;

// Returns its arguments after a short delay.
class Echo final : public virtual CORBA::servant_traits<Types::Echo>::awaitable_base_type {
 public:
  Echoed<Types::Choice> echo_Choice(Types::Choice a, Types::Choice b) override {
    if (a._d() == 1 && a.number() == 666) return refused(std::move(b));
    return echo(std::move(a), std::move(b));
  }
  Echoed<Types::Unions> echo_Unions(Types::Unions a, Types::Unions b) override {
    return echo(std::move(a), std::move(b));
  }
  Echoed<Types::Tree> echo_Tree(Types::Tree a, Types::Tree b) override { return echo(std::move(a), std::move(b)); }
  Echoed<Types::Wide> echo_Wide(Types::Wide a, Types::Wide b) override {
    co_await pause();
    if (a.narrow() == "refuse") throw Types::WideRefused(a.text());
    co_return std::tuple(a, a, b);
  }
  Echoed<Types::Anys> echo_Anys(Types::Anys a, Types::Anys b) override { return echo(std::move(a), std::move(b)); }
  Echoed<CORBA::Any> echo_any(CORBA::Any a, CORBA::Any b) override { return echo(std::move(a), std::move(b)); }
  awaitable<CORBA::Any> rebuilt(CORBA::Any a) override {
    co_await pause();
    CORBA::Any result;
    const bool known = rebuild<Types::Unions>(a, result) || rebuild<Types::Tree>(a, result) ||
                       rebuild<Types::Suit>(a, result) || rebuild<Types::Wide>(a, result) ||
                       rebuild<IDL::traits<Types::Echo>::ref_type>(a, result);
    if (!known) throw CORBA::BAD_PARAM();
    co_return result;
  }
  awaitable<CORBA::typecode_reference> type_of(CORBA::Any a) override { co_return a.type(); }
  awaitable<std::wstring> twice(std::wstring a, wchar_t b) override {
    co_await pause();
    co_return a + b + a;
  }

 private:
  static awaitable<void> pause() {
    boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor, std::chrono::milliseconds(1));
    co_await timer.async_wait(boost::asio::use_awaitable);
  }
  template <class T>
  static Echoed<T> echo(T a, T b) {
    co_await pause();
    co_return std::tuple(a, a, b);
  }
  static Echoed<Types::Choice> refused(Types::Choice why) {
    co_await pause();
    throw Types::Refused(why);
  }
  template <class T>
  static bool rebuild(const CORBA::Any& from, CORBA::Any& to) {
    T value = T();
    if (!(from >>= value)) return false;
    to <<= std::move(value);
    return true;
  }
};

}  // namespace

int main(int argc, char** argv) {
  boost::asio::io_context io(1);
  auto work = std::optional(boost::asio::make_work_guard(io));
  std::thread thread([&io] { io.run(); });
  const int status = mapped::run_server(argc, argv, "types", [&io](const auto&, const auto& parent) {
    const auto poa = parent->create_POA("awaitable", parent->the_POAManager(),
                                        {dimma::asio::executor_policy(io.get_executor()),
                                         dimma::qos_policy(dimma::EngineeringQoS::parse("processing=shared"))});
    return poa->id_to_reference(poa->activate_object(CORBA::make_reference<Echo>()));
  });
  work.reset();
  thread.join();
  return status;
}

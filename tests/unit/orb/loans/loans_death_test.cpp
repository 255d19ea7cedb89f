// Processes that are killed while they hold loans.

#include "unit/orb/loans/later_store.hpp"

#include <dimma/asio/servant.hpp>
#include <dimma/binding.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dimma::test {
namespace {

constexpr std::size_t octets_each = 64 * 1024;
constexpr const char* over_shm = "transport=shm,loans=pool(4,64k),exhausted=raise";

struct Pipe {
  Pipe() {
    if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
  }
  ~Pipe() {
    ::close(ends[0]);
    ::close(ends[1]);
  }
  void write(const std::string& line) const {
    if (::write(ends[1], (line + '\n').data(), line.size() + 1) < 0) std::_Exit(1);
  }
  std::string read() const {
    std::string line;
    for (char octet = 0; ::read(ends[0], &octet, 1) == 1 && octet != '\n';) line += octet;
    return line;
  }
  int ends[2] = {-1, -1};
};

struct Server {
  Server() {
    std::vector<std::string> at_loopback{"--dimma-endpoint", "iiop://127.0.0.1"};
    orb = CORBA::ORB_init(at_loopback, "server");
    root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    servant = CORBA::make_reference<StoreServant>();
    url = orb->object_to_string(servant->_this());
  }
  CORBA::object_reference<CORBA::ORB> orb;
  CORBA::object_reference<PortableServer::POA> root;
  CORBA::servant_reference<StoreServant> servant;
  std::string url;
};

// A child process, to be forked while there is no other thread.
class Child {
 public:
  template <class Body>
  explicit Child(Body body) : id_(::fork()) {
    if (id_ != 0) return;
    body();
    for (;;) ::pause();
  }
  ~Child() { kill(); }
  void kill() {
    if (id_ <= 0) return;
    ::kill(id_, SIGKILL);
    ::waitpid(id_, nullptr, 0);
    id_ = -1;
  }

 private:
  pid_t id_;
};

TEST(LoansDeath, AServerThatIsKilledWithLoansLeavesThemToTheClient) {
  const Pipe urls;
  Child child([&] {
    static Server server;
    urls.write(server.url);
  });
  std::vector<std::string> none;
  const auto orb = CORBA::ORB_init(none, "client");
  {
    const auto object = IDL::traits<Lending::Store>::narrow(orb->string_to_object(urls.read()));
    const auto store = dimma::bind(object, EngineeringQoS::parse(over_shm));
    for (int i = 0; i < 3; ++i) store->keep(store.loan<std::uint8_t>(octets_each));
    auto mine = store.loan<std::uint8_t>(octets_each);
    std::fill(mine.begin(), mine.end(), std::uint8_t{7});
    const auto received = store->make(octets_each, 9);
    EXPECT_TRUE(received.is_shared());
    EXPECT_THROW(store.loan<std::uint8_t>(1), CORBA::NO_RESOURCES);
    child.kill();
    EXPECT_THROW(store->keep(std::move(mine)), CORBA::SystemException);
    EXPECT_EQ(received.to_vector(), std::vector<std::uint8_t>(octets_each, 9));
  }
  orb->destroy();
}

TEST(LoansDeath, BetweenProcessesThatShareNoPlacesTheElementsAreCopied) {
  const Pipe urls;
  const Child child([&] {
    static Server server;
    urls.write(server.url);
  });
  std::vector<std::string> none;
  const auto orb = CORBA::ORB_init(none, "client");
  {
    const auto object = IDL::traits<Lending::Store>::narrow(orb->string_to_object(urls.read()));
    const auto store = dimma::bind(object, EngineeringQoS::parse("transport=shm"));
    EXPECT_EQ(store->keep(std::vector<std::uint8_t>(1000, 5)), 0U);
    EXPECT_EQ(store->give(0).to_vector(), std::vector<std::uint8_t>(1000, 5));
  }
  orb->destroy();
}

TEST(LoansDeath, AClientThatIsKilledLeavesTheServerWhatItHasSent) {
  const Pipe urls;
  const Pipe done;
  Child child([&] {
    std::vector<std::string> none;
    static const auto orb = CORBA::ORB_init(none, "client");
    static const auto object = IDL::traits<Lending::Store>::narrow(orb->string_to_object(urls.read()));
    static const auto store = dimma::bind(object, EngineeringQoS::parse(over_shm));
    static std::vector<Lending::Octets> held;
    for (std::uint8_t i = 0; i < 4; ++i) {
      auto data = store.loan<std::uint8_t>(octets_each);
      std::fill(data.begin(), data.end(), i);
      store->keep(std::move(data));
      held.push_back(store->make(octets_each, i));
    }
    done.write("kept");
  });
  Server server;
  urls.write(server.url);
  ASSERT_EQ(done.read(), "kept");
  child.kill();
  EXPECT_EQ(server.servant->kept_shared(), std::vector<bool>(4, true));
  for (std::uint8_t i = 0; i < 4; ++i) {
    EXPECT_EQ(server.servant->give(i).to_vector(), std::vector<std::uint8_t>(octets_each, i));
  }
  // Another client has places of its own.
  std::vector<std::string> none;
  const auto orb = CORBA::ORB_init(none, "another");
  {
    const auto object = IDL::traits<Lending::Store>::narrow(orb->string_to_object(server.url));
    const auto store = dimma::bind(object, EngineeringQoS::parse(over_shm));
    EXPECT_EQ(store->keep(store.loan<std::uint8_t>(10)), 4U);
    store->let_go();
  }
  orb->destroy();
  server.orb->destroy();
}

// Suspends each twice() until the timer ends.
class SuspendedStore final : public CoroutineStore {
 public:
  explicit SuspendedStore(boost::asio::any_io_executor executor)
      : CoroutineStore(executor), until(executor, std::chrono::hours(1)) {}

  awaitable<Lending::Samples> twice(Lending::Samples data) override {
    boost::system::error_code error;
    ++suspended;
    co_await until.async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, error));
    came_whole = data.is_shared() && data.size() == 3 && data[2].time() == 2.5;
    Lending::Samples made = loan_result<Lending::Sample>(2 * data.size());
    write_twice(data, made);
    ++ended;
    co_return made;
  }

  boost::asio::steady_timer until;
  std::atomic<int> suspended{0};
  std::atomic<int> ended{0};
  std::atomic<bool> came_whole{false};
};

// The number of mappings of connections through shared memory.
std::size_t mappings() {
  std::ifstream maps("/proc/self/maps");
  std::size_t count = 0;
  for (std::string line; std::getline(maps, line);) count += line.find("memfd:dimma") == std::string::npos ? 0 : 1;
  return count;
}

TEST(LoansDeath, AClientThatIsKilledWhileACoroutineIsSuspendedLeavesItTheLoan) {
  const Pipe urls;
  const Pipe done;
  Child child([&] {
    std::vector<std::string> none;
    static const auto orb = CORBA::ORB_init(none, "client");
    static const auto object = IDL::traits<Lending::Store>::narrow(orb->string_to_object(urls.read()));
    static const auto store = dimma::bind(object, EngineeringQoS::parse(over_shm));
    static std::vector<Lending::Octets> held;
    for (std::uint8_t i = 0; i < 4; ++i) held.push_back(store->make(octets_each, i));  // all that there are
    done.write("held");
    auto samples = store.loan<Lending::Sample>(3);
    samples[2].time(2.5);
    store->twice(std::move(samples));
  });
  Server server;
  boost::asio::thread_pool pool(1);
  {
    const auto suspended = CORBA::make_reference<SuspendedStore>(pool.get_executor());
    const auto poa = server.root->create_POA("coroutines", server.root->the_POAManager(), {});
    const auto object = poa->id_to_reference(poa->activate_object(suspended));
    const std::size_t before = mappings();
    urls.write(server.orb->object_to_string(object));
    ASSERT_EQ(done.read(), "held");
    while (suspended->suspended != 1) std::this_thread::yield();
    EXPECT_GT(mappings(), before);
    child.kill();
    // Another client has places of its own, even while the coroutine waits.
    std::vector<std::string> none;
    const auto orb = CORBA::ORB_init(none, "another");
    {
      const auto other =
          IDL::traits<Lending::Store>::narrow(orb->string_to_object(server.orb->object_to_string(object)));
      const auto store = dimma::bind(other, EngineeringQoS::parse(over_shm));
      EXPECT_TRUE(store->make(10, 1).is_shared());
    }
    orb->destroy();
    // Until the server has noticed: then a reply that reaches no client gets ordinary memory.
    while (describe(server.root).to_string().find("sent in place") != std::string::npos) std::this_thread::yield();
    boost::asio::post(pool, [&] { suspended->until.cancel(); });
    poa->destroy(true, true);
    EXPECT_EQ(suspended->ended, 1);
    EXPECT_TRUE(suspended->came_whole);
    // With the coroutine, all resources of the client are released.
    while (mappings() != before) std::this_thread::yield();
  }
  server.orb->destroy();
  pool.join();
}

}  // namespace
}  // namespace dimma::test

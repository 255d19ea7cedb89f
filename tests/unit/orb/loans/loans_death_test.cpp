// Processes that are killed while they hold loans.

#include "unit/orb/loans/store_servant.hpp"

#include <dimma/binding.hpp>

#include <algorithm>
#include <cstdlib>
#include <string>

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

// Forks while there is no other thread.
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

}  // namespace
}  // namespace dimma::test

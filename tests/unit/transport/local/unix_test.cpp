// The unix transport's own features: names, files, users, and what an ended process leaves.

#include "transport/local/unix.hpp"

#include "base/deadline.hpp"
#include "reactor/descriptor.hpp"
#include "transport/socket/address.hpp"
#include "unit/common/system_view.hpp"
#include "unit/transport/conformance.hpp"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dimma::transport {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

std::vector<Subject> subjects() {
  const auto make = [] { return std::make_shared<UnixTransport>(); };
  Subject blocking{"Block", make, {"unix", "", 0}};
  blocking.big_octets = 4 * 1024 * 1024;
  Subject spinning = blocking;
  spinning.name = "Spin";
  spinning.options.wait = WaitStrategy::spin;
  spinning.big_octets = 2 * 1024 * 1024;  // more threads than processors spin
  Subject adaptive = blocking;
  adaptive.name = "Adaptive";
  adaptive.options.wait = WaitStrategy::adaptive(microseconds(20));
  return {blocking, spinning, adaptive};
}

INSTANTIATE_TEST_SUITE_P(Unix, Conformance, testing::ValuesIn(subjects()), subject_name);

class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / ("dimma-unix-" + std::to_string(::getpid()))) {
    std::filesystem::create_directory(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string file(const char* name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

bool exists(const std::string& path) {
  struct stat found {};
  return ::lstat(path.c_str(), &found) == 0;
}

// Returns true if this machine has a local socket with that name.
bool is_known(const std::string& name) {
  std::ifstream table("/proc/net/unix");
  for (std::string line; std::getline(table, line);) {
    if (line.ends_with(" " + name)) return true;
  }
  return false;
}

class Unix : public testing::Test {
 protected:
  std::unique_ptr<Stream> accept(Listener& listener) {
    EXPECT_TRUE(becomes_readable(listener.handle()));
    int error = 0;
    auto stream = listener.accept(error);
    EXPECT_EQ(error, 0);
    return stream;
  }

  UnixTransport unix_;
};

TEST_F(Unix, ANameThatIsNotGivenIsAnAbstractOneThatNobodyGuesses) {
  const auto one = unix_.listen({"unix", "", 0}, {});
  const auto other = unix_.listen({"unix", "", 0}, {});
  EXPECT_EQ(one->endpoint().host.substr(0, 7), "@dimma-");
  EXPECT_EQ(one->endpoint().host.size(), 7 + 32U);
  EXPECT_NE(one->endpoint().host, other->endpoint().host);
  EXPECT_EQ(to_string(one->endpoint()), "unix:" + one->endpoint().host);
  EXPECT_TRUE(is_known(one->endpoint().host));
  one->close();
  EXPECT_FALSE(is_known(one->endpoint().host));
}

TEST_F(Unix, AFileIsForItsUserAloneAndGoesWithItsListener) {
  const Folder folder;
  const Endpoint at{"unix", folder.file("socket"), 0};
  auto listener = unix_.listen(at, {});
  struct stat made {};
  ASSERT_EQ(::lstat(at.host.c_str(), &made), 0);
  EXPECT_TRUE(S_ISSOCK(made.st_mode));
  EXPECT_EQ(made.st_mode & 0777U, 0600U);
  const Connected connected = unix_.connect(at, patience(), {});
  ASSERT_TRUE(connected.stream) << connected.detail;
  EXPECT_EQ(connected.stream->peer(), at);
  EXPECT_TRUE(accept(*listener));
  EXPECT_THROW(unix_.listen(at, {}), std::system_error);
  EXPECT_TRUE(exists(at.host)) << "the one who may not listen there leaves it alone";
  listener.reset();
  EXPECT_FALSE(exists(at.host));
}

TEST_F(Unix, AFileThatIsNoLongerOnesOwnIsLeftAlone) {
  const Folder folder;
  const Endpoint at{"unix", folder.file("socket"), 0};
  auto listener = unix_.listen(at, {});
  std::filesystem::remove(at.host);
  const auto successor = unix_.listen(at, {});
  listener.reset();
  EXPECT_TRUE(unix_.connect(at, patience(), {}).stream);
}

[[noreturn]] void listen_and_die(const Endpoint& at) {
  const auto listener = UnixTransport().listen(at, {});
  ::kill(::getpid(), SIGKILL);
  std::abort();
}

void kill_one_that_listens_at(const Endpoint& at) {
  const pid_t child = ::fork();
  if (child == 0) listen_and_die(at);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
}

TEST_F(Unix, TheSocketOfAKilledProcessIsTakenOver) {
  const Folder folder;
  const Endpoint at{"unix", folder.file("socket"), 0};
  kill_one_that_listens_at(at);
  EXPECT_TRUE(exists(at.host));
  EXPECT_EQ(unix_.connect(at, patience(), {}).result.error, ECONNREFUSED);
  const auto listener = unix_.listen(at, {});
  EXPECT_TRUE(unix_.connect(at, patience(), {}).stream);
}

TEST_F(Unix, AKilledProcessLeavesNothingOfAnAbstractName) {
  const Endpoint at{"unix", "@dimma-test-" + std::to_string(::getpid()), 0};
  kill_one_that_listens_at(at);
  EXPECT_FALSE(is_known(at.host));
  EXPECT_TRUE(unix_.listen(at, {}));
}

TEST_F(Unix, AnOrdinaryFileIsNeverRemoved) {
  const Folder folder;
  const std::string path = folder.file("precious");
  std::ofstream(path) << "precious";
  try {
    unix_.listen({"unix", path, 0}, {});
    ADD_FAILURE() << "listens at an ordinary file";
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.code().value(), EADDRINUSE);
  }
  EXPECT_TRUE(exists(path));
}

TEST_F(Unix, ANameThatIsTooLongIsRefusedByName) {
  const Endpoint at{"unix", "/tmp/" + std::string(200, 'x'), 0};
  const Connected connected = unix_.connect(at, patience(), {});
  EXPECT_EQ(connected.result.error, ENAMETOOLONG);
  EXPECT_NE(connected.detail.find(at.host), std::string::npos);
  EXPECT_THROW(unix_.listen(at, {}), std::system_error);
}

TEST_F(Unix, AFullQueueEndsAtTheDeadline) {
  const auto listener = unix_.listen({"unix", "", 0}, {});
  allow_descriptors(20'000);
  std::vector<std::unique_ptr<Stream>> waiting;
  Connected connected;
  do {
    connected = unix_.connect(listener->endpoint(), Clock::now() + milliseconds(100), {});
    if (connected.stream) waiting.push_back(std::move(connected.stream));
  } while (connected.result && waiting.size() < 9000);
  EXPECT_EQ(connected.result.status, Status::timeout);
  EXPECT_EQ(connected.detail, "connect to " + to_string(listener->endpoint()) + ": timed out");
}

// A listener whose backlog is full.
class FullListener {
 public:
  FullListener() : socket_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
    const sa_family_t unnamed = AF_UNIX;  // the system makes an abstract name
    EXPECT_EQ(::bind(socket_.get(), reinterpret_cast<const sockaddr*>(&unnamed), sizeof unnamed), 0);
    EXPECT_EQ(::listen(socket_.get(), 0), 0);
    UnixTransport transport;
    while (auto stream = transport.connect(endpoint(), no_wait, {}).stream) waiting_.push_back(std::move(stream));
    EXPECT_FALSE(waiting_.empty());
  }
  Endpoint endpoint() const { return endpoint_of(local_address(socket_.get())); }
  void accept_one() { accepted_.emplace_back(::accept(socket_.get(), nullptr, nullptr)); }

 private:
  reactor::Descriptor socket_;
  std::vector<std::unique_ptr<Stream>> waiting_;
  std::vector<reactor::Descriptor> accepted_;
};

TEST_F(Unix, AFullQueueIsTriedAgainWithoutTheCaller) {
  FullListener full;
  ConnectOutcome first;
  ConnectOutcome late;
  unix_.begin_connect(full.endpoint(), no_deadline, {}, first.done());
  unix_.begin_connect(full.endpoint(), Clock::now() + milliseconds(100), {}, late.done());
  EXPECT_EQ(late.await().result.status, Status::timeout);
  EXPECT_EQ(late.await().detail, "connect to " + to_string(full.endpoint()) + ": timed out");
  EXPECT_EQ(first.calls(), 0);
  EXPECT_EQ(test::threads_called("dimma-connector").size(), 1U);
  full.accept_one();
  ASSERT_TRUE(first.await().stream) << first.await().detail;
  EXPECT_EQ(::fcntl(first.await().stream->handle(), F_GETFL) & O_NONBLOCK, 0);
  EXPECT_TRUE(becomes_true([] { return test::threads_called("dimma-connector").size() == 0; }));

  ConnectOutcome second;  // on a thread of its own, as the first has ended
  unix_.begin_connect(full.endpoint(), no_deadline, {}, second.done());
  EXPECT_EQ(second.calls(), 0);
  full.accept_one();
  EXPECT_TRUE(second.await().stream) << second.await().detail;
}

TEST_F(Unix, AConnectThatWaitsForAFullQueueEndsWithItsTransport) {
  const FullListener full;
  std::vector<ConnectOutcome> outcomes(10);
  {
    UnixTransport transport;
    for (auto& outcome : outcomes) transport.begin_connect(full.endpoint(), no_deadline, {}, outcome.done());
  }
  for (auto& outcome : outcomes) {
    EXPECT_EQ(outcome.calls(), 1);
    EXPECT_EQ(outcome.await().result.status, Status::closed);
  }
}

TEST_F(Unix, BeginConnectThrowsForAnImpossibleOption) {
  ConnectOutcome outcome;
  EXPECT_THROW(unix_.begin_connect({"unix", "@dimma-none", 0}, no_deadline, {.dscp = 46}, outcome.done()), QoSError);
  unix_.end_connecting();
  EXPECT_EQ(outcome.calls(), 0);
}

std::optional<uid_t> somebody_else(int /*socket*/) noexcept { return ::geteuid() + 1; }
std::optional<uid_t> nobody_knows(int /*socket*/) noexcept { return {}; }

TEST_F(Unix, AnotherUsersServerIsNotTalkedTo) {
  const auto listener = unix_.listen({"unix", "", 0}, {});
  const Connected connected = UnixTransport(somebody_else).connect(listener->endpoint(), patience(), {});
  EXPECT_FALSE(connected.stream);
  EXPECT_EQ(connected.result.error, EACCES);
  EXPECT_NE(connected.detail.find("served by user " + std::to_string(::geteuid() + 1)), std::string::npos)
      << connected.detail;
  EXPECT_EQ(UnixTransport(nobody_knows).connect(listener->endpoint(), patience(), {}).result.error, EACCES);
}

TEST_F(Unix, AnotherUsersClientIsTurnedAway) {
  UnixTransport wary(somebody_else);
  const auto listener = wary.listen({"unix", "", 0}, {});
  const Connected connected = unix_.connect(listener->endpoint(), patience(), {});
  ASSERT_TRUE(connected.stream);
  EXPECT_FALSE(accept(*listener));
  std::byte octet{};
  EXPECT_FALSE(connected.stream->receive({&octet, 1}, patience()));
}

[[noreturn]] void connect_as(uid_t user, const Endpoint& to) {
  if (::setuid(user) != 0) std::exit(2);
  const Connected connected = UnixTransport().connect(to, patience(), {});
  const bool refused = !connected.stream && connected.result.error == EACCES &&
                       connected.detail.find("served by user 0") != std::string::npos;
  if (!refused) std::fprintf(stderr, "%s\n", connected.detail.c_str());
  std::exit(refused ? 0 : 1);
}

// With real users, if this process may become another one.
TEST_F(Unix, AnotherUserMayBeToldOf) {
  UnixTransport open(PeerUsers(std::vector<uid_t>{::geteuid() + 1}));
  const auto listener = open.listen({"unix", "", 0}, {});
  EXPECT_TRUE(open.connect(listener->endpoint(), patience(), {}).stream) << "this process's own user as before";
  const Folder folder;
  const Endpoint at{"unix", folder.file("socket"), 0};
  const auto of_file = UnixTransport(PeerUsers::anyone()).listen(at, {});
  struct stat made {};
  ASSERT_EQ(::lstat(at.host.c_str(), &made), 0);
  EXPECT_EQ(made.st_mode & 0777U, 0666U);
  const PeerUsers own;
  EXPECT_TRUE(own.have(::geteuid()));
  EXPECT_FALSE(own.have(::geteuid() + 1));
  EXPECT_FALSE(own.have_others());
  const PeerUsers some(std::vector<uid_t>{::geteuid() + 1});
  EXPECT_TRUE(some.have(::geteuid() + 1));
  EXPECT_FALSE(some.have(::geteuid() + 2));
  EXPECT_FALSE(some.have({}));
  EXPECT_TRUE(PeerUsers::anyone().have(::geteuid() + 2));
  EXPECT_FALSE(PeerUsers::anyone().have({}));
}
TEST_F(Unix, ARealOtherUserIsRefused) {
  constexpr uid_t nobody = 65534;
  const auto listener = unix_.listen({"unix", "", 0}, {});
  if (::geteuid() != 0) return;
  const pid_t child = ::fork();
  if (child == 0) connect_as(nobody, listener->endpoint());
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  int error = 0;
  EXPECT_FALSE(listener->accept(error));
  EXPECT_EQ(error, 0);
}

TEST_F(Unix, OptionsWithoutMeaningAreRefusedByField) {
  const auto refused = [&](const StreamOptions& options) {
    try {
      unix_.listen({"unix", "", 0}, options);
      return std::string("made");
    } catch (const QoSError& error) {
      return error.field();
    }
  };
  EXPECT_EQ(refused({.receive_buffer_octets = 10'000}), "socket");
  EXPECT_EQ(refused({.dscp = 46}), "socket");
  EXPECT_EQ(refused({.busy_poll = microseconds(50)}), "socket");
  EXPECT_EQ(refused({.send_buffer_octets = std::size_t{1} << 30}), "socket") << "more than the system gives";
  EXPECT_EQ(refused({.send_buffer_octets = 10'000}), "made");
}

}  // namespace
}  // namespace dimma::transport

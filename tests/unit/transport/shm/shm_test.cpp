// Shared memory by itself: waiting, bells, rings of odd sizes, users.

#include "transport/shm/shm.hpp"

#include "base/loans_within_process.hpp"
#include "transport/local/local_socket.hpp"
#include "transport/shm/shm_memory.hpp"
#include "transport/shm/shm_stream.hpp"
#include "unit/common/rounds.hpp"
#include "unit/transport/conformance.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dimma::transport {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

std::vector<Subject> subjects() {
  const auto make = [] { return std::make_shared<ShmTransport>(); };
  Subject blocking{"Block", make, {"shm", "", 0}};
  blocking.big_octets = 4 * 1024 * 1024;
  Subject spinning = blocking;
  spinning.name = "Spin";
  spinning.options.wait = WaitStrategy::spin;
  spinning.big_octets = 2 * 1024 * 1024;  // more threads than processors spin
  Subject adaptive = blocking;
  adaptive.name = "Adaptive";
  adaptive.options.wait = WaitStrategy::adaptive(microseconds(20));
  Subject measured = blocking;
  measured.name = "Measured";
  measured.options.wait = WaitStrategy::adaptive();
  return {blocking, spinning, adaptive, measured};
}

INSTANTIATE_TEST_SUITE_P(Shm, Conformance, testing::ValuesIn(subjects()), subject_name);

class Shm : public testing::Test {
 protected:
  Pair connect_pair(const StreamOptions& options = {}) {
    Pair pair;
    Connected connected = shm_.connect(listener_->endpoint(), patience(), options);
    EXPECT_TRUE(connected.stream) << connected.detail;
    pair.client = std::move(connected.stream);
    EXPECT_TRUE(becomes_readable(listener_->handle()));
    int error = 0;
    pair.server = listener_->accept(error);
    EXPECT_TRUE(pair.server);
    if (!pair.client || !pair.server) throw std::runtime_error("no connection");
    return pair;
  }

  ShmTransport shm_;
  std::unique_ptr<Listener> listener_ = shm_.listen({"shm", "", 0}, {});
};

TEST_F(Shm, RingsOfAnySizeCarryMessagesOfAnySize) {
  for (const std::size_t octets : {1U, 7U, 64U, 1000U, 70'001U}) {
    const Pair pair = connect_pair({.send_buffer_octets = octets, .receive_buffer_octets = octets + 1});
    const auto sent = pattern(octets < 64 ? 2000 : 300'000);
    std::thread sender([&] { EXPECT_TRUE(send_all(*pair.client, sent)); });
    EXPECT_TRUE(receive_all(*pair.server, sent.size()) == sent) << octets;
    sender.join();
    std::thread answer([&] { EXPECT_TRUE(send_all(*pair.server, sent)); });
    EXPECT_TRUE(receive_all(*pair.client, sent.size()) == sent) << octets;
    answer.join();
  }
}

TEST_F(Shm, ARingTakesExactlyWhatWasAsked) {
  const Pair pair = connect_pair({.send_buffer_octets = 5000});
  const Result result = send_all(*pair.client, pattern(6000), Clock::now() + milliseconds(10));
  EXPECT_EQ(result.status, Status::timeout);
  EXPECT_EQ(result.octets, 5000U);
}

// An end that wakes up uses half a ring before it sleeps again, however small the steps of the other end are.
TEST_F(Shm, ALongMessageWakesEachEndSeldom) {
  constexpr std::size_t ring = 64 * 1024;
  constexpr std::size_t message = 64 * ring;
  constexpr std::chrono::milliseconds looks_up_each{5};
  const Pair pair = connect_pair({.send_buffer_octets = ring});
  const auto sent = pattern(message);
  const auto sleeps = [] {
    rusage usage{};
    ::getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nvcsw;
  };
  const auto began = Clock::now();
  long sender_slept = 0;
  std::thread sender([&] {
    const long before = sleeps();
    EXPECT_TRUE(send_all(*pair.client, sent));
    sender_slept = sleeps() - before;
  });
  std::vector<std::byte> got(message);
  for (std::size_t at = 0; at < message;) {
    const Result result =
        pair.server->receive(std::span(got).subspan(at, std::min<std::size_t>(512, message - at)), patience());
    ASSERT_TRUE(result);
    at += result.octets;
  }
  sender.join();
  EXPECT_TRUE(got == sent);
  const auto looks = (Clock::now() - began) / looks_up_each;
  EXPECT_LE(sender_slept, static_cast<long>(2 * message / ring + 8) + looks);
}

// Round trips with pauses between them that are sometimes shorter, sometimes longer than each phase of waiting.
TEST_F(Shm, NoWakeUpIsLostHoweverLongOneWaits) {
  const Pair pair = connect_pair();
  const int rounds = static_cast<int>(test::rounds(200));
  std::thread echo([&] {
    std::byte octet{};
    for (int i = 0; i < rounds; ++i) {
      if (!pair.server->receive({&octet, 1}, patience())) break;
      std::this_thread::sleep_for(microseconds(i % 7 == 0 ? 5000 + i : i));
      send_all(*pair.server, {&octet, 1});
    }
  });
  for (int i = 0; i < rounds; ++i) {
    auto octet = static_cast<std::byte>(i);
    ASSERT_TRUE(send_all(*pair.client, {&octet, 1}));
    std::byte back{};
    ASSERT_TRUE(pair.client->receive({&back, 1}, patience())) << i;
    ASSERT_EQ(back, octet);
    if (i % 11 == 0) std::this_thread::sleep_for(milliseconds(6));
  }
  echo.join();
}

TEST_F(Shm, AParkedReceiverIsRungForAndTheBellFallsSilent) {
  const Pair pair = connect_pair();
  for (int round = 0; round < 3; ++round) {
    ASSERT_TRUE(pair.server->prepare_poll());
    EXPECT_FALSE(is_readable(pair.server->handle()));
    ASSERT_TRUE(send_all(*pair.client, pattern(1)));
    EXPECT_TRUE(becomes_readable(pair.server->handle()));
    ASSERT_TRUE(send_all(*pair.client, pattern(1))) << "without a second bell";
    EXPECT_FALSE(pair.server->prepare_poll()) << "there is something";
    EXPECT_EQ(receive_all(*pair.server, 2).size(), 2U);
    EXPECT_TRUE(pair.server->prepare_poll());
    EXPECT_FALSE(is_readable(pair.server->handle()));
  }
}

// A bell that comes late, or without a reason, wakes an end once, and not repeatedly.
TEST_F(Shm, ABellForNothingFallsSilent) {
  const Pair pair = connect_pair();
  ASSERT_TRUE(send_all(*pair.client, pattern(10)));
  ASSERT_TRUE(receive_all(*pair.server, 10) == pattern(10));
  ASSERT_TRUE(pair.server->prepare_poll());
  ASSERT_EQ(::send(pair.client->handle(), "!!!", 3, 0), 3);
  ASSERT_TRUE(becomes_readable(pair.server->handle()));
  pair.server->receive_timeout(milliseconds(1));
  std::array<std::byte, 16> into{};
  EXPECT_EQ(pair.server->receive(into).status, Status::timeout);
  ASSERT_TRUE(pair.server->prepare_poll());
  EXPECT_FALSE(is_readable(pair.server->handle()));
  ASSERT_TRUE(send_all(*pair.client, pattern(10)));
  EXPECT_TRUE(becomes_readable(pair.server->handle()));
  EXPECT_TRUE(receive_all(*pair.server, 10) == pattern(10));
}

TEST_F(Shm, ShortMessagesTouchFewPages) {
  const RingSizes sizes{64 * 1024, 64 * 1024};
  reactor::Descriptor memory;
  auto made = ShmMemory::make(sizes, memory);
  LocalConnection connection = connect_local(listener_->endpoint(), patience(), {}, user_of_peer);
  ASSERT_EQ(send_memory(connection.socket.get(), sizes, memory), 0);
  ShmStream client(std::move(connection.socket), std::move(made), ShmStream::Side::connector, {});
  int error = 0;
  const auto server = listener_->accept(error);
  ASSERT_TRUE(server);
  for (unsigned i = 0; i < 3000; ++i) {
    const auto sent = pattern(1 + i % 700, i);
    ASSERT_TRUE(send_all(client, sent));
    ASSERT_EQ(receive_all(*server, sent.size()), sent) << i;
    ASSERT_TRUE(send_all(*server, sent));
    ASSERT_EQ(receive_all(client, sent.size()), sent) << i;
  }
  struct stat status {};
  ASSERT_EQ(::fstat(memory.get(), &status), 0);
  EXPECT_LE(status.st_blocks * 512, 2 * ::sysconf(_SC_PAGESIZE));
}

TEST_F(Shm, AnotherUserIsTurnedAway) {
  static const auto somebody_else = [](int) noexcept -> std::optional<uid_t> { return ::geteuid() + 1; };
  const Connected connected = ShmTransport(PeerUsers(somebody_else)).connect(listener_->endpoint(), patience(), {});
  EXPECT_FALSE(connected.stream);
  EXPECT_EQ(connected.result.error, EACCES);
  const auto wary = ShmTransport(PeerUsers(somebody_else)).listen({"shm", "", 0}, {});
  const Connected refused = shm_.connect(wary->endpoint(), patience(), {});
  EXPECT_TRUE(becomes_readable(wary->handle()));
  int error = 0;
  EXPECT_FALSE(wary->accept(error));
  std::byte octet{};
  ASSERT_TRUE(refused.stream);
  EXPECT_FALSE(refused.stream->receive({&octet, 1}, patience()));
}

// Then a binding can continue with another transport.
TEST_F(Shm, MissingMemoryIsAFailureToConnect) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  rlimit room_for_the_socket = before;
  room_for_the_socket.rlim_cur = static_cast<rlim_t>(reactor::Descriptor(::dup(0)).get()) + 1;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &room_for_the_socket), 0);
  const Connected connected = shm_.connect(listener_->endpoint(), patience(), {});
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_FALSE(connected.stream);
  EXPECT_EQ(connected.result.error, EMFILE);
  EXPECT_NE(connected.detail.find("cannot create shared memory"), std::string::npos) << connected.detail;
}

TEST_F(Shm, OptionsThatTheEndCannotHaveAreRefusedByField) {
  for (const StreamOptions& options : {StreamOptions{.send_buffer_octets = 5000}, StreamOptions{.dscp = 46}}) {
    try {
      shm_.listen({"shm", "", 0}, options);
      ADD_FAILURE();
    } catch (const QoSError& error) {
      EXPECT_EQ(error.field(), "socket");
    }
  }
}

// A client that connects as anyone may, and then breaks the protocol.
class Stranger : public Shm {
 protected:
  reactor::Descriptor connect() { return connect_local(listener_->endpoint(), patience(), {}, user_of_peer).socket; }
  bool is_let_in() {
    int error = 0;
    EXPECT_TRUE(becomes_readable(listener_->handle()));
    auto stream = listener_->accept(error);
    std::byte octet{};
    return stream && stream->receive({&octet, 1}, Clock::now() + milliseconds(50)).status == Status::timeout;
  }
  static reactor::Descriptor memory(std::size_t octets, unsigned flags, int seals) {
    reactor::Descriptor made(::memfd_create("stranger", flags));
    if (::ftruncate(made.get(), static_cast<off_t>(octets)) != 0) throw std::runtime_error("no memory");
    if (seals != 0) ::fcntl(made.get(), F_ADD_SEALS, seals);
    return made;
  }
};

TEST_F(Stranger, OnlyMemoryThatCannotBeTakenAwayIsMapped) {
  const RingSizes sizes{4096, 4096};
  const std::size_t right = 512 + 2 * 4096;
  constexpr int seals = F_SEAL_SHRINK | F_SEAL_GROW;
  const auto lets_in = [&](const reactor::Descriptor& offered, const RingSizes& said) {
    const reactor::Descriptor control = connect();
    EXPECT_EQ(send_memory(control.get(), said, offered), 0);
    return is_let_in();
  };
  EXPECT_TRUE(lets_in(memory(right, MFD_ALLOW_SEALING, seals), sizes));
  EXPECT_FALSE(lets_in(memory(right, MFD_ALLOW_SEALING, F_SEAL_GROW), sizes)) << "could shrink";
  EXPECT_FALSE(lets_in(memory(right, 0, 0), sizes)) << "cannot be sealed";
  EXPECT_FALSE(lets_in(memory(right - 4096, MFD_ALLOW_SEALING, seals), sizes)) << "too small";
  EXPECT_FALSE(lets_in(memory(right, MFD_ALLOW_SEALING, seals | F_SEAL_WRITE), sizes)) << "cannot be written";
  EXPECT_FALSE(lets_in(memory(right, MFD_ALLOW_SEALING, seals), {0, 4096})) << "no ring";
  EXPECT_FALSE(lets_in(memory(right, MFD_ALLOW_SEALING, seals), {std::size_t{1} << 62, 4096}));
  EXPECT_FALSE(lets_in(reactor::Descriptor(::open("/dev/zero", O_RDWR)), sizes)) << "no memory";
}

TEST_F(Stranger, OnlyPlacesForLoansThatAreInTheMemoryAreMapped) {
  const RingSizes sizes{4096, 4096};
  constexpr std::size_t rings = 3 * 4096;  // and their heads, to the end of a page
  constexpr int seals = F_SEAL_SHRINK | F_SEAL_GROW;
  const LoanSizes loans = LoanMemory::with_new_ids(4, 1000);
  const auto lets_in = [&](std::size_t octets, const LoanSizes& said) {
    const reactor::Descriptor control = connect();
    EXPECT_EQ(send_memory(control.get(), sizes, memory(octets, MFD_ALLOW_SEALING, seals), said), 0);
    return is_let_in();
  };
  EXPECT_TRUE(lets_in(rings + loans.total(), loans));
  EXPECT_FALSE(lets_in(rings + loans.total() - 1, loans));
  EXPECT_FALSE(lets_in(512 + 2 * 4096, loans)) << "the rings alone";
  LoanSizes more = loans;
  more.count = ~std::uint64_t{0};
  EXPECT_FALSE(lets_in(rings + loans.total(), more));
  more = loans;
  more.octets = std::uint64_t{1} << 62;
  EXPECT_FALSE(lets_in(rings + loans.total(), more));
  more = loans;
  more.to_listener_id = more.to_connector_id;
  EXPECT_FALSE(lets_in(rings + loans.total(), more)) << "the number of both directions";
}

TEST_F(Shm, AConnectionHasThePlacesForLoansThatItsClientSays) {
  const Pair pair = connect_pair({.loan_count = 3, .loan_octets = 5000});
  ASSERT_TRUE(send_all(*pair.client, pattern(1)));
  EXPECT_EQ(receive_all(*pair.server, 1).size(), 1U);
  const auto client = pair.client->loans();
  const auto server = pair.server->loans();
  ASSERT_TRUE(client && server);
  EXPECT_EQ(client->numbers().places, 3U);
  EXPECT_EQ(server->place_octets(), 5000U);
  for (const auto& [from, to] : {std::pair(client, server), std::pair(server, client)}) {
    const auto sent = from->take();
    std::memset(sent.data(), 7, 5000);
    ASSERT_TRUE(from->offer(sent.place(), sent.loan(), false));
    const auto received = claim(to, sent.place(), sent.loan(), 5000);
    ASSERT_NE(received.data(), nullptr);
    EXPECT_EQ(received.data()[4999], std::byte{7});
    EXPECT_EQ(dimma::arena_of(from->own_id()), to);
  }
  pair.client->shutdown();
  EXPECT_TRUE(client->closed());
}

TEST_F(Shm, BothEndsOfOneProcessHandLoansOver) {
  const Pair pair = connect_pair();
  EXPECT_EQ(pair.client->loans(), dimma::loans_within_process());
  ASSERT_TRUE(send_all(*pair.client, pattern(1)));
  EXPECT_EQ(receive_all(*pair.server, 1).size(), 1U);
  EXPECT_EQ(pair.server->loans(), dimma::loans_within_process());
}

// The system would end a process that made a larger file (SIGXFSZ).
TEST_F(Shm, ALimitOfFileSizesIsAFailureToConnect) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit limited = before;
  limited.rlim_cur = 1 << 20;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limited), 0);
  const Connected connected = shm_.connect(listener_->endpoint(), patience(), {});
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  EXPECT_FALSE(connected.stream);
  EXPECT_EQ(connected.result.error, EFBIG);
  EXPECT_NE(connected.detail.find("cannot create shared memory"), std::string::npos) << connected.detail;
}

TEST_F(Stranger, AWrongGreetingIsDropped) {
  for (const std::string text : {"GIOP", "dimmashm and more of that kind, which is no greeting"}) {
    const reactor::Descriptor control = connect();
    ASSERT_EQ(::send(control.get(), text.data(), text.size(), 0), static_cast<ssize_t>(text.size()));
    EXPECT_FALSE(is_let_in());
  }
}

// Sends octets with descriptors, as SCM_RIGHTS, of which the sender keeps none.
void send_with_descriptors(int socket, std::span<const char> octets, const std::vector<reactor::Descriptor>& passed) {
  std::vector<int> numbers;
  for (const auto& each : passed) numbers.push_back(each.get());
  std::vector<char> control(CMSG_SPACE(numbers.size() * sizeof(int)));
  iovec piece{const_cast<char*>(octets.data()), octets.size()};
  msghdr message{};
  message.msg_iov = &piece;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(numbers.size() * sizeof(int));
  std::memcpy(CMSG_DATA(header), numbers.data(), numbers.size() * sizeof(int));
  ASSERT_EQ(::sendmsg(socket, &message, MSG_NOSIGNAL), static_cast<ssize_t>(octets.size()));
}

std::size_t open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

// `count` descriptors of memory that would do, and the two ends of a pipe if `with_pipe`.
std::vector<reactor::Descriptor> descriptors_to_pass(std::size_t count, bool with_pipe) {
  std::vector<reactor::Descriptor> passed;
  for (std::size_t i = 0; i < count; ++i) {
    passed.emplace_back(::memfd_create("stranger", MFD_ALLOW_SEALING));
    EXPECT_EQ(::ftruncate(passed.back().get(), 512 + 2 * 4096), 0);
    EXPECT_EQ(::fcntl(passed.back().get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW), 0);
  }
  std::array<int, 2> ends{};
  if (!with_pipe) return passed;
  EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  passed.emplace_back(ends[0]);
  passed.emplace_back(ends[1]);
  return passed;
}

// The greeting of a peer that offers two rings of 4096 octets, as send_memory() sends it.
std::array<char, 32> greeting() {
  std::array<int, 2> ends{};
  EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
  const reactor::Descriptor from(ends[0]);
  const reactor::Descriptor to(ends[1]);
  std::array<char, 32> octets{};
  const reactor::Descriptor memory(::memfd_create("greeting", 0));
  EXPECT_EQ(send_memory(from.get(), {4096, 4096}, memory), 0);
  EXPECT_EQ(::recv(to.get(), octets.data(), octets.size(), 0), static_cast<ssize_t>(octets.size()));
  return octets;
}

// Any number of descriptors may come, in any message: those that are not taken are closed.
TEST_F(Stranger, NoDescriptorThatIsPassedStaysOpen) {
  const auto sound = greeting();
  const std::string other = "GIOP";
  const std::size_t before = open_descriptors();
  for (const std::size_t count : {1U, 2U, 3U, 20U, 200U}) {
    for (const bool with_pipe : {false, true}) {
      for (const std::span<const char> octets : {std::span<const char>(sound), std::span<const char>(other)}) {
        const reactor::Descriptor control = connect();
        send_with_descriptors(control.get(), octets, descriptors_to_pass(count, with_pipe));
        EXPECT_EQ(is_let_in(), count == 1 && !with_pipe && octets.size() == sound.size()) << count << with_pipe;
      }
    }
  }
  EXPECT_EQ(open_descriptors(), before);
}

// The same after the greeting, where only bells are expected, at either end.
TEST_F(Stranger, NoDescriptorThatIsPassedLaterStaysOpen) {
  const Pair pair = connect_pair();
  const std::size_t before = open_descriptors();
  const std::array<char, 3> bells{};
  for (const auto& [from, to] : {std::pair(&pair.client, &pair.server), std::pair(&pair.server, &pair.client)}) {
    for (int round = 0; round < 3; ++round) {
      ASSERT_TRUE((*to)->prepare_poll());
      send_with_descriptors((*from)->handle(), bells, descriptors_to_pass(20, true));
      ASSERT_TRUE(becomes_readable((*to)->handle()));
      std::byte octet{};
      EXPECT_EQ((*to)->receive({&octet, 1}, Clock::now() + milliseconds(1)).status, Status::timeout);
      EXPECT_EQ(open_descriptors(), before);
    }
  }
}

TEST_F(Stranger, ASilentStrangerBlocksNobody) {
  const reactor::Descriptor control = connect();
  EXPECT_TRUE(becomes_readable(listener_->handle()));
  int error = 0;
  const auto stream = listener_->accept(error);
  ASSERT_TRUE(stream);
  std::byte octet{};
  EXPECT_EQ(stream->receive({&octet, 1}, Clock::now() + milliseconds(5)).status, Status::timeout);
  EXPECT_EQ(send_all(*stream, pattern(1), Clock::now() + milliseconds(5)).status, Status::timeout);
  EXPECT_TRUE(stream->prepare_poll());
  std::thread receiver([&] { EXPECT_EQ(stream->receive({&octet, 1}, no_deadline).status, Status::closed); });
  let_others_block();
  stream->shutdown();
  receiver.join();
}

}  // namespace
}  // namespace dimma::transport

#pragma once
/// EngineeringQoS: which pools, threads and sockets make up a channel.
///
/// One value describes one end of a binding; the other end has its own and need not know. It is given to dimma::bind at
/// a client and to dimma::create_poa at a server. The name and the pair `processing=nullTask, messages=1` are those of
/// ANSA's DIMMA (report APM.2046, 1997); everything else is this project's choice (docs/reference/qos.md says which is
/// which). Everything here is a plain value: copyable, comparable, without locks, independent of any ORB. Sizes are in
/// octets.

#include <dimma/generated/cxx20.hpp>

#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dimma {

namespace detail {
template <class T>
concept WholeNumber = std::integral<T> && !std::same_as<T, bool>;
}  // namespace detail

/// "No limit", for any field with a limit.
struct Unlimited {
  friend constexpr bool operator==(Unlimited, Unlimited) noexcept = default;
};
inline constexpr Unlimited unlimited{};

/// A number that must not be exceeded, or `unlimited`. `Of` only distinguishes the limits of different things.
template <class Of>
class Limit {
 public:
  constexpr Limit() noexcept = default;
  constexpr Limit(Unlimited) noexcept {}  // NOLINT: implicit, so that a field can be given `unlimited`
  /// A negative number counts as 0, which EngineeringQoS::validate() refuses.
  template <detail::WholeNumber Number>
  constexpr Limit(Number number) noexcept  // NOLINT: implicit, so that a field can be given a number
      : number_(number < Number{0} ? 0 : static_cast<std::uint64_t>(number)), limited_(true) {}

  /// True if there is no limit.
  constexpr bool is_unlimited() const noexcept { return !limited_; }
  /// The number; the greatest std::uint64_t if unlimited.
  constexpr std::uint64_t value() const noexcept { return limited_ ? number_ : ~std::uint64_t{0}; }

  friend constexpr bool operator==(const Limit&, const Limit&) noexcept = default;

 private:
  std::uint64_t number_ = 0;
  bool limited_ = false;
};

/// The number of messages or packets that are in progress at once.
using CountLimit = Limit<struct Count>;
/// Octets per second.
using RateLimit = Limit<struct OctetsPerSecond>;

/// The protocol that carries the calls. `any`: one that the reference offers.
enum class Protocol : std::uint8_t { any, iiop, flow };

/// The transport of the protocol. `any`: the fastest that the reference offers and that reaches the server; at a
/// server, all of them.
enum class TransportKind : std::uint8_t { any, tcp, unix_socket, shm, tls, udp, multicast };

/// The task (thread) that processes a message once it is there.
class ProcessingConcurrency {
 public:
  /// The way in which messages are processed.
  enum class Kind : std::uint8_t { shared_pool, null_task, pool, factory, executor };

  /// The pool that all channels share: the default.
  constexpr ProcessingConcurrency() noexcept = default;

  /// The ORB's pool, shared by all channels that do not say otherwise.
  static const ProcessingConcurrency shared_pool;
  /// No task of its own: the thread that holds the message processes it. At a client the caller sends and reads its
  /// own reply; at a server one thread per connection reads, makes the upcall and replies. Implies a dedicated
  /// connection.
  static const ProcessingConcurrency null_task;
  /// The same with at most `threads` threads at a server (null_task: 1024): it accepts no further connection until one
  /// of them has ended. At a client the same as null_task.
  static constexpr ProcessingConcurrency null_task_up_to(std::uint32_t threads) noexcept {
    return {Kind::null_task, threads};
  }
  /// A new task for each message.
  static const ProcessingConcurrency factory;
  /// The threads of the application that runs the ORB (<dimma/event_loop.hpp>, <dimma/asio.hpp>), and no others. In
  /// such an ORB shared_pool means the same; any other ORB refuses it.
  static const ProcessingConcurrency executor;
  /// A pool of `tasks` threads for this channel alone.
  static constexpr ProcessingConcurrency pool(std::uint32_t tasks) noexcept { return {Kind::pool, tasks}; }

  /// The kind of processing, without its number.
  constexpr Kind kind() const noexcept { return kind_; }
  /// The size of a pool(n), the limit of a nullTask(n); 0 for all others.
  constexpr std::uint32_t tasks() const noexcept { return tasks_; }

  friend constexpr bool operator==(const ProcessingConcurrency&, const ProcessingConcurrency&) noexcept = default;

 private:
  constexpr ProcessingConcurrency(Kind kind, std::uint32_t tasks) noexcept : kind_(kind), tasks_(tasks) {}

  Kind kind_ = Kind::shared_pool;
  std::uint32_t tasks_ = 0;
};
inline constexpr ProcessingConcurrency ProcessingConcurrency::shared_pool{Kind::shared_pool, 0};
inline constexpr ProcessingConcurrency ProcessingConcurrency::null_task{Kind::null_task, 0};
inline constexpr ProcessingConcurrency ProcessingConcurrency::factory{Kind::factory, 0};
inline constexpr ProcessingConcurrency ProcessingConcurrency::executor{Kind::executor, 0};

/// Decides if a channel has a connection of its own. `shared`: one for all bindings to the server that ask for the same
/// connection. `automatic`: dedicated with nullTask, otherwise shared; if the calling threads process their messages
/// themselves, the ORB may then have more than one for them (--dimma-connections). Each thread keeps to one, so that
/// its oneways stay in order.
enum class Connection : std::uint8_t { automatic, shared, dedicated };

/// The thread that reads the replies of a shared connection: one of the callers that wait (`leader`), or one of its own
/// (`task`), as in the original.
enum class Demultiplexing : std::uint8_t { leader, task };

/// The source of message buffers.
class Buffers {
 public:
  /// Made as they are needed and kept for later messages: the default.
  constexpr Buffers() noexcept = default;
  static const Buffers factory;
  /// `count` buffers of `octets` each, reserved when the channel is made; a message that does not fit is refused.
  static constexpr Buffers pool(std::uint32_t count, std::uint64_t octets) noexcept { return {count, octets}; }

  /// is_pool() tells if there is a pool; count() and octets() are the number of its buffers and the octets of each.
  /// Both are 0 without a pool.
  constexpr bool is_pool() const noexcept { return pool_; }
  constexpr std::uint32_t count() const noexcept { return count_; }
  constexpr std::uint64_t octets() const noexcept { return octets_; }

  friend constexpr bool operator==(const Buffers&, const Buffers&) noexcept = default;

 private:
  constexpr Buffers(std::uint32_t count, std::uint64_t octets) noexcept : pool_(true), count_(count), octets_(octets) {}

  bool pool_ = false;
  std::uint32_t count_ = 0;
  std::uint64_t octets_ = 0;
};
inline constexpr Buffers Buffers::factory{};

/// The memory of loaned sequences (<dimma/loaned.hpp>).
class Loans {
 public:
  /// In ordinary memory, from which they are copied: the default.
  constexpr Loans() noexcept = default;
  static const Loans none;
  /// Over shared memory: in `count` places of `octets` each for sending, and as many for receiving, which both
  /// processes have. Makes no difference over other transports.
  static constexpr Loans pool(std::uint32_t count, std::uint64_t octets) noexcept { return {count, octets}; }

  /// is_pool() tells if there is a pool; count() and octets() are the number of its places in each direction and the
  /// octets of each. Both are 0 without a pool.
  constexpr bool is_pool() const noexcept { return pool_; }
  constexpr std::uint32_t count() const noexcept { return count_; }
  constexpr std::uint64_t octets() const noexcept { return octets_; }

  friend constexpr bool operator==(const Loans&, const Loans&) noexcept = default;

 private:
  constexpr Loans(std::uint32_t count, std::uint64_t octets) noexcept : pool_(true), count_(count), octets_(octets) {}

  bool pool_ = false;
  std::uint32_t count_ = 0;
  std::uint64_t octets_ = 0;
};
inline constexpr Loans Loans::none{};

/// The reaction to an empty pool or a reached limit: wait (up to the deadline), raise CORBA::NO_RESOURCES, or drop the
/// message and count it (flow only).
enum class OnExhaustion : std::uint8_t { wait, raise, drop };
inline constexpr OnExhaustion drop = OnExhaustion::drop;

/// How a thread waits for a message.
class WaitStrategy {
 public:
  /// How a thread waits.
  enum class Kind : std::uint8_t { block, spin, adaptive, measured };

  /// Blocks in the system: the default.
  constexpr WaitStrategy() noexcept = default;
  static const WaitStrategy block;
  /// Asks again and again: the lowest latency, and a processor of its own.
  static const WaitStrategy spin;
  /// Spins for `spin_for`, then blocks.
  static constexpr WaitStrategy adaptive(std::chrono::nanoseconds spin_for) noexcept {
    return {Kind::adaptive, spin_for};
  }
  /// Spins for about twice as long as waits at the same place have lately taken, then blocks. Blocks at once while they
  /// take longer than 50 microseconds. As text `adaptive` without a number.
  static constexpr WaitStrategy adaptive() noexcept { return {Kind::measured, std::chrono::nanoseconds{0}}; }

  /// The kind of waiting, without its number.
  constexpr Kind kind() const noexcept { return kind_; }
  /// The time for which `adaptive` with a number spins; zero for the others.
  constexpr std::chrono::nanoseconds spin_for() const noexcept { return spin_for_; }

  friend constexpr bool operator==(const WaitStrategy&, const WaitStrategy&) noexcept = default;

 private:
  constexpr WaitStrategy(Kind kind, std::chrono::nanoseconds spin_for) noexcept : kind_(kind), spin_for_(spin_for) {}

  Kind kind_ = Kind::block;
  std::chrono::nanoseconds spin_for_{0};
};
inline constexpr WaitStrategy WaitStrategy::block{Kind::block, std::chrono::nanoseconds{0}};
inline constexpr WaitStrategy WaitStrategy::spin{Kind::spin, std::chrono::nanoseconds{0}};

/// The number of octets that one receive call takes at once: more than a message's header, so that a small message
/// costs one system call and a copy. `off`: the header and the body are received one after the other, each right into
/// its place.
class ReadAhead {
 public:
  static constexpr std::uint64_t default_octets = 4096;

  constexpr ReadAhead() noexcept = default;
  static const ReadAhead off;
  /// A negative number counts as 0, which is not off: EngineeringQoS::validate() refuses it.
  template <detail::WholeNumber Number>
  constexpr ReadAhead(Number octets) noexcept  // NOLINT: implicit, so that the field can be given a number
      : octets_(octets < Number{0} ? 0 : static_cast<std::uint64_t>(octets)) {}

  /// True if nothing is read ahead.
  constexpr bool is_off() const noexcept { return off_; }
  /// 0 when off.
  constexpr std::uint64_t octets() const noexcept { return octets_; }

  friend constexpr bool operator==(const ReadAhead&, const ReadAhead&) noexcept = default;

 private:
  struct Off {};
  constexpr explicit ReadAhead(Off) noexcept : off_(true), octets_(0) {}

  bool off_ = false;
  std::uint64_t octets_ = default_octets;
};
inline constexpr ReadAhead ReadAhead::off{ReadAhead::Off{}};

/// The system's policies for threads (sched(7)); `inherited` leaves them unchanged.
enum class SchedulingPolicy : std::uint8_t { inherited, other, batch, idle, fifo, round_robin };

/// The scheduling of a channel's threads. Fields that are not set are inherited from the thread that makes them.
struct Scheduling {
  std::set<unsigned> cpus = {};  ///< the processors that they may run on, 0 to 1023; empty: inherited
  SchedulingPolicy policy = SchedulingPolicy::inherited;
  int priority = 0;              ///< 1 to 99 for fifo and round_robin, otherwise 0
  std::string thread_name = {};  ///< up to 15 of A-Z a-z 0-9 _ . : / -; empty: the ORB's

  friend bool operator==(const Scheduling&, const Scheduling&) = default;
};

#pragma push_macro("interface")  // a macro of <windows.h>, and the name of a member
#undef interface
/// The options of the channel's sockets. Fields that are not set have the system's values.
struct SocketSettings {
  std::uint64_t send_buffer = 0;           ///< SO_SNDBUF; over shared memory that ring; 0: the system's, 1 MiB
  std::uint64_t receive_buffer = 0;        ///< SO_RCVBUF; over shared memory that ring; 0: the system's, 1 MiB
  std::optional<unsigned> dscp = {};       ///< differentiated services code point, 0 to 63
  std::chrono::microseconds busy_poll{0};  ///< SO_BUSY_POLL; 0: the system's
  std::optional<unsigned> ttl = {};        ///< flow only: how many routers a datagram may pass, 0 to 255
  std::string group = {};                  ///< multicast only, the consumer's: an address, IPv4 or IPv6
  std::uint16_t group_port = 0;            ///< the port of the group; not 0
  std::string interface = {};              ///< multicast only: the network interface's name; empty: the system's choice

  friend bool operator==(const SocketSettings&, const SocketSettings&) = default;
};
#pragma pop_macro("interface")

/// The messages that a flow's consumer gets when it falls behind: those that have queued up, or the latest only.
class History {
 public:
  /// A queue, as deep as the flow protocol makes it: the default.
  constexpr History() noexcept = default;
  static constexpr History queue(CountLimit depth = unlimited) noexcept { return {false, depth}; }
  static const History latest;

  /// True if only the latest message is kept.
  constexpr bool is_latest() const noexcept { return is_latest_; }
  /// The number of messages that the queue keeps; unlimited if it was not given.
  constexpr CountLimit depth() const noexcept { return depth_; }

  friend constexpr bool operator==(const History&, const History&) noexcept = default;

 private:
  constexpr History(bool is_latest, CountLimit depth) noexcept : is_latest_(is_latest), depth_(depth) {}

  bool is_latest_ = false;
  CountLimit depth_ = unlimited;
};
inline constexpr History History::latest{true, unlimited};

/// Decides if a call may allocate from the heap once its channel exists (<dimma/sealed.hpp>). `any`: it may. `sealed`:
/// a call that does raises CORBA::NO_MEMORY, for tests. `sealed_counted`: it is counted and logged, for production; as
/// text `sealed(count)`. A program that seals calls is linked with dimma::sealed.
enum class Memory : std::uint8_t { any, sealed, sealed_counted };

/// The fields of EngineeringQoS, in its order.
enum class Field : std::uint8_t {
  protocol,
  transport,
  processing,
  messages,
  packets,
  connection,
  demultiplexing,
  buffers,
  exhausted,
  wait,
  read_ahead,
  deadline,
  scheduling,
  socket,
  history,
  rate,
  batch_delay,
  credentials,
  loans,
  memory,
};
inline constexpr std::size_t field_count = 20;

/// The field's name in the text form: "protocol", "processing", "read-ahead", ...
std::string_view field_name(Field field) noexcept;

/// Thrown for a QoS that is malformed, contradicts itself, or asks for a channel that can't be made.
/// what() is "field 'messages' at column 22: ...", without the column if there is no text.
class QoSError : public std::runtime_error {
 public:
  /// `field` is the name in the text form, or as it was written if there is no field of that name.
  QoSError(std::string_view field, std::string_view reason, std::optional<std::size_t> offset = {});
  QoSError(Field field, std::string_view reason, std::optional<std::size_t> offset = {})
      : QoSError(field_name(field), reason, offset) {}

  /// The field's name; empty for a text that has no field where one should be.
  const std::string& field() const noexcept { return details_->field; }
  /// The reason, without the field and the column.
  const std::string& reason() const noexcept { return details_->reason; }
  /// The position in the text, counted from 0.
  std::optional<std::size_t> offset() const noexcept { return details_->offset; }

 private:
  struct Details {
    std::string field;
    std::string reason;
    std::optional<std::size_t> offset;
  };
  // Shared, so that copying the exception cannot throw.
  std::shared_ptr<const Details> details_;
};

/// The end of a binding that a QoS is for.
enum class End : std::uint8_t { client, server };

/// The resources that make up a channel. An aggregate: name the fields that matter, in this order.
///   dimma::EngineeringQoS qos{.processing_concurrency = dimma::ProcessingConcurrency::null_task,
///                             .message_concurrency = 1};
struct EngineeringQoS {
  Protocol protocol = Protocol::any;
  TransportKind transport = TransportKind::any;
  ProcessingConcurrency processing_concurrency = {};
  CountLimit message_concurrency = unlimited;  ///< messages in progress per channel
  CountLimit packet_concurrency = unlimited;   ///< packets of a message in progress per channel
  Connection connection = Connection::automatic;
  Demultiplexing demultiplexing = Demultiplexing::leader;
  Buffers buffers = {};
  OnExhaustion on_exhaustion = OnExhaustion::wait;
  WaitStrategy wait = {};
  ReadAhead read_ahead = {};
  /// The limit for a call, including waiting for resources; empty: no limit.
  std::optional<std::chrono::nanoseconds> deadline = {};
  Scheduling scheduling = {};
  SocketSettings socket = {};
  History history = {};        ///< flow only
  RateLimit rate = unlimited;  ///< flow only: octets per second that a producer sends
  /// Flow only: the time for which a producer may keep a message to send it with later ones; empty: each goes at once.
  std::optional<std::chrono::nanoseconds> batch_delay = {};
  /// TLS only: the name of the credentials that this end shows and trusts (<dimma/tls.hpp>), up to 64 of A-Z a-z 0-9 _
  /// . : / -; empty: those of the ORB's options.
  std::string credentials = {};
  Loans loans = {};             ///< a client's; shared memory only
  Memory memory = Memory::any;  ///< the calls' use of the heap, at this end

  friend bool operator==(const EngineeringQoS&, const EngineeringQoS&) = default;

  /// Reads the text form, e.g. "transport=shm, processing=nullTask, messages=1, buffers=pool(4,64k)": fields in any
  /// order, each at most once. Fields that are not named have their defaults; the empty text is the default QoS.
  /// Capitals, `-` and `_` make no difference in names and words; blanks are allowed between the parts. Sizes may end
  /// in k, M or G (1024s), durations end in ns, us, ms, s, m or h. docs/reference/qos.md has the grammar. Throws
  /// QoSError for malformed text, and what validate() throws; both name the place.
  static EngineeringQoS parse(std::string_view text);
  /// The same; throws QoSError for a null pointer, as of an environment variable that is not set.
  static EngineeringQoS parse(const char* text);

  /// Returns the fields that differ from their default, as parse() reads them; empty for the default QoS.
  std::string to_string() const;
  /// Returns all fields, as parse() reads them.
  std::string to_full_string() const;

  /// Throws QoSError for a value out of range and for a combination that can't work at any end or over any protocol.
  void validate() const;
  /// Like validate(), and also for what can't work at that end.
  void validate(End end) const;
  /// Like validate(end), and also for what can't work over that protocol, which is the one that `any` is taken to mean.
  void validate(End end, Protocol protocol) const;

  /// True if the channel has a connection of its own: by the field, or because nullTask implies it.
  bool is_dedicated() const noexcept {
    return connection == Connection::dedicated || (connection == Connection::automatic && is_null_task());
  }
  /// True if the processing is `nullTask`, with any number of messages.
  bool is_null_task() const noexcept { return processing_concurrency.kind() == ProcessingConcurrency::Kind::null_task; }
};

/// Prints to_string(), or "default" if that is empty.
std::ostream& operator<<(std::ostream& out, const EngineeringQoS& qos);

/// The words of the text form: "iiop", "unix".
std::string_view to_string(Protocol protocol) noexcept;
std::string_view to_string(TransportKind transport) noexcept;

/// Returns the fields that differ from their defaults, in order; for code that assembles channels.
std::vector<Field> fields_said(const EngineeringQoS& qos);

/// Returns one field in the text form: "wait=spin".
std::string field_text(const EngineeringQoS& qos, Field field);

}  // namespace dimma

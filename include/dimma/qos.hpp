#pragma once
/// EngineeringQoS: the pools, threads and sockets that make up a channel.
///
/// A value describes one end of a binding; the other end has its own value, independently. It is passed to dimma::bind
/// at a client and to dimma::create_poa at a server. The name and the pair `processing=nullTask, messages=1` come from
/// ANSA's DIMMA (report APM.2046, 1997); everything else is specific to this project (docs/reference/qos.md has the
/// details). All types here are plain values: copyable, comparable, without locks, independent of any ORB. Sizes are in
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

/// "No limit", for any field that has a limit.
struct Unlimited {
  friend constexpr bool operator==(Unlimited, Unlimited) noexcept = default;
};
inline constexpr Unlimited unlimited{};

/// A number that must not be exceeded, or `unlimited`. `Of` is a tag that distinguishes limits of different quantities.
template <class Of>
class Limit {
 public:
  constexpr Limit() noexcept = default;
  constexpr Limit(Unlimited) noexcept {}  // NOLINT: implicit, so that `unlimited` can be assigned to a field
  /// A negative number counts as 0, which EngineeringQoS::validate() refuses.
  template <detail::WholeNumber Number>
  constexpr Limit(Number number) noexcept  // NOLINT: implicit, so that a number can be assigned to a field
      : number_(number < Number{0} ? 0 : static_cast<std::uint64_t>(number)), limited_(true) {}

  /// Returns true if there is no limit.
  constexpr bool is_unlimited() const noexcept { return !limited_; }
  /// Returns the number; the maximum std::uint64_t if unlimited.
  constexpr std::uint64_t value() const noexcept { return limited_ ? number_ : ~std::uint64_t{0}; }

  friend constexpr bool operator==(const Limit&, const Limit&) noexcept = default;

 private:
  std::uint64_t number_ = 0;
  bool limited_ = false;
};

/// The maximum number of messages or packets in progress at the same time.
using CountLimit = Limit<struct Count>;
/// A limit in octets per second.
using RateLimit = Limit<struct OctetsPerSecond>;

/// The protocol that carries the calls. `any`: a protocol that the reference offers.
enum class Protocol : std::uint8_t { any, iiop, flow };

/// The transport of the protocol. `any`: at a client the fastest one that the reference offers and that reaches the
/// server; at a server all transports.
enum class TransportKind : std::uint8_t { any, tcp, unix_socket, shm, tls, udp, multicast };

/// The task (thread) that processes a message once it has arrived.
class ProcessingConcurrency {
 public:
  /// The way in which messages are processed.
  enum class Kind : std::uint8_t { shared_pool, null_task, pool, factory, executor };

  /// Uses the pool that all channels share; the default.
  constexpr ProcessingConcurrency() noexcept = default;

  /// The ORB's pool, shared by all channels that do not choose another kind.
  static const ProcessingConcurrency shared_pool;
  /// No separate task: the thread that holds the message processes it. At a client the caller sends, and reads its own
  /// reply; at a server one thread per connection reads, makes the upcall and replies. Implies a dedicated connection.
  static const ProcessingConcurrency null_task;
  /// Like null_task, with at most `threads` threads at a server (null_task: 1024), which accepts no further connection
  /// until a thread has ended. At a client the same as null_task.
  static constexpr ProcessingConcurrency null_task_up_to(std::uint32_t threads) noexcept {
    return {Kind::null_task, threads};
  }
  /// A new task for each message.
  static const ProcessingConcurrency factory;
  /// Only the threads of the application that runs the ORB (<dimma/event_loop.hpp>, <dimma/asio.hpp>). In such an ORB
  /// shared_pool means the same; any other ORB refuses it.
  static const ProcessingConcurrency executor;
  /// A pool of `tasks` threads for this channel only.
  static constexpr ProcessingConcurrency pool(std::uint32_t tasks) noexcept { return {Kind::pool, tasks}; }

  /// Returns the kind of processing, without its number.
  constexpr Kind kind() const noexcept { return kind_; }
  /// Returns the size of a pool(n) or the limit of a nullTask(n); 0 for all other kinds.
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

/// Determines whether a channel has its own connection. `shared`: one connection for all bindings to the server that
/// need the same kind of connection. `automatic`: dedicated with nullTask, otherwise shared; if the calling threads
/// process their messages themselves, the ORB may then use more than one connection for them (--dimma-connections).
/// Each thread keeps to one connection, so that its oneways stay in order.
enum class Connection : std::uint8_t { automatic, shared, dedicated };

/// The thread that reads the replies of a shared connection: one of the waiting callers (`leader`), or a separate
/// thread (`task`), as in the original DIMMA.
enum class Demultiplexing : std::uint8_t { leader, task };

/// The source of message buffers.
class Buffers {
 public:
  /// Allocated on demand and kept for later messages; the default.
  constexpr Buffers() noexcept = default;
  static const Buffers factory;
  /// `count` buffers of `octets` octets each, allocated when the channel is made; a message that does not fit is
  /// refused.
  static constexpr Buffers pool(std::uint32_t count, std::uint64_t octets) noexcept { return {count, octets}; }

  /// is_pool() returns true if there is a pool; count() and octets() are the number and the size of its buffers, 0
  /// without a pool.
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
  /// In ordinary memory, from which they are copied; the default.
  constexpr Loans() noexcept = default;
  static const Loans none;
  /// Over shared memory: `count` places of `octets` octets each for sending, and as many for receiving, which both
  /// processes share. No effect over other transports.
  static constexpr Loans pool(std::uint32_t count, std::uint64_t octets) noexcept { return {count, octets}; }

  /// is_pool() returns true if there is a pool; count() and octets() are the number of places in each direction and
  /// their size, 0 without a pool.
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
  /// The kind of strategy; `measured` is adaptive() without a number.
  enum class Kind : std::uint8_t { block, spin, adaptive, measured };

  /// Blocks in the system; the default.
  constexpr WaitStrategy() noexcept = default;
  static const WaitStrategy block;
  /// Polls continuously: the lowest latency, at the cost of a processor.
  static const WaitStrategy spin;
  /// Spins for `spin_for`, then blocks.
  static constexpr WaitStrategy adaptive(std::chrono::nanoseconds spin_for) noexcept {
    return {Kind::adaptive, spin_for};
  }
  /// Spins for about twice as long as recent waits at the same place have taken, then blocks. Blocks at once while they
  /// take longer than 50 microseconds. In the text form, `adaptive` without a number.
  static constexpr WaitStrategy adaptive() noexcept { return {Kind::measured, std::chrono::nanoseconds{0}}; }

  /// Returns the kind of strategy, without its number.
  constexpr Kind kind() const noexcept { return kind_; }
  /// Returns the time for which `adaptive` with a number spins; zero for the other kinds.
  constexpr std::chrono::nanoseconds spin_for() const noexcept { return spin_for_; }

  friend constexpr bool operator==(const WaitStrategy&, const WaitStrategy&) noexcept = default;

 private:
  constexpr WaitStrategy(Kind kind, std::chrono::nanoseconds spin_for) noexcept : kind_(kind), spin_for_(spin_for) {}

  Kind kind_ = Kind::block;
  std::chrono::nanoseconds spin_for_{0};
};
inline constexpr WaitStrategy WaitStrategy::block{Kind::block, std::chrono::nanoseconds{0}};
inline constexpr WaitStrategy WaitStrategy::spin{Kind::spin, std::chrono::nanoseconds{0}};

/// The number of octets that one receive call takes: more than a message's header, so that a small message costs one
/// system call and a copy. `off`: header and body are received separately, each directly to its destination.
class ReadAhead {
 public:
  static constexpr std::uint64_t default_octets = 4096;

  constexpr ReadAhead() noexcept = default;
  static const ReadAhead off;
  /// A negative number counts as 0, which differs from off: EngineeringQoS::validate() refuses it.
  template <detail::WholeNumber Number>
  constexpr ReadAhead(Number octets) noexcept  // NOLINT: implicit, so that a number can be assigned to the field
      : octets_(octets < Number{0} ? 0 : static_cast<std::uint64_t>(octets)) {}

  /// Returns true if nothing is read ahead.
  constexpr bool is_off() const noexcept { return off_; }
  /// Returns the number of octets; 0 if off.
  constexpr std::uint64_t octets() const noexcept { return octets_; }

  friend constexpr bool operator==(const ReadAhead&, const ReadAhead&) noexcept = default;

 private:
  struct Off {};
  constexpr explicit ReadAhead(Off) noexcept : off_(true), octets_(0) {}

  bool off_ = false;
  std::uint64_t octets_ = default_octets;
};
inline constexpr ReadAhead ReadAhead::off{ReadAhead::Off{}};

/// The system's scheduling policies for threads (sched(7)); `inherited` leaves them unchanged.
enum class SchedulingPolicy : std::uint8_t { inherited, other, batch, idle, fifo, round_robin };

/// The scheduling of a channel's threads. Fields that are not set are inherited from the creating thread.
struct Scheduling {
  std::set<unsigned> cpus = {};  ///< processors that the threads may run on, 0 to 1023; empty: inherited
  SchedulingPolicy policy = SchedulingPolicy::inherited;
  int priority = 0;              ///< 1 to 99 for fifo and round_robin, otherwise 0
  std::string thread_name = {};  ///< up to 15 of A-Z a-z 0-9 _ . : / -; empty: the ORB's name

  friend bool operator==(const Scheduling&, const Scheduling&) = default;
};

#pragma push_macro("interface")  // a macro of <windows.h>, and a member below
#undef interface
/// The options of the channel's sockets. Fields that are not set have the system's defaults.
struct SocketSettings {
  std::uint64_t send_buffer = 0;           ///< SO_SNDBUF (0: the system's value); over shm the ring (0: 1 MiB)
  std::uint64_t receive_buffer = 0;        ///< SO_RCVBUF (0: the system's value); over shm the ring (0: 1 MiB)
  std::optional<unsigned> dscp = {};       ///< differentiated services code point, 0 to 63
  std::chrono::microseconds busy_poll{0};  ///< SO_BUSY_POLL; 0: the system's value
  std::optional<unsigned> ttl = {};        ///< flow only: the number of routers that a datagram may pass, 0 to 255
  std::string group = {};                  ///< multicast only, for the consumer: an IPv4 or IPv6 address
  std::uint16_t group_port = 0;            ///< the port of the group; not 0
  std::string interface = {};              ///< multicast only: network interface; empty: chosen by the system

  friend bool operator==(const SocketSettings&, const SocketSettings&) = default;
};
#pragma pop_macro("interface")

/// The messages that a flow's consumer receives when it falls behind: all queued messages, or only the latest.
class History {
 public:
  /// A queue of the flow protocol's default depth; the default.
  constexpr History() noexcept = default;
  static constexpr History queue(CountLimit depth = unlimited) noexcept { return {false, depth}; }
  static const History latest;

  /// Returns true if only the latest message is kept.
  constexpr bool is_latest() const noexcept { return is_latest_; }
  /// Returns the number of messages that the queue keeps; unlimited if it was not given.
  constexpr CountLimit depth() const noexcept { return depth_; }

  friend constexpr bool operator==(const History&, const History&) noexcept = default;

 private:
  constexpr History(bool is_latest, CountLimit depth) noexcept : is_latest_(is_latest), depth_(depth) {}

  bool is_latest_ = false;
  CountLimit depth_ = unlimited;
};
inline constexpr History History::latest{true, unlimited};

/// Determines whether a call may allocate from the heap once its channel exists (<dimma/sealed.hpp>). `any`: it may.
/// `sealed`: a call that allocates raises CORBA::NO_MEMORY, for tests. `sealed_counted`: a call that allocates is
/// counted and logged, for production; in the text form `sealed(count)`. A program that seals calls has to be linked
/// with dimma::sealed.
enum class Memory : std::uint8_t { any, sealed, sealed_counted };

/// The fields of EngineeringQoS, in the same order.
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

/// Returns the field's name in the text form: "protocol", "processing", "read-ahead", ...
std::string_view field_name(Field field) noexcept;

/// Thrown for a QoS that is malformed, contradictory, or requires a channel that cannot be made. what() is "field
/// 'messages' at column 22: ...", without the column if the QoS was not parsed from text.
class QoSError : public std::runtime_error {
 public:
  /// `field` is the name in the text form, or the name as written if no field has that name.
  QoSError(std::string_view field, std::string_view reason, std::optional<std::size_t> offset = {});
  QoSError(Field field, std::string_view reason, std::optional<std::size_t> offset = {})
      : QoSError(field_name(field), reason, offset) {}

  /// Returns the name of the field; empty if the text has no field where one is expected.
  const std::string& field() const noexcept { return details_->field; }
  /// Returns the reason, without the field and the column.
  const std::string& reason() const noexcept { return details_->reason; }
  /// Returns the position in the text, counted from 0.
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

/// The resources that make up a channel. An aggregate: set the relevant fields with designated initializers, in this
/// order.
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
  /// Timeout of a call, including waiting for resources; nullopt for no limit.
  std::optional<std::chrono::nanoseconds> deadline = {};
  Scheduling scheduling = {};
  SocketSettings socket = {};
  History history = {};        ///< flow only
  RateLimit rate = unlimited;  ///< flow only: maximum octets per second sent by a producer
  /// Flow only: the time for which a producer may keep a message to send it together with later ones; nullopt to send
  /// each at once.
  std::optional<std::chrono::nanoseconds> batch_delay = {};
  /// TLS only: the name of the credentials that this end presents and trusts (<dimma/tls.hpp>), up to 64 of A-Z a-z 0-9
  /// _ . : / -; empty for those of the ORB's options.
  std::string credentials = {};
  Loans loans = {};             ///< client only; shared memory only
  Memory memory = Memory::any;  ///< use of the heap by calls, at this end

  friend bool operator==(const EngineeringQoS&, const EngineeringQoS&) = default;

  /// Parses the text form, e.g. "transport=shm, processing=nullTask, messages=1, buffers=pool(4,64k)": fields in any
  /// order, each at most once. Fields that are not named have their defaults; the empty text is the default QoS. Case,
  /// `-` and `_` are ignored in names and words; blanks are allowed between the parts. Sizes may end in k, M or G
  /// (1024s), durations end in ns, us, ms, s, m or h. docs/reference/qos.md has the grammar. Throws QoSError for
  /// malformed text, and what validate() throws; both name the place.
  static EngineeringQoS parse(std::string_view text);
  /// Like parse() above; throws QoSError for a null pointer, such as from an environment variable that is not set.
  static EngineeringQoS parse(const char* text);

  /// Returns the fields that differ from their defaults, in the format of parse(); empty for the default QoS.
  std::string to_string() const;
  /// Returns all fields, in the format of parse().
  std::string to_full_string() const;

  /// Throws QoSError for a value out of range, and for a combination that is invalid for every end or every protocol.
  void validate() const;
  /// Like validate(); also throws for a QoS that is invalid for this end.
  void validate(End end) const;
  /// Like validate(end); also throws for a QoS that is invalid for `protocol`, which is also used for `any`.
  void validate(End end, Protocol protocol) const;

  /// Returns true if the channel has its own connection: because of the field, or because nullTask implies it.
  bool is_dedicated() const noexcept {
    return connection == Connection::dedicated || (connection == Connection::automatic && is_null_task());
  }
  /// Returns true if the processing is `nullTask`, with any limit.
  bool is_null_task() const noexcept { return processing_concurrency.kind() == ProcessingConcurrency::Kind::null_task; }
};

/// Prints to_string(), or "default" if it is empty.
std::ostream& operator<<(std::ostream& out, const EngineeringQoS& qos);

/// Return the words of the text form: "iiop", "unix".
std::string_view to_string(Protocol protocol) noexcept;
std::string_view to_string(TransportKind transport) noexcept;

/// Returns the fields that differ from their defaults, in order; for code that assembles channels.
std::vector<Field> fields_said(const EngineeringQoS& qos);

/// Returns one field in the text form: "wait=spin".
std::string field_text(const EngineeringQoS& qos, Field field);

}  // namespace dimma

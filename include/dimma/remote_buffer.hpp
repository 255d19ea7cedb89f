#pragma once
/// Message buffers on other machines: a process offers its buffer as an object, and others write to it and read from it
/// over the protocol that their QoS selects. See message_buffer.hpp. A dimma extension.
///
///   over IIOP (TCP, ...)   write, write_confirmed, read, poll, peek
///   as a flow (UDP, ...)   write: a message that may be lost; to a group it goes to a buffer on each machine,
///                          where readers read it like any other buffer

#include <dimma/flow.hpp>
#include <dimma/message_buffer.hpp>
#include <dimma/servant.hpp>

#include <algorithm>
#include <optional>

namespace dimma {

namespace detail {

/// The interface for writing to a buffer: only oneways, so that it can be bound to a flow.
class BufferInput : public virtual CORBA::Object {
 public:
  using _ref_type = CORBA::object_reference<BufferInput>;
  static constexpr InterfaceTag _interface_tag{"IDL:dimma/MessageBufferInput:1.0"};
  static constexpr std::string_view _answered_operation{""};
  class _operations_type {};

  void put(ArgumentWriter arguments);
  bool _statically_is_a(std::string_view id) const noexcept override;

 protected:
  friend class CORBA::ObjectAccess;
  BufferInput() = default;
  ~BufferInput() override = default;
};

class BufferAccess : public virtual BufferInput {
 public:
  using _ref_type = CORBA::object_reference<BufferAccess>;
  static constexpr InterfaceTag _interface_tag{"IDL:dimma/MessageBuffer:1.0"};
  static constexpr std::string_view _answered_operation{"get"};
  class _operations_type {};

  void put_confirmed(ArgumentWriter arguments, ResultReader results);
  void get(ArgumentWriter arguments, ResultReader results);
  bool _statically_is_a(std::string_view id) const noexcept override;

 protected:
  friend class CORBA::ObjectAccess;
  BufferAccess() = default;
  ~BufferAccess() override = default;
};

/// A mutex that does not require this header to include that of sync::Mutex.
class BufferLock {
 public:
  BufferLock();
  ~BufferLock();
  void lock();
  void unlock() noexcept;

 private:
  struct State;
  const std::unique_ptr<State> state_;
};

class BufferServantBase : public virtual PortableServer::Servant {
 public:
  bool _is_a(const std::string& repository_id) override;
  std::string _repository_id() override;
  bool _dispatch(ServerRequest& request) override;
  const InterfaceTag* _most_derived_interface() const noexcept override { return &BufferAccess::_interface_tag; }

 protected:
  /// put() and get() read the arguments after the type's name, which has already been checked.
  virtual std::uint64_t put(cdr::Decoder& in) = 0;
  virtual void get(ServerRequest& request) = 0;
  virtual const char* type() const noexcept = 0;
};

/// Returns the time for which a server waits for a new value before it answers that there is none; zero if it has no
/// thread to spare.
std::chrono::nanoseconds longest_server_wait() noexcept;
void pause_between_questions() noexcept;
bool is_flow(const EngineeringQoS& qos) noexcept;

}  // namespace detail

/// The servant with which a process offers a buffer on its machine: it is the buffer's writer, on behalf of all remote
/// writers. Activate it in any POA; a POA with `protocol=flow` also accepts writes as a flow. Thread-safe.
///   auto object = poa->servant_to_reference(CORBA::make_reference<dimma::BufferServant<Position>>("position"));
template <class T>
class BufferServant : public virtual detail::BufferServantBase {
  static_assert(
      !is_loaned<T>,
      "a buffer of dimma::loaned<T> is only for processes of one machine; offer others a buffer of the plain sequence");

 public:
  /// Throws what the constructor of BufferWriter throws.
  explicit BufferServant(const std::string& name, const BufferLayout& layout = {})
      : writer_(name, layout), memory_(detail::read_buffer(name, typeid(T).name())), buffer_(1024, layout.octets_max) {}

 private:
  std::uint64_t put(cdr::Decoder& in) override {
    const T value = cdr::read<T>(in);
    lock_.lock();
    try {
      writer_.write(value);
    } catch (...) {
      lock_.unlock();
      throw;
    }
    const std::uint64_t number = writer_.written();
    lock_.unlock();
    return number;
  }

  void get(ServerRequest& request) override {
    auto& in = request.arguments();
    const auto after = in.get<std::uint64_t>();
    const bool next = in.get_boolean();
    const bool takes = in.get_boolean();
    const auto patience = std::chrono::nanoseconds(std::min<std::uint64_t>(
        in.get<std::uint64_t>(), static_cast<std::uint64_t>(detail::longest_server_wait().count())));
    const bool has_news = memory_->newest() > after || (takes && memory_->await_newer(after, patience));
    T value = T();
    const bool has_none = memory_->newest() == 0 || (takes && !has_news);
    const std::uint64_t number = has_none ? 0 : fetch(after, next && has_news, value);
    if (takes && number != 0) memory_->confirm(number);
    auto& out = request.reply();
    out.put(memory_->is_queue());
    out.put(number);
    if (number != 0) cdr::write(out, value);
  }

  std::uint64_t fetch(std::uint64_t after, bool next, T& value) {
    for (;;) {
      const bool in_turn = next && memory_->is_queue();
      const std::uint64_t number = in_turn ? (std::max)(after + 1, memory_->oldest()) : memory_->newest();
      lock_.lock();
      bool is_whole = false;
      try {
        std::size_t octets = 0;
        is_whole = memory_->get(number, buffer_, octets);
        cdr::Decoder in({buffer_.data(), is_whole ? octets : 0});
        if (is_whole) cdr::read(in, value);
      } catch (...) {
        lock_.unlock();
        throw;
      }
      lock_.unlock();
      if (is_whole) return number;
    }
  }
  const char* type() const noexcept override { return typeid(T).name(); }

  detail::BufferLock lock_;  // guards the writer and buffer_
  BufferWriter<T> writer_;
  const std::unique_ptr<detail::BufferMemory> memory_;
  cdr::Buffer buffer_;
};

/// Writes to a buffer that a BufferServant offers. There may be any number of remote writers; each is used by one
/// thread at a time.
template <class T>
class RemoteBufferWriter {
 public:
  /// Binds with `qos`; to a flow if `qos` selects that. Throws what bind() and bind_flow() throw.
  explicit RemoteBufferWriter(const CORBA::object_reference<CORBA::Object>& buffer, const EngineeringQoS& qos = {}) {
    if (detail::is_flow(qos)) {
      flow_ = dimma::bind_flow(narrow_unchecked<detail::BufferInput>(buffer), qos);
    } else {
      binding_ = dimma::bind(narrow_unchecked<detail::BufferAccess>(buffer), qos);
    }
  }

  /// Returns when the value has been sent. Over a flow it may be lost.
  void write(const T& value) {
    const auto arguments = [&](cdr::Encoder& out) { put(out, value); };
    flow_ ? flow_->put(arguments) : binding_->put(arguments);
  }
  /// Returns the number of the value when it is in the remote buffer. Throws BufferError over a flow, which has no
  /// replies.
  std::uint64_t write_confirmed(const T& value) {
    if (flow_) throw BufferError("a flow has no confirmations");
    std::uint64_t number = 0;
    binding_->put_confirmed([&](cdr::Encoder& out) { put(out, value); },
                            [&](cdr::Decoder& in) { number = in.get<std::uint64_t>(); });
    return number;
  }
  /// Returns how many values of a flow have been sent and have arrived. Throws BufferError over any other protocol.
  FlowReport report(std::chrono::milliseconds patience = std::chrono::milliseconds(500)) const {
    if (!flow_) throw BufferError("only a flow has a report");
    return flow_.report(patience);
  }

 private:
  static void put(cdr::Encoder& out, const T& value) {
    out.put_string(typeid(T).name());
    cdr::write(out, value);
  }

  FlowBinding<detail::BufferInput> flow_;
  Binding<detail::BufferAccess> binding_;
};

/// Reads a buffer that a BufferServant offers. Like BufferReader, except that each query is a call. Used by one thread
/// at a time.
template <class T>
class RemoteBufferReader {
 public:
  /// Binds with `qos`. Throws what bind() throws.
  explicit RemoteBufferReader(const CORBA::object_reference<CORBA::Object>& buffer, const EngineeringQoS& qos = {})
      : binding_(dimma::bind(narrow_unchecked<detail::BufferAccess>(buffer), qos)) {}

  /// Returns true if there was a new value when the reply was sent.
  bool poll() {
    std::optional<T> nothing;
    return ask(false, std::chrono::nanoseconds(0), nothing) > read_;
  }
  /// Reads a new value, waiting up to `patience`. Returns false, and leaves `value` unchanged, if there is none.
  bool read(T& value, std::chrono::nanoseconds patience = std::chrono::nanoseconds(0)) {
    using Patience = std::chrono::nanoseconds;
    using Clock = std::chrono::steady_clock;
    const auto until = Clock::now() + std::min<Patience>(patience, std::chrono::hours(1000));
    for (;;) {
      std::optional<T> found;
      const auto left = std::max<Patience>(until - Clock::now(), Patience(0));
      const std::uint64_t number = ask(true, left, found);
      if (number != 0) {
        if (is_queue_) missed_ += number - read_ - 1;
        read_ = number;
        value = std::move(*found);
        return true;
      }
      if (left.count() == 0) return false;
      detail::pause_between_questions();
    }
  }
  /// Reads the latest value, without marking it as read. Returns false if no value has ever been written.
  bool peek(T& value) {
    std::optional<T> found;
    if (ask(false, std::chrono::nanoseconds(0), found) == 0) return false;
    value = std::move(*found);
    return true;
  }
  /// Returns the number of values of a queue that were overwritten before this reader read them; 0 if the buffer keeps
  /// only the latest.
  std::uint64_t missed() const noexcept { return missed_; }

 private:
  std::uint64_t ask(bool takes, std::chrono::nanoseconds patience, std::optional<T>& value) {
    std::uint64_t number = 0;
    binding_->get(
        [&](cdr::Encoder& out) {
          out.put_string(typeid(T).name());
          out.put(read_);
          out.put(true);
          out.put(takes);
          out.put(static_cast<std::uint64_t>(patience.count()));
        },
        [&](cdr::Decoder& in) {
          is_queue_ = in.get_boolean();
          number = in.get<std::uint64_t>();
          if (number != 0) value = cdr::read<T>(in);
        });
    return number;
  }

  Binding<detail::BufferAccess> binding_;
  std::uint64_t read_ = 0;
  std::uint64_t missed_ = 0;
  bool is_queue_ = false;
};

}  // namespace dimma

template <>
struct IDL::traits<dimma::detail::BufferInput> : dimma::interface_traits<dimma::detail::BufferInput> {};
template <>
struct IDL::traits<dimma::detail::BufferAccess> : dimma::interface_traits<dimma::detail::BufferAccess> {};

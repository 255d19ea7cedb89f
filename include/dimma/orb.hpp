#pragma once
/// CORBA::ORB and CORBA::ORB_init (CORBA 3.3 part 1, 8.2 and 8.5).

#include <dimma/generated/plain_exception.hpp>
#include <dimma/object.hpp>
#include <dimma/traits.hpp>
#include <dimma/typecode_factory.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace dimma::orb {
class OrbLifecycle;
class OrbAccess;
}  // namespace dimma::orb

namespace CORBA {

class ServiceInformation;  // in the generated header of share/dimma/idl/services.idl

/// An ORB: converts between references and text, resolves initial references, and serves the objects of this process.
/// Made only by ORB_init. Exists until destroy(), even without references to it. Thread-safe.
///
/// After shutdown every function except destroy() and id() throws BAD_INV_ORDER (OMG minor 4). After destroy() every
/// function except id() throws OBJECT_NOT_EXIST; calls through references of the ORB then throw BAD_INV_ORDER (OMG
/// minor 4).
class ORB : public virtual Object, public TypeCodeFactory {
 public:
  using _ref_type = object_reference<ORB>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/CORBA/ORB:1.0"};

  using ObjectId = std::string;
  using ObjectIdList = std::vector<std::string>;
  DIMMA_LOCAL_EXCEPTION(InvalidName, "CORBA/ORB");

  /// Returns the id that was given to ORB_init (or with -ORBid); empty by default.
  const std::string& id() const noexcept;

  /// Returns the object that the text refers to: `IOR:...`, `corbaloc:iiop:host:port/key`, `corbaloc:rir:/Name`,
  /// `file://path` (a file that contains one of the other forms), `corbaname:iiop:host:port/key#context/object`. Does
  /// not connect, except to the naming service for a corbaname with a name. Returns nil for the nil IOR. Throws
  /// BAD_PARAM, whose text describes the error (OMG minors 7 to 10; 10 for a name that is not bound).
  object_reference<Object> string_to_object(const std::string& text);
  /// Returns "IOR:...". Throws MARSHAL (OMG minor 4) for a local object, INITIALIZE if the reference is to an object of
  /// this process and its endpoint cannot be opened.
  std::string object_to_string(object_reference<Object> object);

  /// Returns the object with this name: RootPOA, POACurrent, PICurrent (<dimma/interceptor.hpp>), CodecFactory
  /// (<dimma/codec_factory.hpp>), DynAnyFactory (<dimma/dynamic_any.hpp>), ORBPolicyManager and PolicyCurrent
  /// (<dimma/messaging.hpp>), and the names of -ORBInitRef, -ORBDefaultInitRef and register_initial_reference. Throws
  /// InvalidName for an unknown name.
  object_reference<Object> resolve_initial_references(const ObjectId& name);
  /// Returns the names that resolve_initial_references knows, without those of -ORBDefaultInitRef.
  ObjectIdList list_initial_services();
  /// Makes resolve_initial_references return the object for the name. Throws InvalidName if the name is empty or
  /// already exists, BAD_PARAM (OMG minor 27) for nil.
  void register_initial_reference(const ObjectId& name, object_reference<Object> object);

  /// Registers the factory for values with this repository id that are received; returns the factory that it replaces,
  /// or nil. Types without operations need no factory, but may have one. Throws BAD_PARAM (OMG minor 1) for nil.
  valuefactory_reference<ValueFactoryBase> register_value_factory(const RepositoryId& id,
                                                                  valuefactory_reference<ValueFactoryBase> factory);
  /// Both functions throw BAD_PARAM (OMG minor 1) if no factory is registered for the id.
  void unregister_value_factory(const RepositoryId& id);
  valuefactory_reference<ValueFactoryBase> lookup_value_factory(const RepositoryId& id);

  /// Makes a policy of the given type: a client policy (<dimma/messaging.hpp> documents the contents of `value`), an
  /// object adapter policy (`value` is what POA::create_..._policy takes), or one whose factory has been registered.
  /// Throws PolicyError; its reason() is UNSUPPORTED_POLICY for other types of the OMG, BAD_POLICY for unknown types.
  object_reference<Policy> create_policy(PolicyType type, const Any& value);

  /// Makes a list of `count` empty arguments for dynamic calls (<dimma/dii.hpp>).
  object_reference<NVList> create_list(std::int32_t count);
  /// Like the other create_list(), with the signature of the IDL in CORBA 3.3 (part 1, 8.2).
  void create_list(std::int32_t count, object_reference<NVList>& new_list);

  /// Returns true if the ORB has the service (CORBA 3.3 part 1, 8.2.1.1, which numbers only Security). dimma reports no
  /// service: always returns false, and leaves `information` unchanged.
  bool get_service_information(ServiceType type, ServiceInformation& information);

  /// Blocks until the ORB has been shut down and the upcalls in progress have ended. The ORB serves requests even if
  /// run() is not called; any number of threads may call it. In an ORB that the application runs, the threads in run()
  /// serve the requests. In the build without threads run() serves the requests of all ORBs of the process, and so does
  /// every call while it waits for its reply.
  void run();
  /// Returns false if the ORB's own threads serve it. In an ORB that the application runs (<dimma/event_loop.hpp>), and
  /// in the build without threads, returns true if a request, a reply, a connection, a timer or a signal
  /// (dimma/signals.hpp) is pending.
  bool work_pending();
  /// Serves one pending event, if there is any, and returns. A no-op if the ORB's own threads serve it.
  void perform_work();

  /// Stops accepting requests, deactivates all objects and closes all connections. With `wait_for_completion` it
  /// returns when the upcalls in progress have ended; within an upcall it then throws BAD_INV_ORDER (OMG minor 3).
  /// Without it, run() or destroy() completes the shutdown. Another call only waits.
  void shutdown(bool wait_for_completion = false);
  /// Shuts the ORB down if necessary, waits for that, and releases all threads, sockets and servants of the ORB.
  /// ORB_init with the same id makes a new ORB afterwards. Throws BAD_INV_ORDER (OMG minor 3) within an upcall.
  void destroy();

 protected:
  explicit ORB(std::shared_ptr<dimma::orb::OrbLifecycle> lifecycle) noexcept;
  ~ORB() override;

 private:
  friend class dimma::orb::OrbAccess;
  std::shared_ptr<dimma::orb::OrbLifecycle> lifecycle_;
};

/// Returns the ORB with this id: the existing one, or a new one that the arguments configure. Known arguments are
/// removed from argv, and argc is adjusted; argv[argc] is set to nullptr if any argument has been removed. An existing
/// ORB keeps its configuration; invalid arguments are refused nevertheless. `--` ends the options.
///
/// Standard options, each with its value as the next argument:
///   -ORBid ID                     the id, if `id` is empty
///   -ORBServerId ID               the server_id() of interceptors; dimma's references do not name their server
///   -ORBListenEndpoints LIST      addresses to listen at: iiop://host:port[,...]; host or port may be omitted. May
///                                 be repeated to add addresses. References name all of them, the first as the
///                                 profile's own address, and a client tries them in turn. An IPv6 address is in
///                                 brackets, a link-local one with its zone: iiop://[fe80::1%25eth0]:2809. If the ORB
///                                 listens at every address (no host, [::]; 0.0.0.0 for IPv4), references name one
///                                 address of each family
///   -ORBNoProprietaryActivation   accepted: dimma has no proprietary activation
///   -ORBInitRef NAME=URL          the result of resolve_initial_references(NAME)
///   -ORBDefaultInitRef URL        names that are not found otherwise are resolved as URL/NAME
/// Options of dimma, whose value may also follow a '='. Defaults are in parentheses; a TIME is 500ms or 10s:
///   --dimma-endpoint LIST
///       like -ORBListenEndpoints, where ssliop://host:port uses TLS; omniORB's -ORBendPoint giop:tcp:host:port and
///       giop:ssl:host:port are accepted too
///   --dimma-publish host[:port][,...]
///       the addresses that references name instead of the listening addresses, the first as the profile's own; may
///       be repeated; ssliop://host:port for an address with TLS if there is plain IIOP as well
///   --dimma-bidirectional offer|accept|both|off
///       callbacks over the client's connections: offers them to the servers of this ORB, for all its objects;
///       accepts them from its clients, for all its POAs (off: as BiDirPolicy says); docs/guides/bidirectional.md
///   --dimma-qos TEXT
///       QoS of implicit bindings and of the default endpoint (dimma/qos.hpp); each end ignores fields that only the
///       other end can have (docs/reference/qos.md)
///   --dimma-access FILE
///       access rules: which callers may call which operations of this ORB's objects (<dimma/access.hpp>,
///       docs/guides/access-rules.md); a file with an error is refused with line and column (none: all may call
///       everything)
///   --dimma-local-users own|any|USER[,...]
///       the users, by name or number, besides this process's own user, with whose processes this one communicates over
///       Unix sockets and shared memory, at either end (own); access rules then determine what each may call
///   --dimma-giop 1.0|1.1|1.2
///       the highest GIOP version to use
///   --dimma-max-message OCTETS
///       maximum size of one message; k, M and G are allowed
///   --dimma-connection-memory OCTETS
///       maximum memory that one connection uses for long messages (twice the limit of a message)
///   --dimma-max-memory OCTETS
///       maximum memory that all connections use together (half of the machine's memory); docs/reference/limits.md
///   --dimma-connections N
///       maximum number of connections to one server address, 1 to 64, for bindings whose QoS does not set it; more
///       than one is used if several threads call (2)
///   --dimma-held-requests N
///       maximum number of requests that wait for POAManagers in HOLDING and for adapter activators, 0 to 1000000;
///       further requests are refused with TRANSIENT (1000)
///   --dimma-idle TIME
///       a server closes a connection (with CloseConnection) on which nothing has been received for that long, after
///       twice that time at the latest (180s; 0s: never)
///   --dimma-connect-timeout TIME
///       timeout of connecting (10s)
///   --dimma-peer-silence TIME
///       a TCP connection is considered lost if the peer's host is silent for that long (30s; 0s: never)
///   --dimma-send-timeout TIME
///       a server closes a connection whose client accepts no octet of a reply for that long (30s; 0s: never)
///   --dimma-drain-timeout TIME
///       when a server shuts down, how long clients have to receive pending replies before their connections are closed
///       (2s; 0s: as long as they need)
///   --dimma-nested-wait TIME
///       how long a call that an upcall makes without a deadline waits for an empty pool before it throws (10s)
///   --dimma-cancel any|dimma|none
///       the servers that are sent a CancelRequest when a call is abandoned at its deadline (dimma: only dimma servers,
///       since a CancelRequest harms some other ORBs)
///   --dimma-tls-certificate FILE, --dimma-tls-key FILE, --dimma-tls-passphrase-file FILE
///       the certificate that this end presents, with any intermediate certificates; its key (in the same file); the
///       key's passphrase. For all TLS options see dimma/tls_credentials.hpp and docs/guides/security.md
///   --dimma-tls-authorities FILE|FOLDER, --dimma-tls-revocations FILE
///       the authorities whose certificates are trusted (the system's); their revocation lists
///   --dimma-tls-version 1.2|1.3
///       the minimum version that is accepted (1.2; two ends that both have 1.3 use 1.3)
///   --dimma-tls-clients none|optional|required
///       whether a server requests a certificate from its clients (none)
///   --dimma-tls-name NAME
///       the name that servers' certificates must have, instead of the host in the reference; *: any name
///   --dimma-tls-handshake-timeout TIME, --dimma-tls-handshakes N
///       how long a server's client has for its handshake (10s); the maximum number of handshakes at the same time,
///       1 to 1000000 (4096)
///   --dimma-log LEVELS
///       the log levels of this process: off, error, warning, info or debug, also for one room, as in
///       iiop=debug,warning (warning); see dimma/log.hpp and docs/guides/logging.md
///   --dimma-log-file FILE, --dimma-log-format text|json
///       the file to which log lines are appended (standard error), and whether they are text or JSON objects (text),
///       in a process whose log has no sink
///   --dimma-exception-text all|none
///       whether clients are sent the text of exceptions that servants throw (all)
///   --dimma-byte-order big|little
///       the byte order in which this process sends; for tests of peers
///   --dimma-metrics on|off
///       counts the calls of each binding and endpoint, and measures their duration (<dimma/observation.hpp>) (off)
///   --dimma-recorder N|on|off
///       keeps records of the last N calls of each binding and endpoint, with the duration of each step (on: 4096)
///       (off)
///   --dimma-capture N|on|off
///       keeps the first N octets of each send and receive on connections, 8 MiB in all, for Wireshark (on: 256) (off)
///   --dimma-inspect HOST:PORT|https://HOST:PORT|unix:PATH|unix|off
///       a page that shows the activity of this ORB, its metrics for Prometheus, and more; requires that the program is
///       linked with dimma::inspect (<dimma/inspect.hpp>, docs/guides/inspecting.md). An address that other machines
///       can reach uses TLS and requires a token. Turns metrics and the recorder on, unless the options above say
///       otherwise (off)
///   --dimma-inspect-token-file FILE
///       the file with the token that each request to that page needs; other users must not be able to read it (none)
///   --dimma-inspect-objects on|off
///       offers the same data over IIOP as the object DimmaInspector, corbaloc::HOST:PORT/DimmaInspector; turns nothing
///       else on. Requires that the program is linked with dimma::inspect (off)
///   --dimma-trace on|off
///       makes spans of calls, and propagates their trace context (<dimma/trace.hpp>, docs/guides/tracing.md) (off)
///   --dimma-trace-sample RATIO
///       the share of the traces beginning here that is sampled, 0 to 1 (1)
///   --dimma-trace-queue N
///       maximum number of spans that wait to be exported, 1 to 1000000, of 2 KiB each on average; further spans are
///       dropped (2048)
///   --dimma-trace-endpoint URL, --dimma-trace-batch N, --dimma-trace-interval TIME
///       the destination of spans, by OTLP over HTTP, in a program that is linked with dimma::trace
///       (http://127.0.0.1:4318/v1/traces); the maximum number in a request (512); the time after which fewer are sent
///       (5s). The first turns tracing on unless --dimma-trace off says otherwise
///   --dimma-code-set ISO-8859-1|UTF-8
///       the code set of char and std::string in this process (UTF-8)
///   --dimma-config FILE
///       a file of options, each written as "idle = 60s" on a line; environment variables and options override its
///       values. A file with an error is refused with line and column; docs/reference/options.md (none)
///   --dimma-help
///       prints all options on standard output and ends the process by std::exit(): with 0, or 1 if that cannot be
///       written. Other arguments are ignored, except for unknown options before it
/// Options of TAO and omniORB that have no counterpart here (-ORBDebugLevel, -ORBtraceLevel, -ORBObjRefStyle, ...) are
/// removed, with a warning in the log that names the nearest option of dimma, if there is one. Each option of dimma
/// that has a value can also be set by an environment variable (DIMMA_QOS, DIMMA_PUBLISH, ...), which the option
/// overrides.
///
/// Throws BAD_PARAM for an unknown -ORB option and an invalid value; _detail() names the option or the place in the
/// config file.
object_reference<ORB> ORB_init(int& argc, char* argv[], const std::string& id = "");
/// Like ORB_init() above without arguments: only the environment configures a new ORB.
object_reference<ORB> ORB_init();
/// Like ORB_init() above with the arguments in a vector, without a program name.
object_reference<ORB> ORB_init(std::vector<std::string>& arguments, const std::string& id = "");

}  // namespace CORBA

template <>
struct IDL::traits<CORBA::ORB> : dimma::local_interface_traits<CORBA::ORB> {};

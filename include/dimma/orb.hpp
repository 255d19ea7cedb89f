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
/// Only ORB_init makes one. It lives until destroy(), even if there is no reference to it. Thread safe.
///
/// After shutdown every function except destroy() and id() throws BAD_INV_ORDER (OMG minor 4). After destroy() every
/// one except id() throws OBJECT_NOT_EXIST; calls through references of the ORB then throw BAD_INV_ORDER (OMG minor 4).
class ORB : public virtual Object, public TypeCodeFactory {
 public:
  using _ref_type = object_reference<ORB>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/CORBA/ORB:1.0"};

  using ObjectId = std::string;
  using ObjectIdList = std::vector<std::string>;
  DIMMA_LOCAL_EXCEPTION(InvalidName, "CORBA/ORB");

  /// The id that was given to ORB_init (or -ORBid); empty by default.
  const std::string& id() const noexcept;

  /// Returns the object that the text names: `IOR:...`, `corbaloc:iiop:host:port/key`, `corbaloc:rir:/Name`,
  /// `file://path` (the file contains one of the others), `corbaname:iiop:host:port/key#context/object`. Does not
  /// connect, except to the naming service for a corbaname with a name. Returns nil for the nil IOR. Throws BAD_PARAM
  /// naming what is wrong (OMG minors 7 to 10; 10 for a name that is not bound).
  object_reference<Object> string_to_object(const std::string& text);
  /// Returns "IOR:...". Throws MARSHAL (OMG minor 4) for a local object, INITIALIZE if the reference is to an object of
  /// this process and no endpoint can be opened for it.
  std::string object_to_string(object_reference<Object> object);

  /// Returns the object for which the name stands: RootPOA, POACurrent, PICurrent (<dimma/interceptor.hpp>),
  /// CodecFactory (<dimma/codec_factory.hpp>), DynAnyFactory (<dimma/dynamic_any.hpp>), ORBPolicyManager and
  /// PolicyCurrent (<dimma/messaging.hpp>), and the names of -ORBInitRef, -ORBDefaultInitRef and
  /// register_initial_reference. Throws InvalidName for an unknown name.
  object_reference<Object> resolve_initial_references(const ObjectId& name);
  /// The names that resolve_initial_references knows without -ORBDefaultInitRef.
  ObjectIdList list_initial_services();
  /// Throws InvalidName for an empty name and for one that exists already, BAD_PARAM (OMG minor 27) for nil.
  void register_initial_reference(const ObjectId& name, object_reference<Object> object);

  /// Registers the factory that makes values of that repository id when they arrive; returns the one that it replaces,
  /// or nil. A type without operations needs none, but may have one. Throws BAD_PARAM (OMG minor 1) for nil.
  valuefactory_reference<ValueFactoryBase> register_value_factory(const RepositoryId& id,
                                                                  valuefactory_reference<ValueFactoryBase> factory);
  /// Both throw BAD_PARAM (OMG minor 1) if no factory is registered for the id.
  void unregister_value_factory(const RepositoryId& id);
  valuefactory_reference<ValueFactoryBase> lookup_value_factory(const RepositoryId& id);

  /// Makes a policy of that type: one for clients, which <dimma/messaging.hpp> lists with the contents of `value` for
  /// each, or one for object adapters, for which `value` holds the value that POA::create_..._policy takes. Throws
  /// PolicyError with its reason: UNSUPPORTED_POLICY for another type of the OMG's.
  object_reference<Policy> create_policy(PolicyType type, const Any& value);

  /// Makes a list of `count` empty arguments for dynamic calls (<dimma/dii.hpp>).
  object_reference<NVList> create_list(std::int32_t count);
  /// The same, with the signature of the IDL in CORBA 3.3 (part 1, 8.2).
  void create_list(std::int32_t count, object_reference<NVList>& new_list);

  /// Returns true if the ORB has that service (CORBA 3.3 part 1, 8.2.1.1, which numbers only Security). dimma reports
  /// no service: always returns false, and leaves `information` unchanged.
  bool get_service_information(ServiceType type, ServiceInformation& information);

  /// Blocks until the ORB has been shut down and the upcalls in progress have ended. The ORB serves requests whether
  /// run() is being called or not; any number of threads may be in it. In an ORB that the application runs, the threads
  /// in run() serve it. In the build without threads run() serves the requests of all ORBs of the process, and so does
  /// every call while it waits for its reply.
  void run();
  /// Returns false if the ORB's own threads do the work. In an ORB that the application runs (<dimma/event_loop.hpp>),
  /// and in the build without threads, returns true if a request, a reply, a connection, a timer or a signal
  /// (dimma/signals.hpp) waits to be served.
  bool work_pending();
  /// Does nothing if the ORB's own threads do the work; otherwise serves one of the waiting events, if any, and
  /// returns.
  void perform_work();

  /// Takes no more requests, deactivates all objects and closes all connections. With `wait_for_completion` it returns
  /// when the upcalls in progress have ended; within an upcall it then throws BAD_INV_ORDER (OMG minor 3). Without it,
  /// the rest is done in run() or destroy(). Calling it again only waits.
  void shutdown(bool wait_for_completion = false);
  /// Shuts down if that has not been done, waits for it, and releases every thread, socket and servant of the ORB.
  /// ORB_init with the same id makes a new ORB from then on. Throws BAD_INV_ORDER (OMG minor 3) within an upcall.
  void destroy();

 protected:
  explicit ORB(std::shared_ptr<dimma::orb::OrbLifecycle> lifecycle) noexcept;
  ~ORB() override;

 private:
  friend class dimma::orb::OrbAccess;
  std::shared_ptr<dimma::orb::OrbLifecycle> lifecycle_;
};

/// The ORB of that id: the existing one, or a new one that the arguments configure. The known arguments are taken out
/// of argv, and argc is set accordingly; argv[argc] becomes nullptr when anything has been taken out. An existing ORB
/// stays as it was configured; wrong arguments are refused all the same. `--` ends the options.
///
/// Standard options, each with its value as the next argument:
///   -ORBid ID                     the id, if `id` is empty
///   -ORBServerId ID               accepted: dimma's references do not name their server
///   -ORBListenEndpoints LIST      addresses to listen at: iiop://host:port[,...]; host or port may be left out; said
///                                 several times, at all of them. References name them all, the first as the profile's
///                                 own, so that a client tries them in turn. An IPv6 address is in brackets, a
///                                 link-local one with its zone: iiop://[fe80::1%25eth0]:2809; for every address
///                                 (no host, [::]; 0.0.0.0 for IPv4) they name one of each family
///   -ORBNoProprietaryActivation   accepted: dimma has none
///   -ORBInitRef NAME=URL          what resolve_initial_references(NAME) gives
///   -ORBDefaultInitRef URL        names found nowhere else are resolved as URL/NAME
/// dimma's own; the value may also follow a '='. Defaults are in parentheses; a TIME is 500ms or 10s:
///   --dimma-endpoint LIST
///       as -ORBListenEndpoints, where ssliop://host:port has TLS; omniORB's -ORBendPoint giop:tcp:host:port and
///       giop:ssl:host:port are accepted too
///   --dimma-publish host[:port][,...]
///       the addresses that references carry instead of those listened at, the first as the profile's own; may be
///       said several times; ssliop://host:port for one with TLS where there is plain IIOP as well
///   --dimma-bidirectional offer|accept|both|off
///       calls back over the client's connections: offers them to the servers of this ORB, for all its objects;
///       accepts them of its clients, for all its POAs (off: what BiDirPolicy says); docs/guides/bidirectional.md
///   --dimma-qos TEXT
///       QoS of implicit bindings and of the default endpoint (dimma/qos.hpp); each end leaves out what only the
///       other can have (docs/reference/qos.md)
///   --dimma-access FILE
///       access rules: who may call what of this ORB's objects (<dimma/access.hpp>, docs/guides/access-rules.md); a
///       file that is wrong is refused with line and column (none: everyone may call everything)
///   --dimma-local-users own|any|USER[,...]
///       the users, by name or number, whose processes this one talks to over Unix sockets and shared memory, at either
///       end, besides its own user (own); access rules then say what each may call
///   --dimma-giop 1.0|1.1|1.2
///       the highest GIOP version to speak
///   --dimma-max-message OCTETS
///       limit of one message; k, M and G are allowed
///   --dimma-connection-memory OCTETS
///       limit of what one connection holds for long messages (twice the limit of a message)
///   --dimma-max-memory OCTETS
///       limit of what all connections hold together (half of the machine's memory); docs/reference/limits.md
///   --dimma-connections N
///       limit of connections to one server's address, 1 to 64, for bindings whose QoS says nothing of them; more
///       than one is used where several threads call (2)
///   --dimma-held-requests N
///       limit of requests that wait for POAManagers in HOLDING and for adapter activators, 0 to 1000000; one
///       more is refused with TRANSIENT (1000)
///   --dimma-idle TIME
///       a server closes a connection, in order, when nothing has come over it for that long, and after twice as
///       long at the latest (180s; 0s: never)
///   --dimma-connect-timeout TIME
///       how long connecting may take (10s)
///   --dimma-peer-silence TIME
///       a TCP connection is lost when nothing is heard of the peer's host for that long (30s; 0s: never)
///   --dimma-send-timeout TIME
///       a server closes a connection whose client takes nothing of a reply for that long (30s; 0s: never)
///   --dimma-drain-timeout TIME
///       when a server shuts down, how long clients have to take the replies that wait for them, before their
///       connections are closed (2s; 0s: as long as they need)
///   --dimma-nested-wait TIME
///       how long a call without a deadline that an upcall makes waits for an empty pool before it raises (10s)
///   --dimma-cancel any|dimma|none
///       which servers get a CancelRequest when a call is given up at its deadline (dimma: those that are dimma,
///       as it harms some other ORBs)
///   --dimma-tls-certificate FILE, --dimma-tls-key FILE, --dimma-tls-passphrase-file FILE
///       the certificate that this end shows, with those between it and an authority; its key (in the same file), and
///       that one's passphrase; for these and what follows see dimma/tls_credentials.hpp and docs/guides/security.md
///   --dimma-tls-authorities FILE|FOLDER, --dimma-tls-revocations FILE
///       whose certificates are trusted (the system's); their revocation lists
///   --dimma-tls-version 1.2|1.3
///       the least that is accepted (1.2; two ends that both have 1.3 use that)
///   --dimma-tls-clients none|optional|required
///       whether a server asks its clients for a certificate (none)
///   --dimma-tls-name NAME
///       what servers' certificates have to be for, instead of the host in the reference; *: anything
///   --dimma-tls-handshake-timeout TIME, --dimma-tls-handshakes N
///       how long a server's client has for its handshake (10s); so many at once, 1 to 1000000 (4096)
///   --dimma-log LEVELS
///       what the log says of this process: off, error, warning, info or debug, or such a level of one room, as in
///       iiop=debug,warning (warning); see dimma/log.hpp and docs/guides/logging.md
///   --dimma-log-file FILE, --dimma-log-format text|json
///       where lines of the log are appended to (standard error), and whether they are words or JSON objects (text), of
///       a process whose log has no sink
///   --dimma-exception-text all|none
///       whether clients are told in words what servants have thrown (all)
///   --dimma-byte-order big|little
///       what this process sends; for tests of peers
///   --dimma-metrics on|off
///       counts the calls of each binding and endpoint, and how long they take (<dimma/observation.hpp>) (off)
///   --dimma-recorder N|on|off
///       keeps the last N calls of each binding and endpoint with the time that each of their steps took (on: 4096)
///       (off)
///   --dimma-capture N|on|off
///       keeps the first N octets of what connections send and receive, 8 MiB in all, for Wireshark (on: 256) (off)
///   --dimma-inspect HOST:PORT|https://HOST:PORT|unix:PATH|unix|off
///       a page that shows what this ORB does, its metrics for Prometheus, and more: a program that is linked with
///       dimma::inspect has it (<dimma/inspect.hpp>, docs/guides/inspecting.md). An address that is not this machine's
///       alone has TLS and needs a token. Metrics and the recorder are on then, unless the options above say otherwise
///       (off)
///   --dimma-inspect-token-file FILE
///       holds the token that each request to that page needs; others must not be able to read it (none)
///   --dimma-inspect-objects on|off
///       the object DimmaInspector says the same over IIOP, corbaloc::HOST:PORT/DimmaInspector; it turns nothing else
///       on. Needs a program that is linked with dimma::inspect (off)
///   --dimma-trace on|off
///       makes spans of calls, and carries the context of their trace along (<dimma/trace.hpp>, docs/guides/tracing.md)
///       (off)
///   --dimma-trace-sample RATIO
///       the share of the traces that begin here, 0 to 1 (1)
///   --dimma-trace-queue N
///       so many spans wait to be exported, 1 to 1000000, of 2 KiB each on average; one more is dropped (2048)
///   --dimma-trace-endpoint URL, --dimma-trace-batch N, --dimma-trace-interval TIME
///       where spans go, by OTLP over HTTP, of a program that is linked with dimma::trace
///       (http://127.0.0.1:4318/v1/traces); so many in a request at most (512), and after how long fewer are sent (5s);
///       the first has calls traced unless --dimma-trace off says otherwise
///   --dimma-code-set ISO-8859-1|UTF-8
///       what char and std::string hold in this process (UTF-8)
///   --dimma-config FILE
///       a file of options, each as "idle = 60s" on a line; a variable or an option overrides what it says. A wrong
///       file is refused with line and column; docs/reference/options.md (none)
///   --dimma-help
///       prints all options on standard output and ends the process by std::exit(): with 0, or 1 if that can't be
///       written. Nothing else of the arguments is looked at, but for unknown options before it
/// Options of TAO and omniORB that have no counterpart here (-ORBDebugLevel, -ORBtraceLevel, -ORBObjRefStyle, ...) are
/// taken out, with a warning in the log that names the option of dimma's that comes nearest, if there is one.
/// Each of dimma's own that has a value also as environment variable (DIMMA_QOS, DIMMA_PUBLISH, ...), which an option
/// overrides.
///
/// Throws BAD_PARAM, with the option or the place in the config file named in _detail(), for an unknown -ORB option and
/// a malformed value.
object_reference<ORB> ORB_init(int& argc, char* argv[], const std::string& id = "");
/// The same without arguments: the environment alone configures a new ORB.
object_reference<ORB> ORB_init();
/// The same with arguments in a vector, the first of which is an option already (no program name).
object_reference<ORB> ORB_init(std::vector<std::string>& arguments, const std::string& id = "");

}  // namespace CORBA

template <>
struct IDL::traits<CORBA::ORB> : dimma::local_interface_traits<CORBA::ORB> {};

#pragma once
/// Publishes objects under names in a naming service, for as long as their server lives.
///
///   auto time = dimma::naming::publish(orb, "lab/time", poa->id_to_reference(id));
///   orb->run();                              // the name stays bound until `time` goes out of scope
///
/// With dimma's naming service (dimma-naming) the name is bound with a lease: if the server dies silently, the name is
/// removed when the lease expires. With other services it is bound without a lease, and stays. A thread of the
/// publication renews the lease and maintains the name: it binds the name again if the service has lost it, was
/// restarted, or was unreachable for longer than the lease. A dimma extension; the library is dimma::naming
/// (find_package(dimma COMPONENTS naming)).

#include <dimma/orb.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

namespace dimma::naming {

/// Thrown if a name could not be published. The text contains the name, the service's answer and a remedy.
class PublishError : public std::runtime_error {
 public:
  /// The category of the failure.
  enum class Kind {
    refused,      ///< the caller's mistake, or the service's answer: a malformed name, a context in the way, a nil
                  ///< reference
    no_leases,    ///< the service has no leases, and PublishOptions::requires_lease is set
    unreachable,  ///< the service was not reached or did not answer; may be temporary
  };

  PublishError(Kind kind, const std::string& text) : std::runtime_error(text), kind_(kind) {}
  /// Returns the category of the failure.
  Kind kind() const noexcept { return kind_; }

 private:
  Kind kind_;
};

/// The state of a publication.
struct PublicationStatus {
  /// The stages in the life of a publication.
  enum class State {
    pending,    ///< not bound yet, since the service has not been reached (PublishOptions::waits_for_service)
    published,  ///< the name is bound to the object
    renewing,   ///< the service does not answer, so the name may expire with its lease; retried
    taken,      ///< another client has bound the name to something else; left alone until the name is free
    refused,    ///< the service no longer accepts the name; retried
    ended,      ///< final: unbound (also because the ORB was shut down) or detached
  };
  State state = State::pending;
  bool has_lease = false;
  std::string text;  ///< the last event, for people; empty if there is nothing to report

  friend bool operator==(const PublicationStatus&, const PublicationStatus&) = default;
};
/// "published", "renewing", ...
const char* to_string(PublicationStatus::State state) noexcept;

/// How publish() deals with the service, and with existing names.
struct PublishOptions {
  /// The root context; if nil, the ORB's initial reference NameService (-ORBInitRef NameService=URL).
  CORBA::object_reference<CORBA::Object> service = {};
  /// The time after which the name of a server that no longer renews the lease expires: 100 ms to 1 day. The name is
  /// checked three times in that period, even with a service without leases.
  std::chrono::milliseconds lease{15'000};
  /// If true, refuses a service without leases, in which the name of a dead server would stay.
  bool requires_lease = false;
  /// If true, replaces an object that is already bound to the name when the publication begins. If false, publishing
  /// fails if the name is bound to another object.
  bool replaces = true;
  /// If true, publish() returns even if the service does not answer, and the thread keeps trying.
  bool waits_for_service = false;
  /// Timeout of one call to the service, including connecting.
  std::chrono::milliseconds call_timeout{5'000};
  /// Called on the publication's thread for each change of status, and never after the destructor, unbind() or detach()
  /// has returned. Exceptions are dropped. Must not unbind, detach, move or destroy the publication.
  std::function<void(const PublicationStatus&)> on_change = {};
};

/// A name that is kept bound to an object. Movable, not copyable. The destructor unbinds the name. If the ORB is shut
/// down earlier (ORB::shutdown(), shutdown_on_signals()), the publication ends and the name is unbound first; the
/// shutdown waits for that as described in <dimma/shutdown.hpp>. All functions may be called from any thread, but not
/// while the publication is being moved or destroyed. A forked child process has no publication: its parent keeps the
/// name.
class Publication {
 public:
  Publication() noexcept;
  Publication(Publication&&) noexcept;
  Publication& operator=(Publication&&) noexcept;
  /// Like unbind(), but ignores failures.
  ~Publication();

  /// True unless this was default constructed or moved from.
  explicit operator bool() const noexcept { return static_cast<bool>(keeper_); }
  /// The name that was passed to publish().
  const std::string& name() const noexcept;
  /// Returns the current status.
  PublicationStatus status() const;

  /// Ends the publication and removes the name, unless it has been bound to something else. Contexts created for the
  /// name stay. Waits for a call in progress, and for its own call, each up to PublishOptions::call_timeout. A no-op if
  /// the publication has ended. Throws PublishError if the service did not answer: a leased name then expires with its
  /// lease.
  void unbind();
  /// Ends the publication and leaves the name bound without a lease, so that it does not expire. Throws PublishError if
  /// the service did not answer; the name then expires with its lease.
  void detach();

  /// Created by publish(); defined in the library.
  class Keeper;

 private:
  friend Publication publish(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& name,
                             const CORBA::object_reference<CORBA::Object>& object, PublishOptions options);
  explicit Publication(std::unique_ptr<Keeper> keeper) noexcept;

  std::unique_ptr<Keeper> keeper_;
};

/// Binds `object` to a name, and keeps it bound. `name` is a stringified name (CORBA Naming 1.3, 2.4):
/// "lab/clock.time". Missing contexts on the path are created. Returns when the name is bound; with
/// PublishOptions::waits_for_service at once if it cannot be bound yet. Starts a thread, "dimma-publish". Throws
/// PublishError, and the exceptions of object_to_string() if the reference cannot be written.
Publication publish(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& name,
                    const CORBA::object_reference<CORBA::Object>& object, PublishOptions options = {});

}  // namespace dimma::naming

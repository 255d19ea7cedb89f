#pragma once
/// Publishing objects under names in a naming service, for as long as their server lives.
///
///   auto time = dimma::naming::publish(orb, "lab/time", poa->id_to_reference(id));
///   orb->run();                              // the name is there until `time` goes out of scope
///
/// With dimma's own service (dimma-naming) the name is bound under a lease: a server that dies silently loses it when
/// the lease ends. With other services it is bound plainly, and stays. A thread of the publication renews the lease and
/// maintains the name: it binds it again if the service has lost it, was restarted, or was away for longer than the
/// lease. dimma's own; the library is dimma::naming (find_package(dimma COMPONENTS naming)).

#include <dimma/orb.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

namespace dimma::naming {

/// Thrown if a name could not be published. The text has the name, the service's answer and a remedy.
class PublishError : public std::runtime_error {
 public:
  /// The reason why an object could not be published.
  enum class Kind {
    refused,      ///< the caller's mistake, or the service's answer: a malformed name, a context in the way, a nil
                  ///< reference
    no_leases,    ///< the service has no leases, and PublishOptions::requires_lease is set
    unreachable,  ///< the service was not reached or did not answer; it may later
  };

  PublishError(Kind kind, const std::string& text) : std::runtime_error(text), kind_(kind) {}
  /// The reason.
  Kind kind() const noexcept { return kind_; }

 private:
  Kind kind_;
};

/// The state of a publication.
struct PublicationStatus {
  /// The stages of a publication's life.
  enum class State {
    pending,    ///< not bound yet: the service has not been reached (PublishOptions::waits_for_service)
    published,  ///< the name is bound to the object
    renewing,   ///< the service does not answer at the moment; what is bound may end with its lease; tried again
    taken,      ///< the name is bound to something else, which another has put there; it is left alone until it is free
    refused,    ///< the service no longer takes the name; tried again
    ended,      ///< unbound (also since the ORB was shut down) or detached; for good
  };
  State state = State::pending;
  bool has_lease = false;
  std::string text;  ///< the last event, for people; empty while there is nothing to say

  friend bool operator==(const PublicationStatus&, const PublicationStatus&) = default;
};
/// "published", "renewing", ...
const char* to_string(PublicationStatus::State state) noexcept;

/// How publish() deals with the service, and with names that exist already.
struct PublishOptions {
  /// The root context; nil: the ORB's initial reference NameService (-ORBInitRef NameService=URL).
  CORBA::object_reference<CORBA::Object> service = {};
  /// The time for which the name outlives a server that no longer renews it: 100 ms to 1 day. The name is checked three
  /// times in that period, even with a service without leases.
  std::chrono::milliseconds lease{15'000};
  /// Refuses a service that has no leases: there the name of a dead server would stay.
  bool requires_lease = false;
  /// If true, replaces an object that is already bound to the name when the publication begins. If false, a name that
  /// is bound to another object is refused.
  bool replaces = true;
  /// publish() returns even if the service does not answer; the thread goes on trying.
  bool waits_for_service = false;
  /// The limit for one call to the service, connecting included.
  std::chrono::milliseconds call_timeout{5'000};
  /// Called on the publication's thread for each change of its status, and never after its destructor, unbind() or
  /// detach() has returned. Exceptions are dropped. It must not unbind, detach, move or destroy the publication.
  std::function<void(const PublicationStatus&)> on_change = {};
};

/// A name that is kept bound to an object. Movable, not copyable. Its destructor unbinds. If its ORB is shut down
/// before (ORB::shutdown(), shutdown_on_signals()), the publication ends and the name is unbound first; the shutdown
/// waits for that as <dimma/shutdown.hpp> says. All functions may be called from any thread, but not while the
/// publication is moved or destroyed. A child that the process forks has no publication: its parent keeps the name.
class Publication {
 public:
  Publication() noexcept;
  Publication(Publication&&) noexcept;
  Publication& operator=(Publication&&) noexcept;
  /// Like unbind(), but ignores failures.
  ~Publication();

  /// True if there is a publication: not moved from, not default constructed.
  explicit operator bool() const noexcept { return static_cast<bool>(keeper_); }
  /// The name that was given to publish().
  const std::string& name() const noexcept;
  /// The status at the moment.
  PublicationStatus status() const;

  /// Ends the publication and removes the name, unless it is bound to something else meanwhile. Contexts that were made
  /// for it stay. Waits for a call in progress, and for its own, each up to PublishOptions::call_timeout. Does nothing
  /// if it has ended. Throws PublishError if the service did not answer: a leased name goes with its lease.
  void unbind();
  /// Ends the publication and leaves the name bound without its lease, that is without a limit. Throws PublishError if
  /// the service did not answer; the name goes with its lease then.
  void detach();

  /// Made by publish(); its definition is the library's.
  class Keeper;

 private:
  friend Publication publish(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& name,
                             const CORBA::object_reference<CORBA::Object>& object, PublishOptions options);
  explicit Publication(std::unique_ptr<Keeper> keeper) noexcept;

  std::unique_ptr<Keeper> keeper_;
};

/// Binds `object` to a name, and keeps it bound. `name` is a stringified name (CORBA Naming 1.3, 2.4):
/// "lab/clock.time". Missing contexts on the way are made. Returns when the name is bound; with
/// PublishOptions::waits_for_service at once if it can't be bound yet. Starts a thread, "dimma-publish".
/// Throws PublishError, and what object_to_string() throws if the reference can't be written.
Publication publish(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& name,
                    const CORBA::object_reference<CORBA::Object>& object, PublishOptions options = {});

}  // namespace dimma::naming

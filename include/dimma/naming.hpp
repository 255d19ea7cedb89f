#pragma once
/// Publishing objects under names in a naming service, for as long as their server lives.
///
///   auto time = dimma::naming::publish(orb, "lab/time", poa->id_to_reference(id));
///   orb->run();                              // the name is there until `time` goes out of scope
///
/// With dimma's own service (dimma-naming) the name is bound under a lease: a server that dies without a word loses it
/// when the lease ends. With other services it is bound plainly, and stays. A thread of the publication renews the
/// lease and looks after the name: it binds it again when the service has lost it, was restarted, or was away for
/// longer than the lease. dimma's own; the library is dimma::naming (find_package(dimma COMPONENTS naming)).

#include <dimma/orb.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

namespace dimma::naming {

/// A name could not be published. The text names it, what the service said and what to do.
class PublishError : public std::runtime_error {
 public:
  /// Why an object could not be published.
  enum class Kind {
    refused,      ///< the caller's mistake, or the service's answer: a malformed name, a context in the way, a nil
                  ///< reference
    no_leases,    ///< the service has no leases, and PublishOptions::requires_lease is set
    unreachable,  ///< the service was not reached or did not answer; it may later
  };

  PublishError(Kind kind, const std::string& text) : std::runtime_error(text), kind_(kind) {}
  /// Which of these it is.
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

/// How publish() deals with the service, and what it does about names that are there.
struct PublishOptions {
  /// The root context; nil: the ORB's initial reference NameService (-ORBInitRef NameService=URL).
  CORBA::object_reference<CORBA::Object> service = {};
  /// How long the name outlives a server that no longer renews it: 100 ms to 1 day. The name is looked after three
  /// times in that time, with a service without leases too.
  std::chrono::milliseconds lease{15'000};
  /// Refuses a service that has no leases, where the name of a dead server would stay.
  bool requires_lease = false;
  /// True: replaces an object that is bound to the name already when the publication begins. False: a name that is
  /// bound to another object is refused.
  bool replaces = true;
  /// publish() returns even if the service does not answer; the thread goes on trying.
  bool waits_for_service = false;
  /// How long one call to the service may take, connecting included.
  std::chrono::milliseconds call_timeout{5'000};
  /// Called from the publication's thread for each change of its status, and never after its destructor, unbind() or
  /// detach() has returned. Exceptions are dropped. It must not unbind, detach, move or destroy the publication.
  std::function<void(const PublicationStatus&)> on_change = {};
};

/// A name that is kept bound to an object. Movable, not copyable. Its destructor unbinds. When its ORB is shut down
/// before (ORB::shutdown(), shutdown_on_signals()), the publication ends and the name is unbound first, which the
/// shutdown waits for as <dimma/shutdown.hpp> says. All functions may be called from any thread, but not while the
/// publication is moved or destroyed. A child that the process forks has no publication: its parent keeps the name.
class Publication {
 public:
  Publication() noexcept;
  Publication(Publication&&) noexcept;
  Publication& operator=(Publication&&) noexcept;
  /// As unbind(); what fails is dropped.
  ~Publication();

  /// True if there is a publication: not moved from, not default constructed.
  explicit operator bool() const noexcept { return static_cast<bool>(keeper_); }
  /// As it was given to publish().
  const std::string& name() const noexcept;
  /// At the moment.
  PublicationStatus status() const;

  /// Ends the publication and takes the name away, unless it is bound to something else meanwhile. Contexts that were
  /// made for it stay. Waits for a call in progress, and for its own, each up to PublishOptions::call_timeout. Does
  /// nothing if it has ended. Throws PublishError if the service did not answer: a leased name goes with its lease.
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

/// Binds `object` to a name, and keeps it so. `name` is a stringified name (CORBA Naming 1.3, 2.4): "lab/clock.time";
/// the contexts that are missing on its way are made. Returns when the name is bound, or with
/// PublishOptions::waits_for_service at once if it can't be yet. Starts a thread, "dimma-publish".
/// Throws PublishError, and what keeps a reference from being written (object_to_string()).
Publication publish(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& name,
                    const CORBA::object_reference<CORBA::Object>& object, PublishOptions options = {});

}  // namespace dimma::naming

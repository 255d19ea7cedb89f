// The room of the chat, in one thread: requests are served, and members called back, by the io_context.
//
//   chat_server [ORB options]    prints the room's reference

#include "chat_skel.hpp"

#include <dimma/asio.hpp>
#include <dimma/messaging.hpp>
#include <dimma/orb.hpp>
#include <dimma/poa.hpp>
#include <dimma/signals.hpp>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <csignal>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace {

using MemberRef = CORBA::object_reference<Chat::Member>;

// The lines that have still to be sent to a member. A coroutine sends them one by one, so that a slow member does not
// delay the others.
class Listener : public std::enable_shared_from_this<Listener> {
 public:
  // `lost` is called when the member can no longer be called.
  Listener(boost::asio::io_context& io, MemberRef member, std::function<void()> lost)
      : io_(io), member_(std::move(member)), lost_(std::move(lost)) {}

  void hear(const std::string& line) {
    if (lines_.size() == lines_max) return;  // the line is dropped
    lines_.push_back(line);
    if (is_being_told_) return;
    is_being_told_ = true;
    boost::asio::co_spawn(io_, tell(), [self = shared_from_this()](const std::exception_ptr& failure) {
      self->is_being_told_ = false;
      if (failure) self->lost_();
    });
  }

 private:
  static constexpr std::size_t lines_max = 1000;

  boost::asio::awaitable<void> tell() {
    while (!lines_.empty()) {
      const auto line = std::move(lines_.front());
      lines_.pop_front();
      co_await member_->async_hear(line);
    }
  }

  boost::asio::io_context& io_;
  const MemberRef member_;
  const std::function<void()> lost_;
  std::deque<std::string> lines_;
  bool is_being_told_ = false;
};

class RoomServant;

class SeatServant final : public virtual CORBA::servant_traits<Chat::Seat>::base_type {
 public:
  SeatServant(RoomServant& room, std::string name) : room_(room), name_(std::move(name)) {}
  void say(const std::string& text) override;
  void leave() override;

 private:
  RoomServant& room_;
  const std::string name_;
};

// Served by one thread, so that it needs no lock.
class RoomServant final : public virtual CORBA::servant_traits<Chat::Room>::base_type {
 public:
  RoomServant(boost::asio::io_context& io, CORBA::object_reference<PortableServer::POA> poa,
              CORBA::object_reference<CORBA::Policy> patience)
      : io_(io), poa_(std::move(poa)), patience_(std::move(patience)) {}

  CORBA::object_reference<Chat::Seat> join(const std::string& name, MemberRef newcomer, Chat::Names& others) override {
    if (!newcomer) throw CORBA::BAD_PARAM();
    if (seats_.contains(name)) throw Chat::NameTaken();
    for (const auto& [other, seat] : seats_) others.push_back(other);
    tell_all("* " + name + " has come");
    const auto id = poa_->activate_object(CORBA::make_reference<SeatServant>(*this, name));
    auto listener = std::make_shared<Listener>(io_, patient(newcomer), [this, name, id] { lost(name, id); });
    seats_.emplace(name, Place{id, std::move(listener)});
    return IDL::traits<Chat::Seat>::narrow(poa_->id_to_reference(id));
  }

  void say(const std::string& name, const std::string& text) { tell_all(name + ": " + text); }

  void leave(const std::string& name) {
    const auto place = seats_.find(name);
    if (place != seats_.end()) empty(place, " has gone");
  }

 private:
  struct Place {
    PortableServer::ObjectId id;
    std::shared_ptr<Listener> listener;
  };
  using Seats = std::map<std::string, Place>;

  void tell_all(const std::string& line) {
    for (const auto& [name, place] : seats_) place.listener->hear(line);
  }

  void lost(const std::string& name, const PortableServer::ObjectId& id) {
    const auto place = seats_.find(name);
    if (place == seats_.end() || place->second.id != id) return;
    try {
      empty(place, " is lost");
    } catch (const CORBA::Exception&) {
      // The ORB is being shut down, and destroys the seats itself.
    }
  }

  void empty(Seats::iterator place, const std::string& why) {
    const std::string name = place->first;
    const auto id = place->second.id;
    seats_.erase(place);
    tell_all("* " + name + why);
    poa_->deactivate_object(id);
  }

  // Calls by this reference have a deadline.
  MemberRef patient(const MemberRef& member) const {
    return dimma::narrow_unchecked<Chat::Member>(
        member->_set_policy_overrides({patience_}, CORBA::SetOverrideType::ADD_OVERRIDE));
  }

  boost::asio::io_context& io_;
  const CORBA::object_reference<PortableServer::POA> poa_;
  const CORBA::object_reference<CORBA::Policy> patience_;
  Seats seats_;
};

void SeatServant::say(const std::string& text) { room_.say(name_, text); }
void SeatServant::leave() { room_.leave(name_); }

CORBA::object_reference<CORBA::Policy> five_seconds(const CORBA::object_reference<CORBA::ORB>& orb) {
  CORBA::Any value;
  value <<= TimeBase::TimeT{50'000'000};
  return orb->create_policy(Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE, value);
}

void serve(int argc, char** argv) {
  boost::asio::io_context io{1};
  const auto orb = CORBA::ORB_init(argc, argv);
  dimma::asio::run_on(orb, io.get_executor());
  dimma::shutdown_on_signals(orb, {SIGINT, SIGTERM});
  const auto poa = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  poa->the_POAManager()->activate();
  const auto room = CORBA::make_reference<RoomServant>(io, poa, five_seconds(orb));
  std::cout << orb->object_to_string(poa->servant_to_reference(room)) << std::endl;
  io.run();  // returns when the ORB has been shut down
  orb->destroy();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    serve(argc, argv);
    return 0;
  } catch (const std::exception& exception) {
    std::cerr << "chat_server: " << exception.what() << '\n';
  }
  return 1;
}

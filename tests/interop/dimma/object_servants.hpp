#pragma once
// The servants of everything.idl whose operations have object references.

#include "dimma/plain_servants.hpp"

#include <dimma/portable_server.hpp>

namespace mapped {

template <class Interface>
using Ref = typename IDL::traits<Interface>::ref_type;
using PoaRef = Ref<PortableServer::POA>;

// Activates a new servant in the given POA, which may have its own QoS.
template <class Interface, class Implementation, class... Arguments>
Ref<Interface> activate(const PoaRef& poa, Arguments&&... arguments) {
  auto servant = CORBA::make_reference<Implementation>(std::forward<Arguments>(arguments)...);
  return IDL::traits<Interface>::narrow(poa->servant_to_reference(servant));
}

class Named : public virtual Skeleton<Everything::Named> {
 public:
  explicit Named(std::string name) : name_(std::move(name)) {}
  std::string name() override { return name_; }
  std::string who() override { return "a named " + name_; }

 private:
  std::string name_;
};

class Left : public virtual Skeleton<Everything::Left>, public virtual Named {
 public:
  explicit Left(std::string name) : Named(std::move(name)) {}
  std::string to_the_left() override { return "left of " + name(); }
};

class Right : public virtual Skeleton<Everything::Right>, public virtual Named {
 public:
  explicit Right(std::string name) : Named(std::move(name)) {}
  std::string to_the_right(const std::string& suffix) override { return "right of " + name() + suffix; }
};

class Bottom final : public virtual Skeleton<Everything::Bottom>, public virtual Left, public virtual Right {
 public:
  explicit Bottom(const std::string& name) : Named(name), Left(name), Right(name) {}
  Everything::Point position() override { return position_; }
  void position(const Everything::Point& value) override { position_ = value; }
  std::string below() override { return "below " + name(); }

 private:
  Everything::Point position_{1, 2};
};

class Maker final : public virtual Skeleton<Everything::Maker> {
 public:
  explicit Maker(PoaRef poa) : poa_(std::move(poa)) {}
  Ref<Everything::Named> make(const std::string& kind) override;
  Everything::NamedSeq make_all() override;
  Everything::Offer make_offer(const std::string& kind) override;
  Ref<Everything::Named> exchange(Ref<Everything::Named> first, Ref<Everything::Named>& second,
                                  Ref<Everything::Named>& third) override;
  bool same(Ref<CORBA::Object> one, Ref<CORBA::Object> other) override { return one->_is_equivalent(other); }
  Ref<CORBA::Object> as_object(Ref<Everything::Named> item) override { return item; }
  void dispose(Ref<Everything::Named> item) override { poa_->deactivate_object(poa_->reference_to_id(item)); }

 private:
  PoaRef poa_;
};

class Speaker final : public virtual Skeleton<Everything::Speaker> {
 public:
  std::string speak(Ref<Everything::Listener> to, const std::string& text) override { return to->hear(text); }
  Everything::StringSeq speak_to_all(const Everything::ListenerSeq& to, const std::string& text) override;
  void whisper(Ref<Everything::Listener> to, const std::string& text) override { to->notice(text); }
};

class Ball final : public virtual Skeleton<Everything::Ball> {
 public:
  std::int32_t bounce(Ref<Everything::Ball> partner, std::int32_t remaining) override;
};

class Root final : public virtual Skeleton<Everything::Root> {
 public:
  explicit Root(const PoaRef& poa);
  Ref<Everything::Turns> get_turns() override { return turns_; }
  Ref<Everything::StructTurns> get_struct_turns() override { return struct_turns_; }
  Ref<Everything::SequenceTurns> get_sequence_turns() override { return sequence_turns_; }
  Ref<Everything::Errors> get_errors() override { return errors_; }
  // A new object each time, so that each client finds the initial values.
  Ref<Everything::Attributes> the_attributes() override { return activate<Everything::Attributes, Attributes>(poa_); }
  Ref<Everything::Maker> get_maker() override { return maker_; }
  Ref<Everything::Speaker> get_speaker() override { return speaker_; }
  Ref<Everything::Ball> get_ball() override { return ball_; }
  Ref<Everything::Notes> get_notes() override { return notes_; }
  Ref<Everything::Big> get_big() override { return big_; }
  Ref<Everything::interface> get_interface() override { return keywords_; }
  Ref<Everything::Versioned> get_versioned() override { return versioned_; }
  Ref<Everything::Renamed> get_renamed() override { return renamed_; }
  Everything::Constants get_constants() override { return constants(); }

 private:
  PoaRef poa_;
  Ref<Everything::Turns> turns_;
  Ref<Everything::StructTurns> struct_turns_;
  Ref<Everything::SequenceTurns> sequence_turns_;
  Ref<Everything::Errors> errors_;
  Ref<Everything::Maker> maker_;
  Ref<Everything::Speaker> speaker_;
  Ref<Everything::Ball> ball_;
  Ref<Everything::Notes> notes_;
  Ref<Everything::Big> big_;
  Ref<Everything::interface> keywords_;
  Ref<Everything::Versioned> versioned_;
  Ref<Everything::Renamed> renamed_;
};

}  // namespace mapped

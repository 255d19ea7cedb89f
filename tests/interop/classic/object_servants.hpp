#pragma once
// The servants of everything.idl whose operations have object references, in the classic mapping.

#include "classic/plain_servants.hpp"

namespace classic {

class Named : public virtual POA_Everything::Named {
 public:
  explicit Named(std::string name) : name_(std::move(name)) {}
  char* name() override { return CORBA::string_dup(name_.c_str()); }
  char* who() override { return CORBA::string_dup(("a named " + name_).c_str()); }

 protected:
  const std::string& own_name() const { return name_; }

 private:
  std::string name_;
};

class Left : public virtual POA_Everything::Left, public virtual Named {
 public:
  explicit Left(std::string name) : Named(std::move(name)) {}
  char* to_the_left() override { return CORBA::string_dup(("left of " + own_name()).c_str()); }
};

class Right : public virtual POA_Everything::Right, public virtual Named {
 public:
  explicit Right(std::string name) : Named(std::move(name)) {}
  char* to_the_right(const char* suffix) override {
    return CORBA::string_dup(("right of " + own_name() + suffix).c_str());
  }
};

class Bottom final : public virtual POA_Everything::Bottom, public virtual Left, public virtual Right {
 public:
  explicit Bottom(const std::string& name) : Named(name), Left(name), Right(name) {}
  Everything::Point position() override { return position_; }
  void position(const Everything::Point& value) override { position_ = value; }
  char* below() override { return CORBA::string_dup(("below " + own_name()).c_str()); }

 private:
  Everything::Point position_{1, 2};
};

class Maker final : public POA_Everything::Maker {
 public:
  explicit Maker(PortableServer::POA_ptr poa) : poa_(PortableServer::POA::_duplicate(poa)) {}
  Everything::Named_ptr make(const char* kind) override;
  Everything::NamedSeq* make_all() override;
  Everything::Offer* make_offer(const char* kind) override;
  Everything::Named_ptr exchange(Everything::Named_ptr first, Everything::Named_ptr& second,
                                 Everything::Named_out third) override;
  CORBA::Boolean same(CORBA::Object_ptr one, CORBA::Object_ptr other) override;
  CORBA::Object_ptr as_object(Everything::Named_ptr item) override { return Everything::Named::_duplicate(item); }
  void dispose(Everything::Named_ptr item) override;

 private:
  PortableServer::POA_var poa_;
};

class Speaker final : public POA_Everything::Speaker {
 public:
  char* speak(Everything::Listener_ptr to, const char* text) override { return to->hear(text); }
  Everything::StringSeq* speak_to_all(const Everything::ListenerSeq& to, const char* text) override;
  void whisper(Everything::Listener_ptr to, const char* text) override { to->notice(text); }
};

class Ball final : public POA_Everything::Ball {
 public:
  CORBA::Long bounce(Everything::Ball_ptr partner, CORBA::Long remaining) override;
};

class Root final : public POA_Everything::Root {
 public:
  explicit Root(PortableServer::POA_ptr poa);
  Everything::Turns_ptr get_turns() override { return Everything::Turns::_duplicate(turns_); }
  Everything::StructTurns_ptr get_struct_turns() override { return Everything::StructTurns::_duplicate(struct_turns_); }
  Everything::SequenceTurns_ptr get_sequence_turns() override {
    return Everything::SequenceTurns::_duplicate(sequence_turns_);
  }
  Everything::Errors_ptr get_errors() override { return Everything::Errors::_duplicate(errors_); }
  Everything::Attributes_ptr the_attributes() override;
  Everything::Maker_ptr get_maker() override { return Everything::Maker::_duplicate(maker_); }
  Everything::Speaker_ptr get_speaker() override { return Everything::Speaker::_duplicate(speaker_); }
  Everything::Ball_ptr get_ball() override { return Everything::Ball::_duplicate(ball_); }
  Everything::Notes_ptr get_notes() override { return Everything::Notes::_duplicate(notes_); }
  Everything::Big_ptr get_big() override { return Everything::Big::_duplicate(big_); }
  Everything::interface_ptr get_interface() override { return Everything::interface::_duplicate(keywords_); }
  Everything::Versioned_ptr get_versioned() override { return Everything::Versioned::_duplicate(versioned_); }
  Everything::Renamed_ptr get_renamed() override { return Everything::Renamed::_duplicate(renamed_); }
  Everything::Constants* get_constants() override { return constants(); }

 private:
  Everything::Turns_var turns_;
  Everything::StructTurns_var struct_turns_;
  Everything::SequenceTurns_var sequence_turns_;
  Everything::Errors_var errors_;
  Everything::Maker_var maker_;
  Everything::Speaker_var speaker_;
  Everything::Ball_var ball_;
  Everything::Notes_var notes_;
  Everything::Big_var big_;
  Everything::interface_var keywords_;
  Everything::Versioned_var versioned_;
  Everything::Renamed_var renamed_;
};

// Activates the servant in the root POA, which then owns it, and returns a reference to its object.
template <class Servant>
auto activate(Servant* servant) {
  auto reference = servant->_this();
  servant->_remove_ref();
  return reference;
}

// A new object, whose callers are forwarded to `target`.
CORBA::Object_ptr forwarded_to(Everything::Named_ptr target, PortableServer::POA_ptr root);

}  // namespace classic

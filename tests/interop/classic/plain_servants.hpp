#pragma once
// The servants of everything.idl whose operations have no object references, in the classic mapping.

#include "classic/turns.hpp"

#include <mutex>
#include <string>
#include <vector>

namespace classic {

class Errors final : public POA_Everything::Errors {
 public:
  void raise_empty() override { throw Everything::Empty(); }
  char* raise_rich(CORBA::Long code, char*& kept) override;
  void raise_undeclared() override;
  void raise_system(const char* name, CORBA::ULong minor_code, CORBA::ULong completed) override;
};

class Attributes final : public POA_Everything::Attributes {
 public:
  CORBA::ULong reads() override { return reads_; }
  char* title() override;
  void title(const char* value) override { title_ = value; }
  Everything::Point origin() override { return origin_; }
  void origin(const Everything::Point& value) override { origin_ = value; }
  Everything::Colour paint() override { return paint_; }
  void paint(Everything::Colour value) override { paint_ = value; }
  Everything::LongSeq* numbers() override { return new Everything::LongSeq(numbers_); }
  void numbers(const Everything::LongSeq& value) override { numbers_ = value; }
  CORBA::Long left() override { return left_; }
  void left(CORBA::Long value) override { left_ = value; }
  CORBA::Long right() override { return right_; }
  void right(CORBA::Long value) override { right_ = value; }

 private:
  CORBA::ULong reads_ = 0;
  std::string title_ = "untitled";
  Everything::Point origin_{};
  Everything::Colour paint_ = Everything::red;
  Everything::LongSeq numbers_;
  CORBA::Long left_ = 0;
  CORBA::Long right_ = 0;
};

class Notes final : public POA_Everything::Notes {
 public:
  void note(const char* text) override;
  void note_person(const Everything::Person& who, const Everything::LongSeq& numbers) override;
  void note_nothing() override;
  Everything::StringSeq* take() override;

 private:
  void add(std::string text);

  std::mutex mutex_;
  std::vector<std::string> notes_;
};

class Big final : public POA_Everything::Big {
 public:
  Everything::OctetSeq* reverse(const Everything::OctetSeq& octets) override;
  void people(CORBA::Long seed, CORBA::ULong elements, Everything::PersonSeq& group) override;
  Everything::LongSeq* numbers(CORBA::ULong elements) override;
};

class Keywords final : public POA_Everything::interface {
 public:
  CORBA::Long attribute() override { return attribute_; }
  void attribute(CORBA::Long value) override { attribute_ = value; }
  Everything::_cxx_struct* _cxx_operator(CORBA::Long _cxx_new, CORBA::Boolean& _cxx_delete,
                                         CORBA::String_out string) override;
  CORBA::Long oneway(CORBA::Long _cxx_namespace) override { return _cxx_namespace * 2; }

 private:
  CORBA::Long attribute_ = 0;
};

class Versioned final : public POA_Everything::Versioned {
 public:
  void ping() override {}
};

class Renamed final : public POA_Everything::Renamed {
 public:
  void ping() override {}
};

Everything::Constants* constants();

}  // namespace classic

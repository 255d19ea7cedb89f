#pragma once
// The servants of everything.idl whose operations have no object references.

#include "common/types.hpp"
#include "dimma/values.hpp"

#include <everything_skel.hpp>

#include <mutex>
#include <string>
#include <vector>

namespace mapped {

template <class Interface>
using Skeleton = typename CORBA::servant_traits<Interface>::base_type;

// Compares the arguments with the samples of the seed, and makes the results.
template <class T>
T turn(std::int32_t seed, const T& a, T& b, T& c) {
  try {
    compare(a, seed);
    compare(b, seed + 1);
  } catch (const samples::Differs& difference) {
    throw Everything::Mismatch(difference.what());
  }
  fill(b, seed + 3);
  fill(c, seed + 4);
  return sample<T>(seed + 2);
}

#define TURN_BY_VALUE(TYPE)                                                                                     \
  Everything::TYPE turn_##TYPE(std::int32_t seed, Everything::TYPE a, Everything::TYPE& b, Everything::TYPE& c) \
      override {                                                                                                \
    return turn<Everything::TYPE>(seed, a, b, c);                                                               \
  }
#define TURN_BY_REFERENCE(TYPE)                                                                                        \
  Everything::TYPE turn_##TYPE(std::int32_t seed, const Everything::TYPE& a, Everything::TYPE& b, Everything::TYPE& c) \
      override {                                                                                                       \
    return turn<Everything::TYPE>(seed, a, b, c);                                                                      \
  }

class Turns final : public virtual Skeleton<Everything::Turns> {
 public:
  EVERYTHING_BASIC(TURN_BY_VALUE)
  EVERYTHING_STRINGS(TURN_BY_REFERENCE)
};

class StructTurns final : public virtual Skeleton<Everything::StructTurns> {
 public:
  EVERYTHING_FIXED_STRUCTS(TURN_BY_REFERENCE)
  EVERYTHING_VARIABLE_STRUCTS(TURN_BY_REFERENCE)
  EVERYTHING_FIXED_ARRAYS(TURN_BY_REFERENCE)
  EVERYTHING_VARIABLE_ARRAYS(TURN_BY_REFERENCE)
};

class SequenceTurns final : public virtual Skeleton<Everything::SequenceTurns> {
 public:
  EVERYTHING_SEQUENCES(TURN_BY_REFERENCE)
};

#undef TURN_BY_REFERENCE
#undef TURN_BY_VALUE

class Errors final : public virtual Skeleton<Everything::Errors> {
 public:
  void raise_empty() override { throw Everything::Empty(); }
  std::string raise_rich(std::int32_t code, std::string& kept) override;
  void raise_undeclared() override { throw Everything::Rich(1, {}, {}); }
  void raise_system(const std::string& name, std::uint32_t minor_code, std::uint32_t completed) override;
};

class Attributes final : public virtual Skeleton<Everything::Attributes> {
 public:
  std::uint32_t reads() override { return reads_; }
  std::string title() override {
    ++reads_;
    return title_;
  }
  void title(const std::string& value) override { title_ = value; }
  Everything::Point origin() override { return origin_; }
  void origin(const Everything::Point& value) override { origin_ = value; }
  Everything::Colour paint() override { return paint_; }
  void paint(Everything::Colour value) override { paint_ = value; }
  Everything::LongSeq numbers() override { return numbers_; }
  void numbers(const Everything::LongSeq& value) override { numbers_ = value; }
  std::int32_t left() override { return left_; }
  void left(std::int32_t value) override { left_ = value; }
  std::int32_t right() override { return right_; }
  void right(std::int32_t value) override { right_ = value; }

 private:
  std::uint32_t reads_ = 0;
  std::string title_ = "untitled";
  Everything::Point origin_;
  Everything::Colour paint_ = Everything::Colour::red;
  Everything::LongSeq numbers_;
  std::int32_t left_ = 0;
  std::int32_t right_ = 0;
};

class Notes final : public virtual Skeleton<Everything::Notes> {
 public:
  void note(const std::string& text) override { add("text " + text); }
  void note_person(const Everything::Person& who, const Everything::LongSeq& numbers) override {
    add("person " + who.name() + " with " + std::to_string(numbers.size()) + " numbers");
  }
  void note_nothing() override { add("nothing"); }
  Everything::StringSeq take() override;

 private:
  void add(std::string text);

  std::mutex mutex_;
  std::vector<std::string> notes_;
};

class Big final : public virtual Skeleton<Everything::Big> {
 public:
  Everything::OctetSeq reverse(const Everything::OctetSeq& octets) override;
  void people(std::int32_t seed, std::uint32_t elements, Everything::PersonSeq& group) override;
  Everything::LongSeq numbers(std::uint32_t elements) override;
};

class Keywords final : public virtual Skeleton<Everything::interface> {
 public:
  std::int32_t attribute() override { return attribute_; }
  void attribute(std::int32_t value) override { attribute_ = value; }
  Everything::_cxx_struct _cxx_operator(std::int32_t _cxx_new, bool& _cxx_delete, std::string& string) override;
  std::int32_t oneway(std::int32_t _cxx_namespace) override { return _cxx_namespace * 2; }

 private:
  std::int32_t attribute_ = 0;
};

class Versioned final : public virtual Skeleton<Everything::Versioned> {
 public:
  void ping() override {}
};

class Renamed final : public virtual Skeleton<Everything::Renamed> {
 public:
  void ping() override {}
};

Everything::Constants constants();

}  // namespace mapped

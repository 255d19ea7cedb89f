#pragma once
// The servants of Turns, StructTurns and SequenceTurns in the classic mapping: one template for each of the mapping's
// ways of passing values, one line for each type.

#include "classic/values.hpp"
#include "common/types.hpp"

namespace classic {

// Runs `compare_inputs` and converts a difference into the exception of the IDL.
template <class Comparison>
void expect(Comparison compare_inputs) {
  try {
    compare_inputs();
  } catch (const samples::Differs& difference) {
    throw Everything::Mismatch(difference.what());
  }
}

template <class T>
T turn_fixed(CORBA::Long seed, const T& a, T& b, T& c) {
  expect([&] {
    compare(a, seed);
    compare(b, seed + 1);
  });
  T result;
  fill(result, seed + 2);
  fill(b, seed + 3);
  fill(c, seed + 4);
  return result;
}

template <class T>
T* turn_variable(CORBA::Long seed, const T& a, T& b, T*& c) {
  expect([&] {
    compare(a, seed);
    compare(b, seed + 1);
  });
  T* const result = new T;
  c = new T;
  fill(*result, seed + 2);
  fill(b, seed + 3);
  fill(*c, seed + 4);
  return result;
}

inline char* turn_text(CORBA::Long seed, const char* a, char*& b, char*& c, std::size_t limit) {
  expect([&] {
    compare_text(a, seed, limit);
    compare_text(b, seed + 1, limit);
  });
  CORBA::string_free(b);
  b = CORBA::string_dup(sample_text(seed + 3, limit).c_str());
  c = CORBA::string_dup(sample_text(seed + 4, limit).c_str());
  return CORBA::string_dup(sample_text(seed + 2, limit).c_str());
}

template <class Array>
auto& whole(std::remove_extent_t<Array>* slice) {
  return *reinterpret_cast<Array*>(slice);
}
template <class Array>
const auto& whole(const std::remove_extent_t<Array>* slice) {
  return *reinterpret_cast<const Array*>(slice);
}

// `a`, `b`, `c` and the result point to the arrays' first slices, as the mapping passes arrays.
template <class Array>
void turn_array(CORBA::Long seed, const std::remove_extent_t<Array>* a, std::remove_extent_t<Array>* b,
                std::remove_extent_t<Array>* c, std::remove_extent_t<Array>* result) {
  expect([&] {
    compare(whole<Array>(a), seed);
    compare(whole<Array>(b), seed + 1);
  });
  fill(whole<Array>(result), seed + 2);
  fill(whole<Array>(b), seed + 3);
  fill(whole<Array>(c), seed + 4);
}

class Turns final : public POA_Everything::Turns {
 public:
#define TURN_BASIC(TYPE)                                                                                       \
  Everything::TYPE turn_##TYPE(CORBA::Long seed, Everything::TYPE a, Everything::TYPE& b, Everything::TYPE& c) \
      override {                                                                                               \
    return turn_fixed(seed, a, b, c);                                                                          \
  }
  EVERYTHING_BASIC(TURN_BASIC)
#undef TURN_BASIC

  char* turn_TheString(CORBA::Long seed, const char* a, char*& b, CORBA::String_out c) override {
    return turn_text(seed, a, b, c.ptr(), text_limit);
  }
  char* turn_BoundedString(CORBA::Long seed, const char* a, char*& b, CORBA::String_out c) override {
    return turn_text(seed, a, b, c.ptr(), 12);
  }
};

class StructTurns final : public POA_Everything::StructTurns {
 public:
#define TURN_FIXED(TYPE)                                                                                              \
  Everything::TYPE turn_##TYPE(CORBA::Long seed, const Everything::TYPE& a, Everything::TYPE& b, Everything::TYPE& c) \
      override {                                                                                                      \
    return turn_fixed(seed, a, b, c);                                                                                 \
  }
  EVERYTHING_FIXED_STRUCTS(TURN_FIXED)
#undef TURN_FIXED

#define TURN_VARIABLE(TYPE)                                                                       \
  Everything::TYPE* turn_##TYPE(CORBA::Long seed, const Everything::TYPE& a, Everything::TYPE& b, \
                                Everything::TYPE##_out c) override {                              \
    return turn_variable(seed, a, b, c.ptr());                                                    \
  }
  EVERYTHING_VARIABLE_STRUCTS(TURN_VARIABLE)

#define TURN_FIXED_ARRAY(TYPE)                                                                          \
  Everything::TYPE##_slice* turn_##TYPE(CORBA::Long seed, const Everything::TYPE a, Everything::TYPE b, \
                                        Everything::TYPE c) override {                                  \
    Everything::TYPE##_slice* const result = Everything::TYPE##_alloc();                                \
    turn_array<Everything::TYPE>(seed, a, b, c, result);                                                \
    return result;                                                                                      \
  }
  EVERYTHING_FIXED_ARRAYS(TURN_FIXED_ARRAY)
#undef TURN_FIXED_ARRAY

#define TURN_VARIABLE_ARRAY(TYPE)                                                                       \
  Everything::TYPE##_slice* turn_##TYPE(CORBA::Long seed, const Everything::TYPE a, Everything::TYPE b, \
                                        Everything::TYPE##_out c) override {                            \
    Everything::TYPE##_slice* const result = Everything::TYPE##_alloc();                                \
    c = Everything::TYPE##_alloc();                                                                     \
    turn_array<Everything::TYPE>(seed, a, b, c, result);                                                \
    return result;                                                                                      \
  }
  EVERYTHING_VARIABLE_ARRAYS(TURN_VARIABLE_ARRAY)
#undef TURN_VARIABLE_ARRAY
};

class SequenceTurns final : public POA_Everything::SequenceTurns {
 public:
  EVERYTHING_SEQUENCES(TURN_VARIABLE)
#undef TURN_VARIABLE
};

}  // namespace classic

#include "classic/client_checks.hpp"
#include "classic/turns.hpp"
#include "classic/values.hpp"
#include "common/types.hpp"

#include <chrono>
#include <set>
#include <thread>
#include <vector>

namespace classic {
namespace {

using checks::require;
using checks::require_equal;

constexpr CORBA::Long seeds = 12;

void check_basic(checks::Checks& checks, Everything::Turns_ptr turns) {
#define CHECK(TYPE)                                                      \
  checks.run("turn_" #TYPE, [turns] {                                    \
    for (CORBA::Long seed = 0; seed < seeds; ++seed) {                   \
      Everything::TYPE a, b, c;                                          \
      fill(a, seed);                                                     \
      fill(b, seed + 1);                                                 \
      const Everything::TYPE result = turns->turn_##TYPE(seed, a, b, c); \
      compare(result, seed + 2);                                         \
      compare(b, seed + 3);                                              \
      compare(c, seed + 4);                                              \
    }                                                                    \
  });
  EVERYTHING_BASIC(CHECK)
#undef CHECK
}

template <class Turn>
void check_text(Turn turn, std::size_t limit) {
  for (CORBA::Long seed = 0; seed < seeds; ++seed) {
    const std::string a = sample_text(seed, limit);
    CORBA::String_var b = CORBA::string_dup(sample_text(seed + 1, limit).c_str());
    CORBA::String_var c;
    const CORBA::String_var result = turn(seed, a.c_str(), b, c);
    compare_text(result, seed + 2, limit);
    compare_text(b.in(), seed + 3, limit);
    compare_text(c.in(), seed + 4, limit);
  }
}

void check_strings(checks::Checks& checks, Everything::Turns_ptr turns) {
  checks.run("turn_TheString", [turns] {
    check_text(
        [turns](auto seed, auto a, auto& b, auto& c) { return turns->turn_TheString(seed, a, b.inout(), c.out()); },
        text_limit);
  });
  checks.run("turn_BoundedString", [turns] {
    check_text(
        [turns](auto seed, auto a, auto& b, auto& c) { return turns->turn_BoundedString(seed, a, b.inout(), c.out()); },
        nickname_limit);
  });
}

// Types that the mapping returns by pointer: variable structs and sequences.
#define CHECK_VARIABLE(TYPE)                                                         \
  checks.run("turn_" #TYPE, [turns] {                                                \
    for (CORBA::Long seed = 0; seed < seeds; ++seed) {                               \
      Everything::TYPE a, b;                                                         \
      Everything::TYPE##_var c;                                                      \
      fill(a, seed);                                                                 \
      fill(b, seed + 1);                                                             \
      const Everything::TYPE##_var result = turns->turn_##TYPE(seed, a, b, c.out()); \
      compare(result.in(), seed + 2);                                                \
      compare(b, seed + 3);                                                          \
      compare(c.in(), seed + 4);                                                     \
    }                                                                                \
  });

void check_structs(checks::Checks& checks, Everything::StructTurns_ptr turns) {
#define CHECK(TYPE)                                                      \
  checks.run("turn_" #TYPE, [turns] {                                    \
    for (CORBA::Long seed = 0; seed < seeds; ++seed) {                   \
      Everything::TYPE a, b, c;                                          \
      fill(a, seed);                                                     \
      fill(b, seed + 1);                                                 \
      const Everything::TYPE result = turns->turn_##TYPE(seed, a, b, c); \
      compare(result, seed + 2);                                         \
      compare(b, seed + 3);                                              \
      compare(c, seed + 4);                                              \
    }                                                                    \
  });
  EVERYTHING_FIXED_STRUCTS(CHECK)
#undef CHECK
  EVERYTHING_VARIABLE_STRUCTS(CHECK_VARIABLE)
}

void check_arrays(checks::Checks& checks, Everything::StructTurns_ptr turns) {
#define CHECK(TYPE, OUT, OUT_ARGUMENT, OUT_SLICE)                                         \
  checks.run("turn_" #TYPE, [turns] {                                                     \
    for (CORBA::Long seed = 0; seed < seeds; ++seed) {                                    \
      Everything::TYPE a, b;                                                              \
      OUT c;                                                                              \
      fill(a, seed);                                                                      \
      fill(b, seed + 1);                                                                  \
      const Everything::TYPE##_var result = turns->turn_##TYPE(seed, a, b, OUT_ARGUMENT); \
      compare(whole<Everything::TYPE>(result.in()), seed + 2);                            \
      compare(b, seed + 3);                                                               \
      compare(whole<Everything::TYPE>(OUT_SLICE), seed + 4);                              \
    }                                                                                     \
  });
#define CHECK_FIXED(TYPE) CHECK(TYPE, Everything::TYPE, c, c)
#define CHECK_VARIABLE_ARRAY(TYPE) CHECK(TYPE, Everything::TYPE##_var, c.out(), c.in())
  EVERYTHING_FIXED_ARRAYS(CHECK_FIXED)
  EVERYTHING_VARIABLE_ARRAYS(CHECK_VARIABLE_ARRAY)
#undef CHECK_VARIABLE_ARRAY
#undef CHECK_FIXED
#undef CHECK
}

void check_sequences(checks::Checks& checks, Everything::SequenceTurns_ptr turns) {
  EVERYTHING_SEQUENCES(CHECK_VARIABLE)
}
#undef CHECK_VARIABLE

void check_constants(const Session& session) {
  const Everything::Constants_var theirs = session.root->get_constants();
  require_equal(theirs->of_boolean, Everything::a_boolean, "a_boolean");
  require_equal(theirs->of_char, Everything::a_char, "a_char");
  require_equal(theirs->of_octet, Everything::an_octet, "an_octet");
  require_equal(theirs->of_short, Everything::a_short, "a_short");
  require_equal(theirs->of_unsigned_short, Everything::an_unsigned_short, "an_unsigned_short");
  require_equal(theirs->of_long, Everything::a_long, "a_long");
  require_equal(theirs->of_unsigned_long, Everything::an_unsigned_long, "an_unsigned_long");
  require_equal(theirs->of_long_long, Everything::a_long_long, "a_long_long");
  require_equal(theirs->of_unsigned_long_long, Everything::an_unsigned_long_long, "an_unsigned_long_long");
  require_equal(theirs->of_float, Everything::a_float, "a_float");
  require_equal(theirs->of_double, Everything::a_double, "a_double");
  require_equal(std::string(theirs->of_string.in()), Everything::a_string, "a_string");
  require_equal(theirs->of_enum, Everything::favourite, "favourite");
}

void check_attributes(const Session& session) {
  const Everything::Attributes_var attributes = session.root->the_attributes();
  require_equal(std::string(CORBA::String_var(attributes->title()).in()), "untitled", "title");
  attributes->title("changed");
  require_equal(std::string(CORBA::String_var(attributes->title()).in()), "changed", "title");
  require_equal(attributes->reads(), 2U, "reads");
  attributes->origin(Everything::Point{-5, 7});
  require_equal(attributes->origin().x, -5, "origin.x");
  require_equal(attributes->origin().y, 7, "origin.y");
  attributes->paint(Everything::green);
  require_equal(attributes->paint(), Everything::green, "paint");
  Everything::LongSeq numbers;
  fill(numbers, 5);
  attributes->numbers(numbers);
  compare(Everything::LongSeq_var(attributes->numbers()).in(), 5);
  attributes->left(11);
  attributes->right(12);
  require_equal(attributes->left(), 11, "left");
  require_equal(attributes->right(), 12, "right");
}

void check_notes(const Session& session) {
  const Everything::Notes_var notes = session.root->get_notes();
  Everything::Person person;
  fill(person, 3);
  person.name = CORBA::string_dup("Ada");
  Everything::LongSeq numbers;
  numbers.length(4);
  for (CORBA::ULong i = 0; i < 4; ++i) numbers[i] = 7;
  notes->note("one");
  notes->note_person(person, numbers);
  notes->note_nothing();
  notes->note("");
  std::multiset<std::string> taken;
  for (int attempt = 0; attempt < 500 && taken.size() < 4; ++attempt) {
    Everything::StringSeq_var some = notes->take();
    for (CORBA::ULong i = 0; i < some->length(); ++i) taken.insert(some[i].in());
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  require(taken == std::multiset<std::string>{"text one", "person Ada with 4 numbers", "nothing", "text "},
          "other notes than those sent were taken: " + std::to_string(taken.size()));
}

void check_keywords(const Session& session) {
  const Everything::interface_var keywords = session.root->get_interface();
  keywords->attribute(5);
  require_equal(keywords->attribute(), 5, "attribute");
  CORBA::Boolean flag = true;
  CORBA::String_var string;
  const Everything::_cxx_struct_var result = keywords->_cxx_operator(41, flag, string.out());
  require_equal(result->_cxx_long, 42, "result.long");
  require_equal(std::string(result->_cxx_class.in()), "classy", "result.class");
  require(!flag, "delete was not turned round");
  require_equal(std::string(string.in()), "yes", "string");
  require_equal(keywords->oneway(21), 42, "oneway");
}

void check_big(const Session& session) {
  const Everything::Big_var big = session.root->get_big();
  Everything::OctetSeq octets;
  octets.length(static_cast<CORBA::ULong>(session.big_octets));
  for (CORBA::ULong i = 0; i < octets.length(); ++i) octets[i] = static_cast<CORBA::Octet>(i * 7 + i / 251);
  Everything::OctetSeq_var reversed = big->reverse(octets);
  require_equal(reversed->length(), octets.length(), "length");
  for (CORBA::ULong i = 0; i < octets.length(); ++i) {
    if (reversed[octets.length() - 1 - i] != octets[i]) throw checks::Failed("octet " + std::to_string(i) + " differs");
  }
}

void check_many_people(const Session& session) {
  const Everything::Big_var big = session.root->get_big();
  const auto elements = static_cast<CORBA::ULong>(session.people_octets / 128);
  Everything::PersonSeq group;
  samples::Walk filling(samples::Walk::Mode::fill, 77);
  Values::walk_all(filling, group, elements);
  big->people(77, elements, group);
  samples::Walk comparing(samples::Walk::Mode::compare, 78);
  Values::walk_all(comparing, group, elements);
}

void check_many_numbers(const Session& session) {
  const Everything::Big_var big = session.root->get_big();
  const auto elements = static_cast<CORBA::ULong>(session.big_octets / 4);
  Everything::LongSeq_var numbers = big->numbers(elements);
  require_equal(numbers->length(), elements, "length");
  for (CORBA::ULong i = 0; i < elements; ++i) {
    if (numbers[i] != static_cast<CORBA::Long>(i * 2654435761U)) {
      throw checks::Failed("number " + std::to_string(i) + " differs");
    }
  }
}

void check_concurrency(const Session& session) {
  const Everything::SequenceTurns_var turns = session.root->get_sequence_turns();
  std::vector<std::string> failures(8);
  std::vector<std::thread> threads;
  for (CORBA::Long i = 0; i < 8; ++i) {
    threads.emplace_back([&turns, &failure = failures[static_cast<std::size_t>(i)], i] {
      try {
        for (CORBA::Long seed = i * 1000; seed < i * 1000 + 50; ++seed) {
          Everything::PersonSeq a, b;
          Everything::PersonSeq_var c;
          fill(a, seed);
          fill(b, seed + 1);
          const Everything::PersonSeq_var result = turns->turn_PersonSeq(seed, a, b, c.out());
          compare(result.in(), seed + 2);
          compare(b, seed + 3);
          compare(c.in(), seed + 4);
        }
      } catch (...) {
        failure = describe_exception();
      }
    });
  }
  for (auto& thread : threads) thread.join();
  for (const auto& failure : failures) require(failure.empty(), failure);
}

}  // namespace

void check_values(checks::Checks& checks, const Session& session) {
  checks.run("constants", [&] { check_constants(session); });
  const Everything::Turns_var turns = session.root->get_turns();
  check_basic(checks, turns);
  check_strings(checks, turns);
  const Everything::StructTurns_var struct_turns = session.root->get_struct_turns();
  check_structs(checks, struct_turns);
  check_arrays(checks, struct_turns);
  const Everything::SequenceTurns_var sequence_turns = session.root->get_sequence_turns();
  check_sequences(checks, sequence_turns);
  checks.run("attributes", [&] { check_attributes(session); });
  checks.run("oneways", [&] { check_notes(session); });
  checks.run("keywords", [&] { check_keywords(session); });
  checks.run("big_octets", [&] { check_big(session); });
  checks.run("big_people", [&] { check_many_people(session); });
  checks.run("big_numbers", [&] { check_many_numbers(session); });
  checks.run("concurrent_calls", [&] { check_concurrency(session); });
}

}  // namespace classic

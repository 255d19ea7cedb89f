#include "dimma/client_checks.hpp"

#include <dimma/messaging.hpp>

#include <chrono>
#include <set>
#include <thread>
#include <utility>

namespace mapped {
namespace {

using checks::require;
using checks::require_equal;

constexpr std::int32_t seeds = 12;

// `turn` is the operation, called as turn(seed, a, b, c).
template <class T, class Turn>
void check_turn(std::int32_t first_seed, std::int32_t last_seed, Turn turn_over) {
  for (std::int32_t seed = first_seed; seed < last_seed; ++seed) {
    const T a = sample<T>(seed);
    T b = sample<T>(seed + 1);
    T c = T();
    const T result = turn_over(seed, a, b, c);
    compare(result, seed + 2);
    compare(b, seed + 3);
    compare(c, seed + 4);
  }
}

#define CHECK(TYPE)                                                                                              \
  checks.run("turn_" #TYPE, [&turns] {                                                                           \
    check_turn<Everything::TYPE>(                                                                                \
        0, seeds, [&turns](auto seed, auto& a, auto& b, auto& c) { return turns->turn_##TYPE(seed, a, b, c); }); \
  });

void check_basic(checks::Checks& checks, const Ref<Everything::Turns>& turns) {
  EVERYTHING_BASIC(CHECK)
  EVERYTHING_STRINGS(CHECK)
}
void check_structs(checks::Checks& checks, const Ref<Everything::StructTurns>& turns) {
  EVERYTHING_FIXED_STRUCTS(CHECK)
  EVERYTHING_VARIABLE_STRUCTS(CHECK)
  EVERYTHING_FIXED_ARRAYS(CHECK)
  EVERYTHING_VARIABLE_ARRAYS(CHECK)
}
void check_sequences(checks::Checks& checks, const Ref<Everything::SequenceTurns>& turns) {
  EVERYTHING_SEQUENCES(CHECK)
}
#undef CHECK

void check_constants(const Session& session) {
  const Everything::Constants theirs = session.root->get_constants();
  require_equal(theirs.of_boolean(), Everything::a_boolean, "a_boolean");
  require_equal(theirs.of_char(), Everything::a_char, "a_char");
  require_equal(theirs.of_octet(), Everything::an_octet, "an_octet");
  require_equal(theirs.of_short(), Everything::a_short, "a_short");
  require_equal(theirs.of_unsigned_short(), Everything::an_unsigned_short, "an_unsigned_short");
  require_equal(theirs.of_long(), Everything::a_long, "a_long");
  require_equal(theirs.of_unsigned_long(), Everything::an_unsigned_long, "an_unsigned_long");
  require_equal(theirs.of_long_long(), Everything::a_long_long, "a_long_long");
  require_equal(theirs.of_unsigned_long_long(), Everything::an_unsigned_long_long, "an_unsigned_long_long");
  require_equal(theirs.of_float(), Everything::a_float, "a_float");
  require_equal(theirs.of_double(), Everything::a_double, "a_double");
  require_equal(theirs.of_string(), Everything::a_string, "a_string");
  require(theirs.of_enum() == Everything::favourite, "favourite differs");
}

void check_attributes(Session& session) {
  auto attributes = session.through(session.root->the_attributes());
  require_equal(attributes->title(), "untitled", "title");
  attributes->title("changed");
  require_equal(attributes->title(), "changed", "title");
  require_equal(attributes->reads(), 2U, "reads");
  attributes->origin(Everything::Point(-5, 7));
  require_equal(attributes->origin().x(), -5, "origin.x");
  require_equal(attributes->origin().y(), 7, "origin.y");
  attributes->paint(Everything::Colour::green);
  require(attributes->paint() == Everything::Colour::green, "paint is not green");
  attributes->numbers(sample<Everything::LongSeq>(5));
  compare(attributes->numbers(), 5);
  attributes->left(11);
  attributes->right(12);
  require_equal(attributes->left(), 11, "left");
  require_equal(attributes->right(), 12, "right");
}

void check_notes(Session& session) {
  auto notes = session.through(session.root->get_notes());
  auto person = sample<Everything::Person>(3);
  person.name("Ada");
  notes->note("one");
  notes->note_person(person, Everything::LongSeq(4, 7));
  notes->note_nothing();
  notes->note("");
  std::multiset<std::string> taken;
  for (int attempt = 0; attempt < 500 && taken.size() < 4; ++attempt) {
    for (const std::string& note : notes->take()) taken.insert(note);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  require(taken == std::multiset<std::string>{"text one", "person Ada with 4 numbers", "nothing", "text "},
          "other notes than those sent were taken: " + std::to_string(taken.size()));
}

Ref<Everything::Notes> with_scope(Session& session, const Ref<Everything::Notes>& notes, Messaging::SyncScope scope) {
  CORBA::Any value;
  value <<= scope;
  return IDL::traits<Everything::Notes>::narrow(notes->_set_policy_overrides(
      {session.orb->create_policy(Messaging::SYNC_SCOPE_POLICY_TYPE, value)}, CORBA::SetOverrideType::SET_OVERRIDE));
}

// With each sync scope a oneway arrives once. With SYNC_WITH_TARGET it has been served when the call returns.
void check_scopes(Session& session) {
  auto notes = session.through(session.root->get_notes());
  with_scope(session, notes, Messaging::SYNC_WITH_TARGET)->note("with target");
  const std::vector<std::string> at_once = notes->take();
  require(at_once == std::vector<std::string>{"text with target"}, "what the target has served is not there");
  std::multiset<std::string> expected;
  const std::pair<const char*, Messaging::SyncScope> scopes[] = {{"none", Messaging::SYNC_NONE},
                                                                 {"with transport", Messaging::SYNC_WITH_TRANSPORT},
                                                                 {"with server", Messaging::SYNC_WITH_SERVER}};
  for (const auto& [name, scope] : scopes) {
    const auto waiting = with_scope(session, notes, scope);
    for (int i = 0; i < 3; ++i) {
      waiting->note(name);
      expected.insert(std::string("text ") + name);
    }
  }
  std::multiset<std::string> taken;
  for (int attempt = 0; attempt < 500 && taken.size() < expected.size(); ++attempt) {
    for (const std::string& note : notes->take()) taken.insert(note);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  require(taken == expected, "other notes than those sent were taken: " + std::to_string(taken.size()));
}

void check_keywords(Session& session) {
  auto keywords = session.through(session.root->get_interface());
  keywords->attribute(5);
  require_equal(keywords->attribute(), 5, "attribute");
  bool flag = true;
  std::string string;
  const Everything::_cxx_struct result = keywords->_cxx_operator(41, flag, string);
  require_equal(result._cxx_long(), 42, "result.long");
  require_equal(result._cxx_class(), "classy", "result.class");
  require(!flag, "delete was not turned round");
  require_equal(string, "yes", "string");
  require_equal(keywords->oneway(21), 42, "oneway");
}

void check_bounds(Session& session) {
  auto turns = session.through(session.root->get_turns());
  Everything::BoundedString too_long = std::string(13, 'x');
  Everything::BoundedString other;
  try {
    turns->turn_BoundedString(0, too_long, too_long, other);
  } catch (const CORBA::BAD_PARAM& exception) {
    require_equal(exception.completed(), CORBA::COMPLETED_NO, "completed");
    // The request that was begun but not sent does not disturb the next call.
    check_turn<Everything::BoundedString>(
        0, 3, [&](auto seed, auto& a, auto& b, auto& c) { return turns->turn_BoundedString(seed, a, b, c); });
    return;
  }
  throw checks::Failed("a string longer than its bound was sent");
}

void check_big(Session& session) {
  auto big = session.through(session.root->get_big());
  Everything::OctetSeq octets(session.big_octets);
  for (std::size_t i = 0; i < octets.size(); ++i) octets[i] = static_cast<std::uint8_t>(i * 7 + i / 251);
  const Everything::OctetSeq reversed = big->reverse(octets);
  require(reversed == Everything::OctetSeq(octets.rbegin(), octets.rend()), "the octets do not come back reversed");
}

void check_many_people(Session& session) {
  auto big = session.through(session.root->get_big());
  const std::size_t elements = session.people_octets / 128;
  Everything::PersonSeq group;
  samples::Walk filling(samples::Walk::Mode::fill, 77);
  Values::walk_all(filling, group, elements);
  big->people(77, static_cast<std::uint32_t>(elements), group);
  samples::Walk comparing(samples::Walk::Mode::compare, 78);
  Values::walk_all(comparing, group, elements);
}

void check_many_numbers(Session& session) {
  auto big = session.through(session.root->get_big());
  const auto elements = static_cast<std::uint32_t>(session.big_octets / 4);
  const Everything::LongSeq numbers = big->numbers(elements);
  require_equal(numbers.size(), elements, "length");
  for (std::uint32_t i = 0; i < elements; ++i) {
    if (numbers[i] != static_cast<std::int32_t>(i * 2654435761U)) {
      throw checks::Failed("number " + std::to_string(i) + " differs");
    }
  }
}

void check_concurrency(Session& session) {
  auto turns = session.through(session.root->get_sequence_turns());
  std::vector<std::string> failures(8);
  // Only one thread may call a library without threads.
  const auto begin = [](auto body) {
    std::thread thread;
    if (DIMMA_THREADS != 0) {
      thread = std::thread(body);
    } else {
      body();
    }
    return thread;
  };
  std::vector<std::thread> threads;
  for (std::int32_t i = 0; i < 8; ++i) {
    threads.push_back(begin([&turns, &failure = failures[static_cast<std::size_t>(i)], i] {
      try {
        check_turn<Everything::PersonSeq>(i * 1000, i * 1000 + 50, [&](auto seed, auto& a, auto& b, auto& c) {
          return turns->turn_PersonSeq(seed, a, b, c);
        });
      } catch (...) {
        failure = describe_failure();
      }
    }));
  }
  for (std::thread& thread : threads) {
    if (thread.joinable()) thread.join();
  }
  for (const std::string& failure : failures) require(failure.empty(), failure);
}

}  // namespace

void check_values(checks::Checks& checks, Session& session) {
  checks.run("constants", [&] { check_constants(session); });
  check_basic(checks, session.through(session.root->get_turns()));
  check_structs(checks, session.through(session.root->get_struct_turns()));
  check_sequences(checks, session.through(session.root->get_sequence_turns()));
  checks.run("attributes", [&] { check_attributes(session); });
  checks.run("oneways", [&] { check_notes(session); });
  checks.run("oneways_by_scope", [&] { check_scopes(session); });
  checks.run("keywords", [&] { check_keywords(session); });
  checks.run("bounds", [&] { check_bounds(session); });
  checks.run("big_octets", [&] { check_big(session); });
  checks.run("big_people", [&] { check_many_people(session); });
  checks.run("big_numbers", [&] { check_many_numbers(session); });
  checks.run("concurrent_calls", [&] { check_concurrency(session); });
}

}  // namespace mapped

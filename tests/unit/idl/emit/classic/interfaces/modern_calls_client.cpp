// A client of calls.idl in the modern mapping: calls the object whose reference is the argument, prints each call whose
// results are wrong, and ends the server.
#include <cstdio>

#include "calls.hpp"

namespace {

using Reference = IDL::traits<Calls::Echo>::ref_type;

int failures = 0;

void expect(bool is_right, const char* what) {
  if (is_right) return;
  std::printf("%s: wrong results\n", what);
  ++failures;
}

// Calls an operation whose result and `inout` argument are its `in` argument, and whose `out` argument is the `inout`
// one.
template <class Value, class Operation>
void call(const char* what, const Value& a, const Value& b, Operation operation) {
  Value second = b;
  Value third{};
  const Value result = operation(a, second, third);
  expect(result == a && second == a && third == b, what);
}

void call_with_values(const Reference& echo) {
  call("flag", true, false, [&](bool a, bool& b, bool& c) { return echo->flag(a, b, c); });
  call("tint", Calls::Colour::blue, Calls::Colour::green,
       [&](Calls::Colour a, Calls::Colour& b, Calls::Colour& c) { return echo->tint(a, b, c); });
  call("add", 1.5, 2.5, [&](double a, double& b, double& c) { return echo->add(a, b, c); });
  using Text = std::string;
  call<Text>("text", "first", "second", [&](const Text& a, Text& b, Text& c) { return echo->text(a, b, c); });
  using Calls::Wide;
  call<Wide>("wide", L"eins", L"zwei", [&](const Wide& a, Wide& b, Wide& c) { return echo->same_wide(a, b, c); });
  using Calls::Numbers;
  call<Numbers>("numbers", {1, 2, 3}, {4},
                [&](const Numbers& a, Numbers& b, Numbers& c) { return echo->same_numbers(a, b, c); });
  using Calls::Names;
  call<Names>("names", {"a", ""}, {}, [&](const Names& a, Names& b, Names& c) { return echo->same_names(a, b, c); });
  using Calls::Row;
  call<Row>("row", {1, 2, 3}, {4, 5, 6}, [&](const Row& a, Row& b, Row& c) { return echo->same_row(a, b, c); });
  using Calls::Words;
  call<Words>("words", {"a", "b"}, {"c", "d"},
              [&](const Words& a, Words& b, Words& c) { return echo->same_words(a, b, c); });
}

void call_with_structs(const Reference& echo) {
  const Calls::Item a("name", Calls::Point(1, 0.5), {1, 255});
  const Calls::Item b("other", Calls::Point(2, 1.5), {});
  Calls::Item second = b;
  Calls::Item third;
  const Calls::Item result = echo->thing(a, second, third);
  expect(result.name() == "name" && result.content().back() == 255, "thing");
  expect(second.place().y() == 0.5 && third.name() == "other", "thing");
  Calls::Either one;
  one.text("a text");
  Calls::Either two;
  two.number(2);
  Calls::Either three;
  expect(echo->choice(one, two, three).text() == "a text" && two.text() == "a text" && three.number() == 2, "choice");
}

void call_for_exceptions(const Reference& echo) {
  std::string b;
  std::string c;
  try {
    echo->text("refuse", b, c);
    expect(false, "text");
  } catch (const Calls::Refused& refused) {
    expect(refused.why() == "it was asked to" && refused.code() == 42, "Refused");
  }
  try {
    echo->lose(Calls::Root::Step({Calls::Point(9, 0)}));
    expect(false, "lose");
  } catch (const Calls::Root::Lost& lost) {
    expect(lost.last().way().at(0).x() == 9, "Lost");
  }
  try {
    echo->fail(17);
    expect(false, "fail");
  } catch (const CORBA::NO_RESOURCES& failed) {
    expect(failed.minor() == 17 && failed.completed() == CORBA::CompletionStatus::COMPLETED_NO, "NO_RESOURCES");
  }
}

void call_with_references(const Reference& echo) {
  Reference b;
  Reference c;
  const Reference result = echo->other(echo, b, c);
  expect(result->_is_equivalent(echo) && b->left_of(3) == 2 && !c, "other");
  expect(echo->same_echoes({echo, nullptr}).at(0)->right_of(1) == 2, "echoes");
  expect(echo->_is_a("IDL:Calls/Left:1.0") && !echo->_is_a("IDL:Unscoped:1.0"), "_is_a");
  echo->label("labelled");
  expect(echo->label() == "labelled", "label");
}

}  // namespace

int main(int argc, char** argv) {
  const auto orb = CORBA::ORB_init(argc, argv);
  if (argc != 2) return 2;
  const auto echo = IDL::traits<Calls::Echo>::narrow(orb->string_to_object(argv[1]));
  call_with_values(echo);
  call_with_structs(echo);
  call_for_exceptions(echo);
  call_with_references(echo);
  echo->shut();
  orb->destroy();
  return failures == 0 ? 0 : 1;
}

// A client of anys.idl in the modern mapping: calls the object whose reference is the argument, prints each call whose
// results are wrong, and ends the server.
#include <cstdio>

#include "anys.hpp"

namespace {

using Reference = IDL::traits<Anys::Echo>::ref_type;

int failures = 0;

void expect(bool is_right, const char* what) {
  if (is_right) return;
  std::printf("%s: wrong results\n", what);
  ++failures;
}

// Sends the value in an Any, and expects it in the result.
template <class Value>
void send(const Reference& echo, const char* what, const Value& value, bool (*is_same)(const Value&, const Value&)) {
  CORBA::Any any;
  any <<= value;
  CORBA::Any second;
  second <<= std::string("second");
  CORBA::Any third;
  const CORBA::Any result = echo->swap(any, second, third);
  Value read{};
  expect((result >>= read) && is_same(read, value), what);
  Value again{};
  expect((second >>= again) && is_same(again, value), what);
  std::string text;
  expect((third >>= text) && text == "second", what);
  expect(result.type()->equal(any.type()), what);
}

template <class Value>
bool is_equal(const Value& left, const Value& right) {
  return left == right;
}

bool is_same_point(const Anys::Point& left, const Anys::Point& right) {
  return left.x() == right.x() && left.y() == right.y() && left.shade() == right.shade();
}

bool is_same_box(const Anys::Echo::Box& left, const Anys::Echo::Box& right) {
  return left.size() == right.size() && left.label() == right.label();
}

bool is_same_node(const Anys::Node& left, const Anys::Node& right) {
  return left.value() == right.value() && left.children().size() == right.children().size();
}

void send_values(const Reference& echo) {
  send<Anys::Colour>(echo, "enum", Anys::Colour::green, is_equal);
  send<Anys::Point>(echo, "struct", Anys::Point(1, 2, 0.5, Anys::Colour::blue), is_same_point);
  send<Anys::Echo::Box>(echo, "struct of an interface", Anys::Echo::Box(4, "a box"), is_same_box);
  send<Anys::Node>(echo, "recursive struct", Anys::Node(1, {Anys::Node(2, {}), Anys::Node(3, {})}), is_same_node);
  send<Anys::Grid>(echo, "array", Anys::Grid{{{1, 2, 3}, {4, 5, 6}}}, is_equal);
  send<Anys::Words>(echo, "array of strings", Anys::Words{"a", "b"}, is_equal);
  send<CORBA::typecode_reference>(echo, "TypeCode", Anys::_tc_Item,
                                  [](const auto& left, const auto& right) { return left->equal(right); });
}

void call(const Reference& echo) {
  CORBA::typecode_reference second = Anys::_tc_Node;
  CORBA::typecode_reference third;
  expect(echo->swap_kinds(Anys::_tc_Part, second, third)->equal(Anys::_tc_Part), "swap_kinds");
  expect(second->equal(Anys::_tc_Part) && third->equal(Anys::_tc_Node), "swap_kinds");

  Anys::Values values(2);
  values[0] <<= std::int32_t(1);
  values[1] <<= Anys::Colour::red;
  Anys::Kinds kinds;
  Anys::Pair pair;
  const Anys::Values reversed = echo->list(values, kinds, pair);
  std::int32_t number = 0;
  expect(reversed.size() == 2 && (reversed[1] >>= number) && number == 1, "list");
  expect(kinds.size() == 2 && kinds[1]->equal(Anys::_tc_Colour), "list");

  CORBA::AnySeq wrapped;
  std::string text;
  expect(echo->wrap({"one", "two"}, wrapped).size() == 2, "wrap");
  expect(wrapped.size() == 2 && (wrapped[1] >>= text) && text == "two", "wrap");

  echo->held(values[1]);
  echo->held_kind(Anys::_tc_Bad);
  Anys::Colour colour = Anys::Colour::blue;
  expect((echo->held() >>= colour) && colour == Anys::Colour::red, "held");
  expect(echo->held_kind()->equal(Anys::_tc_Bad), "kind");
}

void call_for_exceptions(const Reference& echo) {
  CORBA::Any any;
  any <<= std::string("refuse");
  CORBA::Any second;
  CORBA::Any third;
  std::string text;
  try {
    echo->swap(any, second, third);
    expect(false, "swap");
  } catch (const Anys::Echo::Refused& refused) {
    expect((refused.value() >>= text) && text == "refuse", "Refused");
  }
  Anys::Item item;
  item.title("bad");
  item.value(any);
  item.kind(Anys::_tc_Words);
  item.kind_by_name(Anys::_tc_Words);
  item.kind_pair({Anys::_tc_Words, Anys::_tc_Words});
  try {
    echo->send_item(item);
    expect(false, "item");
  } catch (const Anys::Bad& bad) {
    expect((bad.why() >>= text) && bad.kind()->equal(Anys::_tc_Words), "Bad");
  }
  item.title("good");
  expect(echo->send_item(item).kind_pair()[1]->equal(Anys::_tc_Words), "item");
}

}  // namespace

int main(int argc, char** argv) {
  const auto orb = CORBA::ORB_init(argc, argv);
  if (argc != 2) return 2;
  const auto echo = IDL::traits<Anys::Echo>::narrow(orb->string_to_object(argv[1]));
  send_values(echo);
  call(echo);
  call_for_exceptions(echo);
  echo->shut();
  orb->destroy();
  return failures == 0 ? 0 : 1;
}

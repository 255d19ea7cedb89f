#include "dimma/types_values.hpp"

namespace mapped {

Types::Choice Values::choice() {
  Types::Choice made;
  switch (below(9)) {
    case 0:
      break;  // no branch
    case 1:
      made.number(number());
      break;
    case 2:
      made.text(text());
      break;
    case 3:
      made.text(text(), -3);
      break;
    case 4:
      made.place(point());
      break;
    case 5:
      made.raw(octets());
      break;
    case 6:
      made.flag(even());
      break;
    case 7:
      made.card(suit());
      break;
    default:
      made.exact(exact());
      break;
  }
  return made;
}

Types::Tree Values::tree(std::uint32_t depth) {
  Types::Tree made;
  if (depth == 0 || below(4) == 0) {
    made.leaf(text());
    return made;
  }
  Types::Forest branches(below(4));
  for (auto& branch : branches) branch = tree(depth - 1);
  made.branches(std::move(branches));
  return made;
}

Types::Unions Values::unions() {
  Types::Unions made;
  made.first(static_cast<std::uint8_t>(below(256)));
  made.one(choice());
  if (even()) {
    made.two().yes(text());
  } else {
    made.two().no(exact());
  }
  switch (below(3)) {
    case 0:
      made.three().text(text());
      break;
    case 1:
      made.three().number(number());
      break;
    default:
      made.three().raw(octets(), 'z');
      break;
  }
  if (even()) made.four().most(-1);
  if (even()) made.four().least(text());
  if (even()) made.five().most(text());
  if (even()) {
    made.six().black(text(), even() ? Types::Suit::clubs : Types::Suit::spades);
  } else if (even()) {
    made.six().red(choice());
  }
  made.seven(tree());
  made.many().resize(below(5));
  for (auto& each : made.many()) each = choice();
  for (auto& each : made.both()) each = choice();
  made.last(static_cast<std::uint8_t>(below(256)));
  return made;
}

Types::Wide Values::wide() {
  Types::Wide made;
  made.first(static_cast<std::uint8_t>(below(256)));
  made.letter(wide_character());
  made.text(wide_text());
  made.tag(wide_text(8));
  made.many().resize(below(4));
  for (auto& each : made.many()) each = wide_text();
  for (auto& each : made.row()) each = wide_character();
  made.narrow(text());
  made.last(static_cast<std::uint8_t>(below(256)));
  return made;
}

CORBA::Any Values::any(std::uint32_t depth) {
  CORBA::Any made;
  switch (below(depth == 0 ? 14 : 16)) {
    case 0:
      break;
    case 1:
      made <<= even();
      break;
    case 2:
      made <<= static_cast<std::uint8_t>(below(256));
      break;
    case 3:
      made <<= static_cast<std::int16_t>(below(65536));
      break;
    case 4:
      made <<= number();
      break;
    case 5:
      made <<= static_cast<std::int64_t>(number()) * 1000000;
      break;
    case 6:
      made <<= exact();
      break;
    case 7:
      made <<= text();
      break;
    case 8:
      made <<= choice();
      break;
    case 9:
      made <<= suit();
      break;
    case 10:
      made <<= tree();
      break;
    case 11:
      made <<= octets();
      made.type(Types::_tc_Octets);
      break;
    case 12:
      made <<= unions();
      break;
    case 13:
      made <<= Types::Pair{choice(), choice()};
      break;
    case 14:
      made <<= any(depth - 1);
      break;
    default:
      made <<= anys();
      break;
  }
  return made;
}

Types::Anys Values::anys() {
  static const CORBA::TypeCode* const types[] = {&Types::_tc_Tree, &Types::_tc_Unions, &Types::_tc_Suit,
                                                 &Types::_tc_Echo, &Types::_tc_Label,  &CORBA::_tc_double,
                                                 &CORBA::_tc_null, &Types::_tc_Anys,   &Types::_tc_Refused};
  Types::Anys made;
  made.first(static_cast<std::uint8_t>(below(256)));
  made.one(any(1));
  made.many().resize(below(3));
  for (auto& each : made.many()) each = any(1);
  made.type(*types[below(9)]);
  made.name(text());
  made.last(static_cast<std::uint8_t>(below(256)));
  return made;
}

}  // namespace mapped

#include "classic/client_checks.hpp"

namespace classic {
namespace {

using checks::require;
using checks::require_equal;

std::string text(char* owned) { return CORBA::String_var(owned).in(); }

void check_inheritance(Everything::Maker_ptr maker) {
  const Everything::Named_var named = maker->make("bottom");
  require_equal(text(named->who()), "a named bottom", "who");
  require_equal(text(named->name()), "bottom", "name");
  const Everything::Left_var left = Everything::Left::_narrow(named);
  require(!CORBA::is_nil(left), "a Bottom is no Left");
  require_equal(text(left->to_the_left()), "left of bottom", "to_the_left");
  const Everything::Right_var right = Everything::Right::_narrow(named);
  require(!CORBA::is_nil(right), "a Bottom is no Right");
  require_equal(text(right->to_the_right("!")), "right of bottom!", "to_the_right");
  const Everything::Bottom_var bottom = Everything::Bottom::_narrow(right);
  require(!CORBA::is_nil(bottom), "a Bottom is no Bottom");
  require_equal(text(bottom->below()), "below bottom", "below");
  require_equal(text(bottom->who()), "a named bottom", "who");
  require_equal(text(bottom->to_the_left()), "left of bottom", "to_the_left");
  require_equal(bottom->position().y, 2, "position.y");
  bottom->position(Everything::Point{8, 9});
  require_equal(bottom->position().x, 8, "position.x");
}

void check_narrowing(Everything::Maker_ptr maker) {
  const Everything::Named_var left = maker->make("left");
  require(CORBA::is_nil(Everything::Right_var(Everything::Right::_narrow(left))), "a Left is a Right");
  require(CORBA::is_nil(Everything::Bottom_var(Everything::Bottom::_narrow(left))), "a Left is a Bottom");
  require(left->_is_a("IDL:test.dimma/Everything/Left:1.0"), "a Left is no Left");
  require(left->_is_a("IDL:test.dimma/Everything/Named:1.0"), "a Left is no Named");
  require(left->_is_a("IDL:omg.org/CORBA/Object:1.0"), "a Left is no Object");
  require(!left->_is_a("IDL:test.dimma/Everything/Right:1.0"), "a Left is a Right");
  require(!left->_is_a("IDL:Everything/Left:1.0"), "the prefix is not looked at");
  require(CORBA::is_nil(Everything::Named_var(maker->make("nil"))), "nil is not nil");
}

void check_repository_ids(const Session& session) {
  const Everything::Versioned_var versioned = session.root->get_versioned();
  versioned->ping();
  require(versioned->_is_a("IDL:test.dimma/Everything/Versioned:2.3"), "#pragma version is not heard");
  require(!versioned->_is_a("IDL:test.dimma/Everything/Versioned:1.0"), "#pragma version is not heard");
  const Everything::Renamed_var renamed = session.root->get_renamed();
  renamed->ping();
  require(renamed->_is_a("IDL:elsewhere/Renamed:7.1"), "#pragma ID is not heard");
}

void check_references(Everything::Maker_ptr maker) {
  Everything::NamedSeq_var all = maker->make_all();
  require_equal(all->length(), 5U, "make_all");
  static constexpr const char* names[] = {"named", "left", "", "right", "bottom"};
  for (CORBA::ULong i = 0; i < 5; ++i) {
    const Everything::Named_ptr one = all[i];
    require_equal(CORBA::is_nil(one) ? "" : text(one->name()), names[i], "name of " + std::to_string(i));
  }
  const Everything::Offer_var offer = maker->make_offer("right");
  require_equal(std::string(offer->title.in()), "one right", "title");
  require_equal(text(offer->item->who()), "a named right", "item");
  require(maker->_is_equivalent(offer->anything), "anything is not the maker");
  const Everything::Offer_var nothing = maker->make_offer("nil");
  require(CORBA::is_nil(nothing->item), "an offer of nil has an item");

  const Everything::Named_var first = maker->make("left");
  const Everything::Named_var second = maker->make("right");
  Everything::Named_var changed = Everything::Named::_duplicate(second);
  Everything::Named_var third;
  const Everything::Named_var result = maker->exchange(first, changed.inout(), third.out());
  require(CORBA::is_nil(result), "exchange returned an object");
  require(changed->_is_equivalent(first), "the inout object is another");
  require(third->_is_equivalent(second), "the out object is another");
  require(!third->_is_equivalent(first), "different objects are equivalent");
  require(maker->same(first, changed), "the server finds the same objects different");
  require(!maker->same(first, second), "the server finds different objects the same");
  const CORBA::Object_var plain = maker->as_object(first);
  const Everything::Left_var left = Everything::Left::_narrow(plain);
  require_equal(text(left->to_the_left()), "left of left", "to_the_left through Object");
}

void check_strings_of_references(const Session& session, Everything::Maker_ptr maker) {
  const Everything::Named_var left = maker->make("left");
  const CORBA::String_var ior = session.orb->object_to_string(left);
  const CORBA::Object_var again = session.orb->string_to_object(ior);
  require(again->_is_equivalent(left), "a reference changes on its way through a string");
  const Everything::Left_var narrowed = Everything::Left::_narrow(again);
  require_equal(text(narrowed->to_the_left()), "left of left", "to_the_left");
}

void check_disposal(Everything::Maker_ptr maker) {
  const Everything::Named_var item = maker->make("left");
  require(!item->_non_existent(), "a new object does not exist");
  maker->dispose(item);
  require(item->_non_existent(), "a disposed object exists");
  try {
    text(item->who());
  } catch (const CORBA::OBJECT_NOT_EXIST& exception) {
    require_equal(exception.completed(), CORBA::COMPLETED_NO, "completed");
    return;
  }
  throw checks::Failed("a disposed object answers");
}

void check_unknown_operation(Everything::Maker_ptr maker) {
  const Everything::Named_var left = maker->make("left");
  const Everything::Right_var pretended = Everything::Right::_unchecked_narrow(left);
  try {
    text(pretended->to_the_right(""));
  } catch (const CORBA::BAD_OPERATION& exception) {
    require_equal(exception.completed(), CORBA::COMPLETED_NO, "completed");
    return;
  }
  throw checks::Failed("a Left answers to_the_right");
}

void check_forwarding(const Session& session) {
  const CORBA::Object_var object = session.orb->string_to_object(session.forwarded.c_str());
  const Everything::Named_var named = Everything::Named::_narrow(object);
  require_equal(text(named->who()), "a named target", "who");
  require_equal(text(named->name()), "target", "name");
}

}  // namespace

void check_objects(checks::Checks& checks, const Session& session) {
  const Everything::Maker_var maker = session.root->get_maker();
  checks.run("inheritance", [&] { check_inheritance(maker); });
  checks.run("narrowing", [&] { check_narrowing(maker); });
  checks.run("repository_ids", [&] { check_repository_ids(session); });
  checks.run("references", [&] { check_references(maker); });
  checks.run("references_as_strings", [&] { check_strings_of_references(session, maker); });
  checks.run("disposal", [&] { check_disposal(maker); });
  checks.run("unknown_operation", [&] { check_unknown_operation(maker); });
  if (!session.forwarded.empty()) checks.run("location_forward", [&] { check_forwarding(session); });
}

}  // namespace classic

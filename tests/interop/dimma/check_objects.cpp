#include "dimma/client_checks.hpp"

namespace mapped {
namespace {

using checks::require;
using checks::require_equal;
using Everything::Bottom;
using NamedRef = Ref<Everything::Named>;

template <class Interface>
auto narrow(const NamedRef& from) {
  return IDL::traits<Interface>::narrow(from);
}

void check_inheritance(const Ref<Everything::Maker>& maker) {
  auto named = maker->make("bottom");
  require_equal(named->who(), "a named bottom", "who");
  require_equal(named->name(), "bottom", "name");
  auto left = narrow<Everything::Left>(named);
  require(static_cast<bool>(left), "a Bottom is no Left");
  require_equal(left->to_the_left(), "left of bottom", "to_the_left");
  auto right = narrow<Everything::Right>(named);
  require(static_cast<bool>(right), "a Bottom is no Right");
  require_equal(right->to_the_right("!"), "right of bottom!", "to_the_right");
  auto bottom = narrow<Everything::Bottom>(right);
  require(static_cast<bool>(bottom), "a Bottom is no Bottom");
  require_equal(bottom->below(), "below bottom", "below");
  require_equal(bottom->who(), "a named bottom", "who");
  require_equal(bottom->to_the_left(), "left of bottom", "to_the_left");
  require_equal(bottom->position().y(), 2, "position.y");
  bottom->position(Everything::Point(8, 9));
  require_equal(bottom->position().x(), 8, "position.x");
}

void check_narrowing(const Ref<Everything::Maker>& maker) {
  auto left = maker->make("left");
  require(narrow<Everything::Right>(left) == nullptr, "a Left is a Right");
  require(narrow<Everything::Bottom>(left) == nullptr, "a Left is a Bottom");
  require(left->_is_a("IDL:test.dimma/Everything/Left:1.0"), "a Left is no Left");
  require(left->_is_a("IDL:test.dimma/Everything/Named:1.0"), "a Left is no Named");
  require(left->_is_a("IDL:omg.org/CORBA/Object:1.0"), "a Left is no Object");
  require(!left->_is_a("IDL:test.dimma/Everything/Right:1.0"), "a Left is a Right");
  require(!left->_is_a("IDL:Everything/Left:1.0"), "the prefix is not looked at");
  require(maker->make("nil") == nullptr, "nil is not nil");
}

void check_repository_ids(Session& session) {
  auto versioned = session.root->get_versioned();
  versioned->ping();
  require(versioned->_is_a("IDL:test.dimma/Everything/Versioned:2.3"), "#pragma version is not heard");
  require(!versioned->_is_a("IDL:test.dimma/Everything/Versioned:1.0"), "#pragma version is not heard");
  auto renamed = session.root->get_renamed();
  renamed->ping();
  require(renamed->_is_a("IDL:elsewhere/Renamed:7.1"), "#pragma ID is not heard");
}

void check_offers(const Ref<Everything::Maker>& maker) {
  const Everything::NamedSeq all = maker->make_all();
  static const std::vector<std::string> kinds = {"named", "left", "", "right", "bottom"};
  require_equal(all.size(), kinds.size(), "make_all");
  for (std::size_t i = 0; i < all.size(); ++i) {
    require_equal(all[i] ? all[i]->name() : "", kinds[i], "name of " + std::to_string(i));
  }
  const Everything::Offer offer = maker->make_offer("right");
  require_equal(offer.title(), "one right", "title");
  require_equal(offer.item()->who(), "a named right", "item");
  require(maker->_is_equivalent(offer.anything()), "anything is not the maker");
  require(maker->make_offer("nil").item() == nullptr, "an offer of nil has an item");
}

void check_exchange(const Ref<Everything::Maker>& maker) {
  auto first = maker->make("left");
  auto second = maker->make("right");
  NamedRef changed = second;
  NamedRef third;
  require(maker->exchange(first, changed, third) == nullptr, "exchange returned an object");
  require(changed->_is_equivalent(first), "the inout object is another");
  require(third->_is_equivalent(second), "the out object is another");
  require(!third->_is_equivalent(first), "different objects are equivalent");
  require_equal(changed->_hash(1000), first->_hash(1000), "hash of an equivalent reference");
  require(maker->same(first, changed), "the server finds the same objects different");
  require(!maker->same(first, second), "the server finds different objects the same");
  auto left = IDL::traits<Everything::Left>::narrow(maker->as_object(first));
  require_equal(left->to_the_left(), "left of left", "to_the_left through Object");
}

void check_strings_of_references(Session& session, const Ref<Everything::Maker>& maker) {
  auto left = maker->make("left");
  auto again = session.orb->string_to_object(session.orb->object_to_string(left));
  require(again->_is_equivalent(left), "a reference changes on its way through a string");
  require_equal(IDL::traits<Everything::Left>::narrow(again)->to_the_left(), "left of left", "to_the_left");
}

void check_disposal(Session& session, const Ref<Everything::Maker>& maker) {
  auto item = session.through(maker->make("left"));
  require(!item->_non_existent(), "a new object does not exist");
  maker->dispose(item);
  require(item->_non_existent(), "a disposed object exists");
  try {
    item->who();
  } catch (const CORBA::OBJECT_NOT_EXIST& exception) {
    require_equal(exception.completed(), CORBA::COMPLETED_NO, "completed");
    return;
  }
  throw checks::Failed("a disposed object answers");
}

void check_unknown_operation(const Ref<Everything::Maker>& maker) {
  auto pretended = dimma::narrow_unchecked<Everything::Right>(maker->make("left"));
  try {
    pretended->to_the_right("");
  } catch (const CORBA::BAD_OPERATION& exception) {
    require_equal(exception.completed(), CORBA::COMPLETED_NO, "completed");
    return;
  }
  throw checks::Failed("a Left answers to_the_right");
}

void check_forwarding(Session& session) {
  auto named = IDL::traits<Everything::Named>::narrow(session.orb->string_to_object(session.forwarded));
  require_equal(named->who(), "a named target", "who");
  require_equal(named->name(), "target", "name");
  auto bound = session.through(named);
  require_equal(bound->who(), "a named target", "who");
}

}  // namespace

void check_objects(checks::Checks& checks, Session& session) {
  auto maker = session.through(session.root->get_maker());
  checks.run("inheritance", [&] { check_inheritance(maker); });
  checks.run("narrowing", [&] { check_narrowing(maker); });
  checks.run("repository_ids", [&] { check_repository_ids(session); });
  checks.run("references_in_values", [&] { check_offers(maker); });
  checks.run("references", [&] { check_exchange(maker); });
  checks.run("references_as_strings", [&] { check_strings_of_references(session, maker); });
  checks.run("disposal", [&] { check_disposal(session, maker); });
  checks.run("unknown_operation", [&] { check_unknown_operation(maker); });
  if (!session.forwarded.empty()) checks.run("location_forward", [&] { check_forwarding(session); });
}

}  // namespace mapped

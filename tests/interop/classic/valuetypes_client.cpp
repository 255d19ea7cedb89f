// valuetypes_client --root IOR [the ORB's options]: checks a server of valuetypes.idl.

#include "classic/estate.hpp"
#include "common/checks.hpp"
#include "common/program.hpp"

namespace {

using checks::require;
using checks::require_equal;
using classic::given;
using estate::node;

std::string describe_exception() {
  try {
    throw;
  } catch (const CORBA::SystemException& exception) {
    return std::string(exception._name()) + ", minor " + std::to_string(exception.minor());
  } catch (const CORBA::Exception& exception) {
    return exception._name();
  } catch (const std::exception& exception) {
    return exception.what();
  }
}

void check_nodes(Estate::Store_ptr store) {
  const Estate::Node_var last = node(3);
  const Estate::Node_var shared = node(2, last.in());
  const Estate::Node_var first = node(1, shared.in());
  Estate::Nodes a;
  a.length(3);
  a[0] = first;
  a[2] = shared;
  Estate::Nodes b;
  b.length(1);
  b[0] = shared;
  Estate::Nodes_var c;
  Estate::Nodes_var result = store->echo_nodes(a, b, c.out());
  Estate::Node* const head = result[0U];
  require_equal(result->length(), 3U, "the length");
  require_equal(head->number(), 1, "the first");
  require_equal(head->next()->next()->number(), 3, "the last");
  require(static_cast<Estate::Node*>(result[1U]) == nullptr, "nil is no longer nil");
  require(static_cast<Estate::Node*>(result[2U]) == head->next(), "what was shared is no longer");
  require(static_cast<Estate::Node*>(b[0]) == head, "what was shared among arguments is no longer");
  require(store->same(shared.in(), shared.in()), "one value became two");
  require(!store->same(shared.in(), last.in()), "two values became one");
}

void check_shapes(Estate::Store_ptr store) {
  const Estate::Node_var extra = node(5);
  const Estate::Circle_var red = new OBV_Estate::Circle("red", given(extra.in()), 2.5F);
  Estate::Shape_var b = new OBV_Estate::Shape("blue");
  Estate::Shape_var c;
  const Estate::Shape_var result = store->echo_shape(red.in(), b.inout(), c.out());
  const Estate::Circle* const circle = Estate::Circle::_downcast(result.in());
  require(circle != nullptr, "the circle is none any more");
  require_equal(std::string(circle->colour()), std::string("red"), "the colour");
  require_equal(circle->radius(), 2.5F, "the radius");
  require_equal(circle->extra()->number(), 5, "the node");
  require(b.in() == result.in(), "the same circle came back twice");
  require_equal(std::string(c->colour()), std::string("blue"), "the other colour");
}

void check_truncation(Estate::Store_ptr store) {
  const Estate::Node_var shown = node(4);
  const Estate::Node_var behind = node(8);
  const Estate::Shape_var ring = new estate::Ring("gold", 3, shown.in(), behind.in());
  Estate::Shape_var b = new OBV_Estate::Shape("blue");
  Estate::Shape_var c;
  const Estate::Shape_var result = store->echo_shape(ring.in(), b.inout(), c.out());
  const Estate::Circle* const cut = Estate::Circle::_downcast(result.in());
  require(cut != nullptr && Estate::Ring::_downcast(result.in()) == nullptr, "the ring was not cut down to a circle");
  require_equal(cut->radius(), 3.0F, "the radius");
  require_equal(cut->extra()->number(), 4, "the node");
  require_equal(store->number_behind(ring.in(), behind.in()), 8, "the node that only the ring had");
}

void check_holder(Estate::Store_ptr store) {
  const Estate::Node_var one = node(1);
  const Estate::Circle_var green = new OBV_Estate::Circle("green", given(one.in()), 1);
  Estate::Holder a;
  a.first = one;
  a.either.figure(green.in());
  a.either._d(3);
  a.several.length(2);
  a.several[0] = one;
  a.several[1] = one;
  Estate::Holder b = a;
  Estate::Holder_var c;
  Estate::Holder_var result = store->echo_holder(a, b, c.out());
  Estate::Node* const first = result->first;
  require(static_cast<Estate::Node*>(result->several[1]) == first, "what was shared is no longer");
  require(Estate::Circle::_downcast(result->either.figure())->extra() == first, "nor in the union");
}

void check_boxes(Estate::Store_ptr store) {
  const Estate::LongBox_var a = new Estate::LongBox(3);
  const Estate::LongBox_var b = new Estate::LongBox(4);
  Estate::NamesBox_var words;
  const Estate::LongBox_var sum = store->add(a.in(), b.in(), words.out());
  require_equal(sum->_value(), 7, "the sum");
  require_equal(words->_value().length(), 2U, "the words");
  require_equal(std::string(words->_value()[1]), std::string("of two"), "the last words");
}

void check_account(Estate::Store_ptr store) {
  const Estate::Account_var mine = new estate::Account("me", 5);
  const Estate::Account_var paid = store->paid(mine.in(), 2.5);
  require_equal(paid->total(), 7.5, "the balance");
  require_equal(std::string(paid->name()), std::string("me"), "the owner");
}

void check_base(Estate::Store_ptr store) {
  const Estate::Node_var six = node(6);
  const CORBA::ValueBase_var result = store->echo_base(six.in());
  require_equal(Estate::Node::_downcast(result.in())->number(), 6, "the node");
}

void check_exception(Estate::Store_ptr store) {
  const Estate::Node_var why = node(12);
  try {
    store->refuse(why.in());
  } catch (const Estate::Refused& refused) {
    require_equal(refused.why->number(), 12, "the node");
    Estate::Node* const one = refused.why;
    Estate::Node* const other = refused.same;
    require(one == other, "what was shared is no longer");
    return;
  }
  throw checks::Failed("no exception");
}

void check_any(Estate::Store_ptr store) {
  const Estate::Node_var one = node(1);
  CORBA::Any a;
  a <<= one.in();
  CORBA::Any b = a;
  CORBA::Any_var c;
  const CORBA::Any_var result = store->echo_any(a, b, c.out());
  Estate::Node* first = nullptr;
  Estate::Node* second = nullptr;
  require((result.in() >>= first) && (b >>= second), "another type");
  require_equal(first->number(), 1, "the node");
  require(first == second, "what was shared is no longer");
}

// Neither the server, which passes the value on, nor this client has a factory for it.
void check_any_of_unknown(Estate::Store_ptr store) {
  const Estate::Node_var shown = node(4);
  const Estate::Ring_var ring = new estate::Ring("gold", 3, shown.in(), nullptr);
  CORBA::Any a;
  a <<= ring.in();
  CORBA::Any b = a;
  CORBA::Any_var c;
  const CORBA::Any_var result = store->echo_any(a, b, c.out());
  const CORBA::TypeCode_var type = result->type();
  require(type->equal(Estate::_tc_Ring), "another type");
}

void check_abstract(Estate::Store_ptr store) {
  const Estate::Lamp_var lamp = store->its_lamp();
  const Estate::Notice_var inner = new estate::Notice("inner", Estate::Describable::_nil());
  const Estate::Notice_var outer = new estate::Notice("outer", inner.in());
  Estate::Describables a;
  a.length(4);
  a[0] = Estate::Describable::_duplicate(lamp.in());
  a[1] = Estate::Describable::_duplicate(outer.in());
  a[3] = Estate::Describable::_duplicate(inner.in());
  Estate::Describable_var b = Estate::Describable::_duplicate(lamp.in());
  Estate::Describable_var c;
  Estate::Describables_var result = store->echo_describables(a, b.inout(), c.out());
  const auto at = [&result](CORBA::ULong i) { return static_cast<Estate::Describable_ptr>(result[i]); };
  require_equal(result->length(), 4U, "the length");
  const CORBA::Object_var object = at(0)->_to_object();
  require(object->_is_equivalent(lamp), "another lamp");
  const CORBA::String_var text = at(0)->describe();
  require_equal(std::string(text), std::string("lamp"), "the lamp that came back");
  Estate::Notice* const notice = Estate::Notice::_downcast(at(1));
  require(notice != nullptr, "the notice is none any more");
  require_equal(std::string(notice->words()), std::string("outer"), "the words");
  require(CORBA::is_nil(at(2)), "nil is no longer nil");
  require(at(3) == notice->next(), "what was shared is no longer");
  require(b.in() == at(1), "what was shared among arguments is no longer");
  const CORBA::String_var of_lamp = store->described(lamp);
  const CORBA::String_var of_notice = store->described(outer);
  const CORBA::String_var of_nil = store->described(Estate::Describable::_nil());
  require_equal(std::string(of_lamp), std::string("lamp 0"), "the lamp at the server");
  require_equal(std::string(of_notice), std::string("outer 1"), "the notice at the server");
  require_equal(std::string(of_nil), std::string("nothing"), "nil at the server");
  require(store->same_notice(inner, inner), "one value became two");
  const Estate::Describable_var after = at(0)->after(outer);
  require_equal(after->depth(), 1, "the depth");
  try {
    const Estate::Describable_var none = at(0)->after(Estate::Describable::_nil());
    throw checks::Failed("no exception");
  } catch (const Estate::Refused& refused) {
    require_equal(refused.why->number(), 1, "the node");
  }
}

void check_abstract_in_any(Estate::Store_ptr store) {
  const Estate::Lamp_var lamp = store->its_lamp();
  const Estate::Notice_var words = new estate::Notice("words", Estate::Describable::_nil());
  CORBA::Any a;
  a <<= Estate::Describable_ptr(lamp.in());
  CORBA::Any b;
  b <<= Estate::Describable_ptr(words.in());
  CORBA::Any_var c;
  const CORBA::Any_var result = store->echo_any(a, b, c.out());
  Estate::Describable_ptr one = nullptr;
  Estate::Describable_ptr other = nullptr;
  require((result.in() >>= one) && (c.in() >>= other), "another type");
  const CORBA::String_var of_lamp = one->describe();
  const CORBA::String_var of_words = other->describe();
  require_equal(std::string(of_lamp), std::string("lamp"), "the lamp");
  require_equal(std::string(of_words), std::string("words"), "the words");
}

int check(int argc, char** argv) {
  const CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
  const program::Options options(argc, argv);
  estate::register_factories(orb);
  const CORBA::Object_var object = orb->string_to_object(options.required("--root").c_str());
  const Estate::Store_var store = Estate::Store::_narrow(object);
  require(!CORBA::is_nil(store), "--root is no Estate::Store");
  checks::Checks checks(describe_exception);
  const auto at = store.in();
  checks.run("nodes", [at] { check_nodes(at); });
  checks.run("shapes", [at] { check_shapes(at); });
  checks.run("truncation", [at] { check_truncation(at); });
  checks.run("holder", [at] { check_holder(at); });
  checks.run("boxes", [at] { check_boxes(at); });
  checks.run("account", [at] { check_account(at); });
  checks.run("base", [at] { check_base(at); });
  checks.run("exception", [at] { check_exception(at); });
  checks.run("any", [at] { check_any(at); });
  checks.run("any_of_unknown", [at] { check_any_of_unknown(at); });
  checks.run("abstract", [at] { check_abstract(at); });
  checks.run("abstract_in_any", [at] { check_abstract_in_any(at); });
  const int status = checks.finish();
  orb->destroy();
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return check(argc, argv);
  } catch (...) {
    std::cerr << "valuetypes_client: " << describe_exception() << '\n';
  }
  return 1;
}

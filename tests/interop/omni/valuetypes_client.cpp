// valuetypes_client --root IOR [omniORB's options]: checks a server of valuetypes.idl.

#include "common/checks.hpp"
#include "common/program.hpp"
#include "omni/estate.hpp"

namespace {

using checks::require;
using checks::require_equal;
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
  const Estate::Circle_var red = new OBV_Estate::Circle("red", estate::shared(extra.in()), 2.5F);
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
  const Estate::Circle_var green = new OBV_Estate::Circle("green", estate::shared(one.in()), 1);
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

// The server can't make one, and passes it on; neither can this client.
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

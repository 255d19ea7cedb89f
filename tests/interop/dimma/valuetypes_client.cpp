// dimma_valuetypes_client --root IOR [--qos QOS] [--dimma-...]: checks a server of valuetypes.idl.

#include "common/checks.hpp"
#include "common/program.hpp"
#include "dimma/client.hpp"
#include "dimma/estate.hpp"

namespace {

using namespace mapped;  // NOLINT: the names of this program
using checks::require;
using checks::require_equal;
using StoreRef = CORBA::object_reference<Estate::Store>;

void require_numbers(NodeRef list, const std::vector<std::int32_t>& expected, const std::string& what) {
  for (const std::int32_t number : expected) {
    require(static_cast<bool>(list), what + " is too short");
    require_equal(list->number(), number, what);
    list = list->next();
  }
  require(!list, what + " is too long");
}

void check_nodes(const StoreRef& store) {
  const auto shared = node(2, node(3));
  const Estate::Nodes a = {node(1, shared), nullptr, shared};
  Estate::Nodes b = {shared};
  Estate::Nodes c;
  const auto result = store->echo_nodes(a, b, c);
  require_equal(result.size(), a.size(), "the length");
  require_numbers(result[0], {1, 2, 3}, "the first list");
  require(!result[1], "nil is no longer nil");
  require(result[2] == result[0]->next(), "what was shared is no longer");
  require(b.at(0) == result[0] && c.at(0) == result[2], "what was shared among arguments is no longer");
  require(store->same(shared, shared), "one value became two");
  require(!store->same(node(1), node(1)), "two values became one");
  require(store->same(nullptr, nullptr), "nil is not nil");
}

void check_circle(const StoreRef& store) {
  const auto first = node(1, node(2));
  first->next()->next(first);
  Estate::Nodes b;
  Estate::Nodes c;
  const auto result = store->echo_nodes({first}, b, c);
  require(result.at(0)->next()->next() == result[0], "the circle is cut");
  first->next(nullptr);
  result[0]->next(nullptr);
}

void check_shapes(const StoreRef& store) {
  const auto extra = node(5);
  ShapeRef b = CORBA::make_reference<IDL::traits<Estate::Shape>::obv_type>("blue");
  ShapeRef c;
  const auto result = IDL::traits<Estate::Circle>::narrow(store->echo_shape(circle("red", 2.5F, extra), b, c));
  require(static_cast<bool>(result), "the circle is none any more");
  require_equal(result->colour(), std::string("red"), "the colour");
  require_equal(result->radius(), 2.5F, "the radius");
  require_equal(result->extra()->number(), 5, "the node");
  require(b == result, "the same circle came back twice");
  require_equal(c->colour(), std::string("blue"), "the other colour");
}

void check_truncation(const StoreRef& store) {
  const auto behind = node(8);
  const ShapeRef ring = CORBA::make_reference<RingImpl>("gold", 3.0F, node(4), behind);
  ShapeRef b = ring;
  ShapeRef c;
  const auto result = store->echo_shape(ring, b, c);
  const auto cut = IDL::traits<Estate::Circle>::narrow(result);
  require(cut && !IDL::traits<Estate::Ring>::narrow(result), "the ring was not cut down to a circle");
  require_equal(cut->colour(), std::string("gold"), "the colour");
  require_equal(cut->radius(), 3.0F, "the radius");
  require_equal(cut->extra()->number(), 4, "the node");
  require(c == result, "what was shared is no longer");
  require_equal(store->number_behind(ring, behind), 8, "the node that only the ring had");
}

void check_holder(const StoreRef& store) {
  const auto one = node(1);
  Estate::Choice choice;
  choice.figure(circle("green", 1.0F, one));
  const Estate::Holder a(one, choice, {one, one});
  Estate::Holder b;
  Estate::Holder c;
  const auto result = store->echo_holder(a, b, c);
  require(result.several().at(0) == result.first() && result.several().at(1) == result.first(), "no longer shared");
  require(IDL::traits<Estate::Circle>::narrow(result.either().figure())->extra() == result.first(), "nor in the union");
  require(b.first() == result.first() && !c.first(), "the other arguments");
}

void check_boxes(const StoreRef& store) {
  CORBA::valuetype_reference<Estate::NamesBox> words;
  const auto sum =
      store->add(CORBA::make_reference<Estate::LongBox>(3), CORBA::make_reference<Estate::LongBox>(4), words);
  require_equal(sum->_value(), 7, "the sum");
  require(words->_value() == Estate::Names{"sum", "of two"}, "the words differ");
}

void check_account(const StoreRef& store) {
  const auto paid = store->paid(CORBA::make_reference<AccountImpl>("me", 5), 2.5);
  require_equal(paid->total(), 7.5, "the balance");
  require_equal(paid->name(), std::string("me"), "the owner");
}

void check_base(const StoreRef& store) {
  require_equal(IDL::traits<Estate::Node>::narrow(store->echo_base(node(6)))->number(), 6, "the node");
  require_equal(
      IDL::traits<Estate::LongBox>::narrow(store->echo_base(CORBA::make_reference<Estate::LongBox>(9)))->_value(), 9,
      "the box");
  require(!store->echo_base(nullptr), "nil is no longer nil");
}

void check_exception(const StoreRef& store) {
  try {
    store->refuse(node(12));
  } catch (const Estate::Refused& refused) {
    require_equal(refused.why()->number(), 12, "the node");
    require(refused.why() == refused.same(), "what was shared is no longer");
    return;
  }
  throw checks::Failed("no exception");
}

void check_any(const StoreRef& store) {
  const auto one = node(1, node(2));
  CORBA::Any a;
  a <<= one;
  CORBA::Any b;
  b <<= CORBA::make_reference<Estate::LongBox>(9);
  CORBA::Any c;
  const auto result = store->echo_any(a, b, c);
  NodeRef first;
  NodeRef second;
  CORBA::valuetype_reference<Estate::LongBox> box;
  require((result >>= first) && (b >>= second) && (c >>= box), "another type");
  require_numbers(first, {1, 2}, "the list");
  require(first == second, "what was shared is no longer");
  require_equal(box->_value(), 9, "the box");
  Estate::Choice choice;
  choice.leaf(one);
  a <<= Estate::Holder(one, choice, {one});
  Estate::Holder holder;
  require(store->echo_any(a, b, c) >>= holder, "another type");
  require(holder.either().leaf() == holder.first() && holder.several().at(0) == holder.first(), "no longer shared");
}

// The server has no factory for this value, and passes it on.
void check_any_of_unknown(const StoreRef& store, const IDL::traits<CORBA::ORB>::ref_type& orb) {
  orb->register_value_factory("IDL:Estate/Ring:1.0", CORBA::make_reference<RingFactory>());
  CORBA::Any a;
  a <<= CORBA::valuetype_reference<Estate::Ring>(CORBA::make_reference<RingImpl>("gold", 3.0F, node(4), node(8)));
  CORBA::Any b = a;
  CORBA::Any c;
  CORBA::valuetype_reference<Estate::Ring> ring;
  require(store->echo_any(a, b, c) >>= ring, "another type");
  require_equal(ring->area(), 2.0, "the area");
  require_equal(ring->extra()->number(), 4, "the node");
  orb->unregister_value_factory("IDL:Estate/Ring:1.0");
}

void check_abstract(const StoreRef& store) {
  const auto lamp = store->its_lamp();
  require_equal(lamp->describe(), std::string("lamp"), "the lamp");
  const auto inner = CORBA::make_reference<NoticeImpl>("inner");
  const auto outer = CORBA::make_reference<NoticeImpl>("outer", inner);
  DescribableRef b = lamp;
  DescribableRef c;
  const auto result = store->echo_describables({lamp, outer, nullptr, inner}, b, c);
  require_equal(result.size(), std::size_t{4}, "the length");
  require(result[0]->_to_object()->_is_equivalent(lamp) && c->_to_object()->_is_equivalent(lamp), "another lamp");
  require_equal(result[0]->describe(), std::string("lamp"), "the lamp that came back");
  const auto notice = IDL::traits<Estate::Notice>::narrow(result[1]);
  require(static_cast<bool>(notice), "the notice is none any more");
  require_equal(notice->words(), std::string("outer"), "the words");
  require(!result[2], "nil is no longer nil");
  require(result[3]->_to_value() == notice->next()->_to_value(), "what was shared is no longer");
  require(b->_to_value() == notice, "what was shared among arguments is no longer");
  require_equal(store->described(lamp), std::string("lamp 0"), "the lamp at the server");
  require_equal(store->described(outer), std::string("outer 1"), "the notice at the server");
  require_equal(store->described(nullptr), std::string("nothing"), "nil at the server");
  require(store->same_notice(inner, inner), "one value became two");
  const DescribableRef narrowed = IDL::traits<Estate::Describable>::narrow(lamp->_to_object());
  require_equal(IDL::traits<Estate::Notice>::narrow(narrowed->after(outer))->depth(), 1, "the depth");
  try {
    result[0]->after(nullptr);
    throw checks::Failed("no exception");
  } catch (const Estate::Refused& refused) {
    require_equal(refused.why()->number(), 1, "the node");
  }
}

void check_abstract_in_any(const StoreRef& store) {
  CORBA::Any a;
  a <<= DescribableRef(store->its_lamp());
  CORBA::Any b;
  b <<= DescribableRef(CORBA::make_reference<NoticeImpl>("words"));
  CORBA::Any c;
  const auto result = store->echo_any(a, b, c);
  DescribableRef lamp;
  DescribableRef words;
  require((result >>= lamp) && (c >>= words), "another type");
  require_equal(lamp->describe(), std::string("lamp"), "the lamp");
  require_equal(words->describe(), std::string("words"), "the words");
}

int check(int argc, char** argv) {
  auto orb = CORBA::ORB_init(argc, argv);
  const program::Options options(argc, argv);
  register_factories(orb);
  auto store = IDL::traits<Estate::Store>::narrow(orb->string_to_object(options.required("--root")));
  require(static_cast<bool>(store), "--root is no Estate::Store");
  int status = 0;
  {
    Bindings bindings(options.optional("--qos", ""));
    store = bindings.through(store);
    checks::Checks checks(describe_exception);
    checks.run("nodes", [&] { check_nodes(store); });
    checks.run("circle", [&] { check_circle(store); });
    checks.run("shapes", [&] { check_shapes(store); });
    checks.run("truncation", [&] { check_truncation(store); });
    checks.run("holder", [&] { check_holder(store); });
    checks.run("boxes", [&] { check_boxes(store); });
    checks.run("account", [&] { check_account(store); });
    checks.run("base", [&] { check_base(store); });
    checks.run("exception", [&] { check_exception(store); });
    checks.run("any", [&] { check_any(store); });
    checks.run("any_of_unknown", [&] { check_any_of_unknown(store, orb); });
    checks.run("abstract", [&] { check_abstract(store); });
    checks.run("abstract_in_any", [&] { check_abstract_in_any(store); });
    status = checks.finish();
  }
  orb->destroy();
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  return mapped::run_client("valuetypes", [&] { return check(argc, argv); });
}

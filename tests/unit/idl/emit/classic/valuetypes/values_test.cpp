// The classes of valuetypes and boxes: their members, their counts, and their copies.
#include "shapes.hh"

#include <gtest/gtest.h>

#include <string>

namespace {

class Circle : public virtual OBV_Shapes::Circle, public virtual CORBA::DefaultValueRefCountBase {
 public:
  Circle() {}
  Circle(const char* colour, double radius) : OBV_Shapes::Circle(colour, radius) {}
  CORBA::Double area() override { return 3 * radius() * radius(); }
};

class Ware : public virtual OBV_Shapes::Ware, public virtual CORBA::DefaultValueRefCountBase {
 public:
  explicit Ware(CORBA::Long cents) : OBV_Shapes::Ware(cents) {}
  CORBA::Long price() override { return cents(); }
};

class WareFactory : public Shapes::Ware_init {
 public:
  Shapes::Ware* make(const char*, CORBA::Long cents) override { return new Ware(cents); }
  Shapes::Ware* free() override { return new Ware(0); }
  CORBA::ValueBase* create_for_unmarshal() override { return new Ware(-1); }
};

Shapes::Node* node(CORBA::Long number, Shapes::Node* next = nullptr) {
  return new OBV_Shapes::Node(number, next, Shapes::Nodes());
}

TEST(ValueCounts, BeginWithOneReference) {
  Shapes::Node_var one = node(1);
  EXPECT_EQ(one->_refcount_value(), 1U);
  {
    const Shapes::Node_var same = one;
    EXPECT_EQ(one->_refcount_value(), 2U);
  }
  EXPECT_EQ(one->_refcount_value(), 1U);
  CORBA::add_ref(one.in());
  CORBA::remove_ref(one.in());
  CORBA::remove_ref(nullptr);
  EXPECT_EQ(one->_refcount_value(), 1U);
}

TEST(ValueCounts, AMemberCountsItsOwnReference) {
  const Shapes::Node_var last = node(2);
  {
    const Shapes::Node_var first = node(1, last.in());
    EXPECT_EQ(last->_refcount_value(), 2U);
    EXPECT_EQ(first->next(), last.in());
    EXPECT_EQ(last->_refcount_value(), 2U) << "an accessor counts no reference";
    first->next(nullptr);
    EXPECT_EQ(last->_refcount_value(), 1U);
    first->next(last.in());
  }
  EXPECT_EQ(last->_refcount_value(), 1U);
}

TEST(ValueCounts, ASequenceAndAStructOwnTheirValues) {
  const Shapes::Node_var one = node(1);
  {
    Shapes::Nodes all(2);
    all.length(2);
    all[0] = one;
    all[1] = Shapes::Node::_duplicate(one.in());
    const Shapes::Nodes copy(all);
    EXPECT_EQ(one->_refcount_value(), 5U);
    Shapes::Node* const second = copy[1];
    EXPECT_EQ(second->number(), 1);
  }
  EXPECT_EQ(one->_refcount_value(), 1U);
}

TEST(ValueDowncast, KnowsTheTypeWithoutCounting) {
  Circle* const made = new Circle("red", 2);
  const Shapes::Figure_var figure = made;
  Shapes::Circle* const circle = Shapes::Circle::_downcast(figure.in());
  ASSERT_NE(circle, nullptr);
  EXPECT_EQ(circle->area(), 12);
  EXPECT_STREQ(circle->colour(), "red");
  EXPECT_EQ(Shapes::Node::_downcast(figure.in()), nullptr);
  EXPECT_EQ(Shapes::Node::_downcast(nullptr), nullptr);
  EXPECT_EQ(CORBA::ValueBase::_downcast(figure.in()), static_cast<CORBA::ValueBase*>(made));
  EXPECT_EQ(figure->_refcount_value(), 1U);
}

TEST(ValueMembers, BeginEmpty) {
  const CORBA::ValueBase_var base(new OBV_Shapes::Everything);
  const Shapes::Everything* const all = Shapes::Everything::_downcast(base.in());
  EXPECT_FALSE(all->flag());
  EXPECT_STREQ(all->title(), "");
  EXPECT_EQ(all->counts().length(), 0U);
  EXPECT_EQ(all->grid()[1][2], 0);
  EXPECT_TRUE(CORBA::is_nil(all->shown()));
  EXPECT_EQ(all->base(), nullptr);
}

TEST(ValueMembers, AreReadAndChangedByAccessors) {
  Shapes::Everything* const all = new OBV_Shapes::Everything;
  const CORBA::ValueBase_var owner(all);
  all->tone(Shapes::dark);
  EXPECT_EQ(all->tone(), Shapes::dark);
  all->title(CORBA::string_dup("owned"));
  EXPECT_STREQ(all->title(), "owned");
  const CORBA::String_var text = CORBA::string_dup("copied");
  all->title(text);
  EXPECT_STREQ(all->title(), "copied");
  all->words().length(1);
  all->words()[0] = "word";
  all->title(all->words()[0]);
  EXPECT_STREQ(all->title(), "word");
  all->wide(L"wide");
  EXPECT_EQ(std::wstring(all->wide()), L"wide");
  all->at().x = 3;
  EXPECT_EQ(all->at().x, 3);
  all->marked().text("a mark");
  EXPECT_STREQ(all->marked().text(), "a mark");
  const Shapes::Row row = {4, 5};
  all->line(row);
  EXPECT_EQ(all->line()[1], 5);
  all->grid()[1][2] = 6;
  EXPECT_EQ(all->grid()[1][2], 6);
  all->nodes()[1] = node(7);
  EXPECT_EQ(all->nodes()[1]->number(), 7);
  Shapes::Everything::Inner inner;
  inner.a = 8;
  all->within(inner);
  EXPECT_EQ(all->within().a, 8);
}

TEST(ValueFactories, MakeValues) {
  CORBA::ValueFactory_var factory(new WareFactory);
  Shapes::Ware_init* const wares = Shapes::Ware_init::_downcast(factory.in());
  ASSERT_NE(wares, nullptr);
  const Shapes::Ware_var ware = wares->make("soap", 199);
  EXPECT_EQ(ware->price(), 199);
  const Shapes::Priced_var priced = Shapes::Priced::_downcast(wares->free());
  EXPECT_EQ(priced->price(), 0);
  EXPECT_EQ(Shapes::Figure_init::_downcast(factory.in()), nullptr);
  const CORBA::ValueFactory_var figures(new Shapes::Figure_init);
  const CORBA::ValueBase_var figure(figures->create_for_unmarshal());
  EXPECT_NE(Shapes::Figure::_downcast(figure.in()), nullptr);
}

TEST(ValueBoxes, OfValuesThatAreCopied) {
  const Shapes::LongBox_var number = new Shapes::LongBox(5);
  number->_boxed_inout() += 1;
  EXPECT_EQ(number->_value(), 6);
  *number.in() = 7;
  EXPECT_EQ(number->_boxed_in(), 7);
  const Shapes::ShadeBox_var shade = new Shapes::ShadeBox(Shapes::dark);
  EXPECT_EQ(shade->_value(), Shapes::dark);
  const Shapes::PointBox_var point = new Shapes::PointBox;
  point->x(3);
  EXPECT_EQ(point->_value().x, 3);
  const Shapes::Row two = {1, 2};
  const Shapes::RowBox_var row = new Shapes::RowBox(two);
  (*row.in())[1] = 9;
  EXPECT_EQ(row->_value()[1], 9);
  EXPECT_EQ(two[1], 2);
}

TEST(ValueBoxes, OfValuesThatOwnMemory) {
  const Shapes::TextBox_var text = new Shapes::TextBox("copied");
  text->_value(CORBA::string_dup("owned"));
  EXPECT_STREQ(text->_boxed_in(), "owned");
  text->_boxed_out() = CORBA::string_dup("out");
  EXPECT_STREQ(text->_value(), "out");
  const Shapes::WideBox_var wide = new Shapes::WideBox(L"wide");
  EXPECT_EQ(wide->_value()[0], L'w');
  const Shapes::LabelBox_var label = new Shapes::LabelBox;
  label->text("a label");
  EXPECT_STREQ(label->_value().text, "a label");
  const Shapes::MarkBox_var mark = new Shapes::MarkBox;
  mark->text("a mark");
  EXPECT_EQ(mark->_d(), 1);
  EXPECT_STREQ(mark->_value().text(), "a mark");
  const Shapes::TextsBox_var texts = new Shapes::TextsBox;
  texts->length(2);
  (*texts.in())[1] = "second";
  EXPECT_STREQ(texts->_value()[1], "second");
  const Shapes::AnyBox_var any = new Shapes::AnyBox;
  any->_value() <<= CORBA::Long(4);
  CORBA::Long held = 0;
  EXPECT_TRUE(any->_boxed_in() >>= held);
  EXPECT_EQ(held, 4);
}

TEST(ValueCopies, OfABoxAreIndependent) {
  const Shapes::TextBox_var box = new Shapes::TextBox("before");
  const CORBA::ValueBase_var copied(box->_copy_value());
  box->_value("after");
  EXPECT_STREQ(Shapes::TextBox::_downcast(copied.in())->_value(), "before");
  EXPECT_EQ(copied->_refcount_value(), 1U);
}

TEST(ValueCopies, AreDeepAndKeepWhatIsShared) {
  const Shapes::Node_var last = node(3);
  const Shapes::Node_var first = node(1, last.in());
  last->next(first.in());
  const CORBA::ValueBase_var copied(first->_copy_value());
  Shapes::Node* const copy = Shapes::Node::_downcast(copied.in());
  ASSERT_NE(copy, nullptr);
  EXPECT_NE(copy, first.in());
  EXPECT_NE(copy->next(), last.in());
  EXPECT_EQ(copy->next()->number(), 3);
  EXPECT_EQ(copy->next()->next(), copy) << "the circle";
  last->next(nullptr);
  copy->next(nullptr);
}

TEST(ValueCopies, NeedAFactoryForATypeWithOperations) {
  const Shapes::Figure_var circle = new Circle("red", 1);
  const CORBA::ValueBase_var figure(circle->_copy_value());
  EXPECT_EQ(Shapes::Circle::_downcast(figure.in()), nullptr) << "it was truncated";
  EXPECT_STREQ(Shapes::Figure::_downcast(figure.in())->colour(), "red");
  const Shapes::Ware_var ware = new Ware(1);
  EXPECT_THROW(ware->_copy_value(), CORBA::MARSHAL);
}

TEST(ValuesInAny, AreTheSameValue) {
  const Shapes::Node_var one = node(1);
  CORBA::Any any;
  any <<= one.in();
  EXPECT_EQ(one->_refcount_value(), 2U);
  Shapes::Node* held = nullptr;
  ASSERT_TRUE(any >>= held);
  EXPECT_EQ(held, one.in());
  Shapes::Figure* figure = nullptr;
  EXPECT_FALSE(any >>= figure);
  CORBA::ValueBase* base = nullptr;
  EXPECT_TRUE(any >>= base);
  EXPECT_EQ(base, one.in());
  CORBA::ValueBase_var owned;
  EXPECT_TRUE(any >>= CORBA::Any::to_value(owned.out()));
  EXPECT_EQ(one->_refcount_value(), 3U);
  const CORBA::TypeCode_var type = any.type();
  EXPECT_EQ(type->kind(), CORBA::tk_value);
  EXPECT_STREQ(type->id(), "IDL:Shapes/Node:1.0");
  EXPECT_EQ(type->member_visibility(2), CORBA::PRIVATE_MEMBER);
}

TEST(ValuesInAny, AreTakenOverFromAVariable) {
  CORBA::Any any;
  Shapes::LongBox* box = new Shapes::LongBox(3);
  any <<= &box;
  EXPECT_EQ(box, nullptr);
  Shapes::LongBox* held = nullptr;
  ASSERT_TRUE(any >>= held);
  EXPECT_EQ(held->_value(), 3);
  EXPECT_EQ(held->_refcount_value(), 1U);
  any <<= static_cast<Shapes::Node*>(nullptr);
  Shapes::Node* none = node(1);
  const Shapes::Node_var owner(none);
  ASSERT_TRUE(any >>= none);
  EXPECT_EQ(none, nullptr);
}

TEST(ValueTypeCodes, DescribeBasesAndMembers) {
  EXPECT_EQ(Shapes::_tc_Circle->type_modifier(), CORBA::VM_TRUNCATABLE);
  const CORBA::TypeCode_var base = Shapes::_tc_Circle->concrete_base_type();
  EXPECT_TRUE(base->equal(Shapes::_tc_Figure));
  EXPECT_EQ(Shapes::_tc_Priced->type_modifier(), CORBA::VM_ABSTRACT);
  const CORBA::TypeCode_var boxed = Shapes::_tc_TextsBox->content_type();
  EXPECT_TRUE(boxed->equal(Shapes::_tc_Texts));
  const CORBA::TypeCode_var next = Shapes::_tc_Node->member_type(1);
  EXPECT_TRUE(next->equal(Shapes::_tc_Node));
}

}  // namespace

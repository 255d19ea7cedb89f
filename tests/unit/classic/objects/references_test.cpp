// References: nil, counting, narrowing, and what holds them.

#include "unit/classic/objects/fixture.hpp"

#include <string>

namespace dimma {
namespace test {
namespace {

typedef ClassicClient ClassicReferences;

// A local object that records its end.
class Recorded : public virtual CORBA::LocalObject {
 public:
  explicit Recorded(int& ended) : ended_(ended) {}
  static Recorded* _duplicate(Recorded* object) { return dimma::classic::duplicate(object); }

 private:
  ~Recorded() override { ++ended_; }
  int& ended_;
};
typedef dimma::classic::ObjectVar<Recorded> Recorded_var;
typedef dimma::classic::ObjectOut<Recorded> Recorded_out;

TEST(ClassicReference, IsReleasedWithItsLastOwner) {
  int ended = 0;
  {
    Recorded_var first = new Recorded(ended);
    Recorded_var second = first;
    const CORBA::Object_var as_object = first;
    first = Recorded::_duplicate(second.in());
    first = static_cast<Recorded*>(nullptr);
    second = second.in() == nullptr ? nullptr : second._retn();
    EXPECT_EQ(ended, 0);
    EXPECT_EQ(as_object.in(), second.in());
  }
  EXPECT_EQ(ended, 1);
}

void make(Recorded_out object, int& ended) { object = new Recorded(ended); }

TEST(ClassicReference, IsReplacedAsAnOutArgument) {
  int ended = 0;
  Recorded_var var = new Recorded(ended);
  make(var, ended);
  EXPECT_EQ(ended, 1);
  Recorded* raw = var.in();
  make(raw, ended);
  EXPECT_NE(raw, var.in());
  CORBA::release(raw);
  EXPECT_EQ(ended, 2);
}

TEST(ClassicReference, MayBeNil) {
  const classic_echoes::Echo_var echo;
  EXPECT_TRUE(CORBA::is_nil(echo.in()));
  EXPECT_TRUE(CORBA::is_nil(echo));
  EXPECT_EQ(classic_echoes::Echo::_duplicate(classic_echoes::Echo::_nil()), nullptr);
  EXPECT_EQ(classic_echoes::Echo::_narrow(CORBA::Object::_nil()), nullptr);
  CORBA::release(echo.in());
  const auto refused = thrown_by<CORBA::INV_OBJREF>([&] { echo->ping(); });
  EXPECT_EQ(refused.minor(), minor_of_nil());
}

TEST(ClassicReference, OfALocalObjectMakesNoCalls) {
  int ended = 0;
  const Recorded_var local = new Recorded(ended);
  EXPECT_FALSE(local->_is_a("IDL:Echoes/Echo:1.0"));
  EXPECT_TRUE(local->_is_a("IDL:omg.org/CORBA/Object:1.0"));
  EXPECT_FALSE(local->_non_existent());
  EXPECT_TRUE(local->_is_equivalent(local.in()));
  EXPECT_EQ(classic_echoes::Echo::_narrow(local.in()), nullptr);
  EXPECT_EQ(classic_echoes::Echo::_unchecked_narrow(local.in()), nullptr);
  EXPECT_THROW(local->_get_component(), CORBA::NO_IMPLEMENT);
}

TEST_F(ClassicReferences, AreNarrowedToTheInterfacesOfTheirObject) {
  const CORBA::Object_var object = this->object(server_.echo());
  const classic_echoes::Base_var base = classic_echoes::Base::_narrow(object.in());
  ASSERT_FALSE(CORBA::is_nil(base.in()));
  const classic_echoes::Echo_var echo = classic_echoes::Echo::_narrow(base.in());
  ASSERT_FALSE(CORBA::is_nil(echo.in()));
  const classic_echoes::Base_var same = classic_echoes::Base::_narrow(echo.in());
  EXPECT_EQ(same.in(), static_cast<classic_echoes::Base*>(echo.in()));
  EXPECT_TRUE(echo->_is_a("IDL:Echoes/Base:1.0"));
  EXPECT_FALSE(echo->_is_a("IDL:Echoes/Other:1.0"));
}

TEST_F(ClassicReferences, AreNarrowedByACallIfTheirTypeIsNotKnown) {
  const CORBA::Object_var object = this->object(server_.echo_of_unknown_type());
  const classic_echoes::Echo_var echo = classic_echoes::Echo::_narrow(object.in());
  ASSERT_FALSE(CORBA::is_nil(echo.in()));
  echo->ping();
  const CORBA::String_var id = object->_repository_id();
  EXPECT_STREQ(id.in(), "IDL:Echoes/Echo:1.0");
}

TEST_F(ClassicReferences, AreNilWhenNarrowedToAnotherInterface) {
  const CORBA::Object_var object = this->object(server_.base());
  const classic_echoes::Echo_var none = classic_echoes::Echo::_narrow(object.in());
  EXPECT_TRUE(CORBA::is_nil(none.in()));
  const classic_echoes::Echo_var wrong = classic_echoes::Echo::_unchecked_narrow(object.in());
  wrong->ping();
  EXPECT_THROW(wrong->upper("x"), CORBA::BAD_OPERATION);
}

TEST_F(ClassicReferences, AreTextAndBack) {
  const classic_echoes::Echo_var echo = this->echo();
  const CORBA::String_var text = orb_->object_to_string(echo.in());
  const CORBA::Object_var again = orb_->string_to_object(text.in());
  EXPECT_TRUE(again->_is_equivalent(echo.in()));
  const CORBA::Object_var other = object(server_.base());
  EXPECT_FALSE(other->_is_equivalent(echo.in()));
  EXPECT_FALSE(other->_is_equivalent(CORBA::Object::_nil()));
  EXPECT_THROW(orb_->string_to_object("no reference"), CORBA::BAD_PARAM);
  const CORBA::String_var nil = orb_->object_to_string(CORBA::Object::_nil());
  EXPECT_EQ(orb_->string_to_object(nil.in()), nullptr);
}

TEST_F(ClassicReferences, KnowTheirOrb) {
  const classic_echoes::Echo_var echo = this->echo();
  const CORBA::ORB_var orb = echo->_get_orb();
  EXPECT_TRUE(orb->_is_equivalent(orb_.in()));
  EXPECT_FALSE(orb->_is_equivalent(echo.in()));
}

}  // namespace
}  // namespace test
}  // namespace dimma

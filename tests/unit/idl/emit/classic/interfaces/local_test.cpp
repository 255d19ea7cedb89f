// Local interfaces that an application implements.
#include <gtest/gtest.h>

#include "local.hh"

namespace {

class CountingNamer : public virtual Callbacks::Namer, public virtual CORBA::LocalObject {
 public:
  explicit CountingNamer(bool& is_deleted) : is_deleted_(is_deleted), heard_(0) {}
  ~CountingNamer() { is_deleted_ = true; }

  CORBA::Long heard() { return heard_; }
  void hear(const char* text, Calls::Echo_ptr) {
    if (*text == '\0') throw Callbacks::Listener::Deaf(heard_);
    ++heard_;
  }
  Calls::Item* last() { return new Calls::Item; }
  char* name(Calls::Echo_ptr) { return CORBA::string_dup("a name"); }

 private:
  bool& is_deleted_;
  CORBA::Long heard_;
};

TEST(ClassicLocalInterfaces, AreImplementedNarrowedAndCounted) {
  bool is_deleted = false;
  {
    Callbacks::Listener_var listener = new CountingNamer(is_deleted);
    listener->hear("a word", Calls::Echo::_nil());
    EXPECT_EQ(listener->heard(), 1);
    EXPECT_THROW(listener->hear("", Calls::Echo::_nil()), Callbacks::Listener::Deaf);
    Callbacks::Namer_var namer = Callbacks::Namer::_narrow(listener);
    ASSERT_FALSE(CORBA::is_nil(namer));
    CORBA::String_var name = namer->name(Calls::Echo::_nil());
    EXPECT_STREQ(name, "a name");
    Calls::Item_var last = namer->last();
    EXPECT_STREQ(last->name, "");
    Calls::Echo_var echo = Calls::Echo::_narrow(listener);
    EXPECT_TRUE(CORBA::is_nil(echo));
    listener = Callbacks::Listener::_nil();
    EXPECT_FALSE(is_deleted) << "a reference is left";
  }
  EXPECT_TRUE(is_deleted);
}

}  // namespace

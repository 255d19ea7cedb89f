// Ties: servants that delegate to an object of a class that knows nothing of CORBA's skeletons.
#include <gtest/gtest.h>

#include <type_traits>

#include "calls.hh"

namespace {

class Eraser {
 public:
  explicit Eraser(int& deleted) : deleted_(deleted) {}
  ~Eraser() { ++deleted_; }
  char* _cxx_delete(const char* text) { return CORBA::string_dup(text + 1); }

 private:
  int& deleted_;
};

TEST(ClassicTies, DelegateAndDeleteWhatTheyOwn) {
  int deleted = 0;
  {
    POA_Unscoped_tie<Eraser> owner(new Eraser(deleted));
    CORBA::String_var rest = owner._cxx_delete("word");
    EXPECT_STREQ(rest, "ord");
    EXPECT_TRUE(owner._is_owner());
    Eraser other(deleted);
    owner._tied_object(other);
    EXPECT_EQ(deleted, 1) << "the owned one is replaced";
    EXPECT_FALSE(owner._is_owner());
    EXPECT_EQ(owner._tied_object(), &other);
  }
  EXPECT_EQ(deleted, 2) << "its own scope ended, and the tie did not delete it again";
}

TEST(ClassicTies, MayBorrow) {
  int deleted = 0;
  Eraser eraser(deleted);
  POA_Unscoped_tie<Eraser> borrower(&eraser, false);
  EXPECT_FALSE(borrower._is_owner());
  EXPECT_EQ(borrower._tied_object(), &eraser);
}

// The ties of interfaces in modules are in the namespaces of the skeletons.
static_assert(std::is_base_of<POA_Calls::Echo, POA_Calls::Echo_tie<Eraser>>::value, "");
static_assert(std::is_base_of<POA_Outer::Inner::Derived, POA_Outer::Inner::Derived_tie<Eraser>>::value, "");

}  // namespace

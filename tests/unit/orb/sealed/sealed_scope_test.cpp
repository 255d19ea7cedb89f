// Scopes count heap allocations. Exceptions make none as long as there are reserved places for them.

#include <dimma/minor.hpp>
#include <dimma/sealed.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <vector>

namespace dimma::test {
namespace {

constexpr int many = 500;

void take_from_heap(std::size_t octets) {
  void* const volatile memory = std::malloc(octets);  // volatile, so that no compiler leaves it out
  std::free(memory);
}

TEST(Sealed, AScopeCountsWhatIsTaken) {
  const auto take = take_from_heap;
  const dimma::sealed outer;
  EXPECT_EQ(outer.used(), HeapUse{});
  outer.require_nothing("nothing");
  take(10);
  {
    const dimma::sealed inner;
    take(20);
    const auto made = std::make_unique<std::array<char, 30>>();
    EXPECT_EQ(inner.used(), (HeapUse{2, 50}));
    const dimma::unsealed within;
    take(40);
    {
      const dimma::sealed again;
      take(50);
      EXPECT_EQ(again.used(), (HeapUse{1, 50}));
    }
  }
  void* volatile grown = std::calloc(2, 30);
  grown = std::realloc(grown, 70);
  std::free(grown);
  void* const volatile aligned = std::aligned_alloc(64, 128);
  std::free(aligned);
  const HeapUse used = outer.used();
  EXPECT_EQ(used.allocations, 1U + 2U + 1U + 3U);
  EXPECT_EQ(used.octets, 10U + 50U + 50U + 60U + 70U + 128U);
  const auto raised = [&] { outer.require_nothing("the test's own code"); };
  try {
    raised();
    FAIL();
  } catch (const CORBA::NO_MEMORY& exception) {
    EXPECT_EQ(exception.minor(), minor::no_memory_sealed);
    const dimma::unsealed within;
    EXPECT_NE(exception._detail().find("the test's own code is sealed, but made 7 heap allocations of 368 octets in "
                                       "total, one of "),
              std::string::npos)
        << exception._detail();
  }
}

TEST(Sealed, ExceptionsTakeNothing) {
  std::exception_ptr kept;
  const dimma::sealed here;
  for (int i = 0; i < many; ++i) {
    try {
      throw CORBA::TIMEOUT(1, CORBA::COMPLETED_NO);
    } catch (const CORBA::Exception&) {
      kept = std::current_exception();
    }
    try {
      std::rethrow_exception(kept);
    } catch (const CORBA::SystemException& exception) {
      ASSERT_EQ(exception.minor(), 1U);
    }
  }
  EXPECT_EQ(here.used(), HeapUse{});
}

// More exceptions at once than there are places: the others are on the heap, and each is freed where it was allocated.
TEST(Sealed, ExceptionsWithoutAPlaceAreOnTheHeap) {
  std::vector<std::exception_ptr> kept(1000);
  const dimma::sealed here;
  for (int round = 0; round < 3; ++round) {
    for (auto& each : kept) each = std::make_exception_ptr(CORBA::TIMEOUT(round, CORBA::COMPLETED_NO));
  }
  EXPECT_GT(here.used().allocations, 3 * 800U);
  kept.clear();
  const HeapUse before = here.used();
  EXPECT_NE(std::make_exception_ptr(CORBA::TIMEOUT()), nullptr);
  EXPECT_EQ(here.used(), before);
}

}  // namespace
}  // namespace dimma::test

#include <dimma/version.hpp>

#include <gtest/gtest.h>

#include <string>

namespace {

std::string numbers(int major_number, int minor_number, int patch_number) {
  return std::to_string(major_number) + '.' + std::to_string(minor_number) + '.' + std::to_string(patch_number);
}

TEST(Version, IsTheSameAsNumbersAndText) {
  EXPECT_EQ(numbers(DIMMA_VERSION_MAJOR, DIMMA_VERSION_MINOR, DIMMA_VERSION_PATCH), DIMMA_VERSION_STRING);
  const dimma::Version linked = dimma::linked_version();
  EXPECT_EQ(numbers(linked.major_number, linked.minor_number, linked.patch_number), linked.text);
  EXPECT_STREQ(linked.text, DIMMA_VERSION_STRING);
}

TEST(Version, IsThatOfTheProject) { EXPECT_STREQ(DIMMA_VERSION_STRING, DIMMA_PROJECT_VERSION); }

TEST(Version, ComparesAsANumber) {
  static_assert(DIMMA_VERSION_NUMBER >= DIMMA_MAKE_VERSION(0, 1, 0));
  static_assert(DIMMA_MAKE_VERSION(0, 1, 999) < DIMMA_MAKE_VERSION(0, 2, 0));
  static_assert(DIMMA_MAKE_VERSION(0, 999, 999) < DIMMA_MAKE_VERSION(1, 0, 0));
  EXPECT_EQ(DIMMA_VERSION_NUMBER, DIMMA_MAKE_VERSION(DIMMA_VERSION_MAJOR, DIMMA_VERSION_MINOR, DIMMA_VERSION_PATCH));
}

}  // namespace

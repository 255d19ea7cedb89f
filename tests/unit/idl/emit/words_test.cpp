#include "idl/emit/names/words.hpp"

#include <gtest/gtest.h>

#include "idl/emit/names/names.hpp"
#include "idl/emit/text/string_literals.hpp"

namespace {

using namespace dimma::idl::cxx;

TEST(Words, KeywordsAreKnown) {
  for (const char* word :
       {"alignas", "and", "bitor", "char8_t", "class", "co_await", "concept", "consteval", "constinit", "default",
        "nullptr", "not_eq", "requires", "static_assert", "this", "xor_eq"}) {
    EXPECT_TRUE(is_cxx_word(word)) << word;
  }
  for (const char* word : {"", "classes", "final", "import", "module", "override", "string", "xo", "zzz"}) {
    EXPECT_FALSE(is_cxx_word(word)) << word;
  }
}

TEST(Words, ThatAreMacrosAreKnown) {
  for (const char* word :
       {"E2BIG", "EINVAL", "NULL", "assert", "errno", "va_start", "BIG_ENDIAN", "INT_MAX", "PATH_MAX", "SCHED_FIFO",
        "SIGTERM", "CHAR_WIDTH", "DBL_MAX", "INT64_C", "CLONE_VM", "SYS_futex", "DIMMA_LOCAL_EXCEPTION"})
    EXPECT_TRUE(is_cxx_word(word)) << word;
  for (const char* word : {"I", "DIMMA", "EINVALID", "SIG"}) EXPECT_FALSE(is_cxx_word(word)) << word;
}

TEST(StringLiterals, EscapeWhatTheyMust) {
  EXPECT_EQ(string_literal("plain"), "\"plain\"");
  EXPECT_EQ(string_literal("\"\\\n\t\r'"), "\"\\\"\\\\\\n\\t\\r'\"");
  EXPECT_EQ(string_literal("\xe9"
                           "1"),
            "\"\\3511\"");
  EXPECT_EQ(string_literal(std::string(1, '\x01')), "\"\\001\"");
  EXPECT_EQ(literal_character('\'', '\''), "\\'");
  EXPECT_EQ(literal_character('"', '\''), "\"");
}

}  // namespace

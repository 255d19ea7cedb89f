// Logs of omniNames that are truncated, changed or not logs at all. tests/naming reads those of a real omniNames.

#include "services/naming/service/import/import.hpp"

#include <dimma/sqlite_store.hpp>

#include <gtest/gtest.h>

#include <random>
#include <sstream>

namespace {

using dimma::naming::Bound;
using dimma::naming::ContextId;
using dimma::naming::LogError;
using dimma::naming::OmniNamesTree;
using dimma::naming::read_omninames_log;

std::string hexadecimal(const std::string& octets) {
  std::string text;
  for (const char octet : octets) {
    const auto number = static_cast<unsigned char>(octet);
    text += {"0123456789abcdef"[number >> 4], "0123456789abcdef"[number & 15]};
  }
  return text;
}

std::string number(std::size_t value) {
  std::string octets;
  for (int shift = 24; shift >= 0; shift -= 8) octets += static_cast<char>(value >> shift);
  return octets;
}

std::string padded(std::string octets) {
  while (octets.size() % 4 != 0) octets += '\0';
  return octets;
}

// Big endian, at host "h", port 1.
std::string ior(const std::string& key) {
  std::string body =
      padded(std::string("\0\1\0", 3)) + number(2) + std::string("h\0\0\1", 4) + number(key.size()) + key;
  return "IOR:" + hexadecimal(number(0) + number(1) + padded(std::string(1, '\0')) + number(1) + number(0) +
                              number(body.size()) + body);
}

OmniNamesTree read(const std::string& text) {
  std::istringstream in(text);
  return read_omninames_log(in, "log");
}

std::string refusal_of(const std::string& text) {
  try {
    read(text);
  } catch (const LogError& error) {
    return error.what();
  }
  return "none";
}

const std::string context_key(12, 'k');

std::string sample() {
  const std::string root = ior("NameService");
  const std::string context = ior("\xff" + std::string(1, '\0') + context_key);
  return "port 1\npersistent 01\ncreate " + hexadecimal("NameService") + "\ncreate " + hexadecimal(context_key) +
         "\nbind " + root + " a k ncontext " + context + "\nbind " + context + " b\\ c  nobject " + ior("object") +
         "\nbind " + context + " d\\\\\\n  nobject " + ior("object") + "\nunbind " + context + " b\\ c \nbind " +
         context + " root  ncontext " + root + "\n";
}

TEST(OmniNamesLog, IsReadToItsEnd) {
  const OmniNamesTree tree = read(sample());
  ASSERT_EQ(tree.contexts.size(), 2U);
  EXPECT_EQ(tree.bindings(), 3U);
  const auto& root = tree.contexts.at(std::string(16, '\0'));
  const Bound& a = root.at({"a", "k"});
  ASSERT_TRUE(a.context);
  EXPECT_EQ(a.context->text(), context_key + std::string(4, '\0'));
  const auto& context = tree.contexts.at(std::string(a.context->text()));
  EXPECT_TRUE(context.at({"root", ""}).context->is_root());
  EXPECT_EQ(context.count({"d\\\n", ""}), 1U);
}

TEST(OmniNamesLog, SaysWhereItIsWrong) {
  EXPECT_EQ(refusal_of(""), "log, line 0: the log has no context; is it a log of omniNames?");
  EXPECT_EQ(refusal_of("port 1\ncreate xy\n"),
            "log, line 2: 'xy' is not the key of a context: expected up to 32 hexadecimal digits");
  EXPECT_EQ(refusal_of("port\n"), "log, line 1: 'port' with 0 words, not 1");
  EXPECT_EQ(refusal_of("create 00\nunbind " + ior(std::string(1, '\0')) + " a b\n"),
            "log, line 2: there is no such binding");
  EXPECT_EQ(refusal_of("create 00\nbind IOR:0 a b nobject IOR:00\n"),
            "log, line 2: 'IOR:0' is not a reference: expected IOR: and hexadecimal digits");
}

TEST(OmniNamesLog, LeavesALineOutThatWasNotFinished) {
  const std::string whole = sample();
  EXPECT_EQ(read(whole + "bind IOR:00").bindings(), 3U);
}

TEST(OmniNamesLog, NeverCrashesItsReader) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const std::string whole = sample();
  for (int i = 0; i < 3'000; ++i) {
    std::string text = whole;
    for (auto changes = 1 + random() % 4; changes > 0; --changes) {
      const std::size_t at = random() % text.size();
      if (random() % 3 == 0) {
        text.erase(at, random() % 20);
      } else {
        text[at] = static_cast<char>(random() % 2 == 0 ? '0' + random() % 10 : random());
      }
      if (text.empty()) text = "x";
    }
    try {
      read(text);
    } catch (const LogError&) {
      // The log may be refused.
    }
  }
}

TEST(OmniNamesLog, IsImportedOnce) {
  dimma::store::SqliteOptions options;
  options.file = ":memory:";
  const auto store = dimma::store::open_sqlite(options);
  dimma::naming::Tree tree(*store);
  dimma::naming::ServiceLog log;
  const OmniNamesTree from = read(sample());
  const auto first = import_tree(from, tree, log);
  EXPECT_EQ(first.contexts, 1U);
  EXPECT_EQ(first.bindings, 3U);
  const auto second = import_tree(from, tree, log);
  EXPECT_EQ(second.bindings, 0U);
  EXPECT_EQ(second.unchanged, 4U);
}

TEST(OmniNamesLog, IsImportedInSeveralTransactions) {
  dimma::store::SqliteOptions options;
  options.file = ":memory:";
  const auto store = dimma::store::open_sqlite(options);
  dimma::naming::Tree tree(*store);
  dimma::naming::ServiceLog log;
  OmniNamesTree many;
  auto& root = many.contexts[std::string(16, '\0')];
  auto& context = many.contexts[std::string(16, 'c')];
  for (int i = 0; i < 500; ++i) {
    Bound bound;
    bound.reference = std::string(5'000, 'r');
    root[{std::to_string(i), ""}] = bound;
    context[{std::to_string(i), ""}] = bound;
  }
  const auto done = import_tree(many, tree, log);
  EXPECT_EQ(done.bindings, 1'000U);
  EXPECT_EQ(done.contexts, 1U);
  EXPECT_EQ(tree.list({}, {}, 1'000, 100'000'000).bindings.size(), 500U);
}

}  // namespace

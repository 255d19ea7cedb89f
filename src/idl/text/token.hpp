// The tokens of IDL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "idl/text/constant_value.hpp"
#include "idl/text/source.hpp"

namespace dimma::idl {

enum class TokenKind : std::uint8_t {
  EndOfFile,
  Identifier,
  IntegerLiteral,
  FloatLiteral,
  FixedLiteral,
  CharLiteral,
  WideCharLiteral,
  StringLiteral,
  WideStringLiteral,

  Semicolon,
  Comma,
  Colon,
  ScopeMark,  // ::
  LeftBrace,
  RightBrace,
  LeftParen,
  RightParen,
  LeftBracket,
  RightBracket,
  Less,
  Greater,
  Equals,
  At,
  Or,
  Xor,
  And,
  Plus,
  Minus,
  Times,
  Divide,
  Modulo,
  Tilde,
  Unknown,  // an octet that begins no token; already reported

  Pragma,     // `text` is the rest of the line after #pragma
  EnterFile,  // `event` counts the file events
  LeaveFile,

  // The reserved words of CORBA 3, in the order of the table in token.cpp.
  KwAbstract,
  KwAny,
  KwAttribute,
  KwBoolean,
  KwCase,
  KwChar,
  KwComponent,
  KwConst,
  KwConsumes,
  KwContext,
  KwCustom,
  KwDefault,
  KwDouble,
  KwEmits,
  KwEnum,
  KwEventtype,
  KwException,
  KwFactory,
  KwFalse,
  KwFinder,
  KwFixed,
  KwFloat,
  KwGetraises,
  KwHome,
  KwImport,
  KwIn,
  KwInout,
  KwInterface,
  KwLocal,
  KwLong,
  KwManages,
  KwModule,
  KwMultiple,
  KwNative,
  KwObject,
  KwOctet,
  KwOneway,
  KwOut,
  KwPrimarykey,
  KwPrivate,
  KwProvides,
  KwPublic,
  KwPublishes,
  KwRaises,
  KwReadonly,
  KwSequence,
  KwSetraises,
  KwShort,
  KwString,
  KwStruct,
  KwSupports,
  KwSwitch,
  KwTrue,
  KwTruncatable,
  KwTypedef,
  KwTypeid,
  KwTypeprefix,
  KwUnion,
  KwUnsigned,
  KwUses,
  KwValueBase,
  KwValuetype,
  KwVoid,
  KwWchar,
  KwWstring,
};

struct Token {
  TokenKind kind = TokenKind::EndOfFile;
  bool escaped = false;    // an identifier written with a leading underscore
  bool malformed = false;  // a literal that was already reported
  std::string_view text;   // as written; for an identifier without the escape
  std::size_t offset = 0;  // in the preprocessed text
  SourceRange range;
  std::uint64_t integer = 0;  // the value of an integer literal
  long double floating = 0;   // the value of a float literal
  std::size_t event = 0;      // the index of EnterFile and LeaveFile
};

// Returns the name of the kind in messages: "';'", "identifier", "'module'".
std::string describe(TokenKind kind);
// Returns the token in the form for messages: the text in quotes, shortened if needed.
std::string describe(const Token& token);

// Returns the reserved word of exactly this spelling.
std::optional<TokenKind> keyword(std::string_view text);
// Returns the reserved word that differs from `text` at most in case; nullptr if there is none.
const char* keyword_ignoring_case(std::string_view text);
// Returns all reserved words in their spelling.
std::span<const char* const> reserved_words();
// Words that IDL 4 added (int8, map, bitset, ...). Older IDL uses them as names, so they are reserved only where their
// meaning is possible.
bool is_idl4_word(std::string_view text);
std::span<const char* const> idl4_words();
// Returns the CORBA version after 2.0 that made the word a keyword (home, factory, local, ...), in any case; nullptr
// for other words. Such a word is a keyword where a keyword is possible, and a name where only a name is.
const char* keyword_since(std::string_view text);
// Returns the closest reserved word that is near enough, for "did you mean"; empty if none is.
std::string_view nearest_keyword(std::string_view text);

// Returns the number of edits between two words (a character more, less or another, or two swapped), counted only up to
// `limit` + 1.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);
// Returns the number of edits that a misspelling of a word of that length may have.
std::size_t tolerated_edits(std::string_view text);

// Returns the text in ASCII lower case: IDL identifiers that only differ in case collide.
std::string folded(std::string_view identifier);

}  // namespace dimma::idl

// The words of IDL.
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
  Unknown,  // an octet that begins no token; reported already

  Pragma,     // `text` is what follows #pragma on its line
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
  bool malformed = false;  // a literal that was reported already
  std::string_view text;   // as written; of an identifier without the escape
  std::size_t offset = 0;  // in the preprocessed text
  SourceRange range;
  std::uint64_t integer = 0;  // the value of an integer literal
  long double floating = 0;   // the value of a float literal
  std::size_t event = 0;      // the index of EnterFile and LeaveFile
};

// "';'", "identifier", "'module'": what messages call the kind.
std::string describe(TokenKind kind);
// The token as messages show it: the text in quotes, shortened if need be.
std::string describe(const Token& token);

// The reserved word that is spelled so, exactly.
std::optional<TokenKind> keyword(std::string_view text);
// The reserved word that differs from `text` at most in case, if any; null when there is none.
const char* keyword_ignoring_case(std::string_view text);
// All reserved words, as they are spelled.
std::span<const char* const> reserved_words();
// Words that IDL 4 added (int8, map, bitset, ...). Older IDL uses them as names, so they are reserved only where their
// meaning is called for.
bool is_idl4_word(std::string_view text);
std::span<const char* const> idl4_words();
// Which CORBA after 2.0 made a keyword of it (home, factory, local, ...), in whatever case it is written; nullptr for a
// keyword from the beginning and for none. Such a word is a keyword where one may stand, a name where only a name may.
const char* keyword_since(std::string_view text);
// The closest reserved word that is near enough, for "did you mean"; empty when none is.
std::string_view nearest_keyword(std::string_view text);

// How many edits part the two words (a character more, less or another, or two swapped), counted no further than
// `limit` + 1.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);
// How many edits may part a mistyped word of that length from the one that was meant.
std::size_t tolerated_edits(std::string_view text);

// ASCII lower case: IDL identifiers that differ only in case collide.
std::string folded(std::string_view identifier);

}  // namespace dimma::idl

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
  Unknown,  // an octet that begins no token; already reported as an error

  Pragma,     // `text` is the rest of the line, after #pragma
  EnterFile,  // `event` is the index of the file event
  LeaveFile,

  // The keywords of CORBA 3, in the order of the table in token.cpp.
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
  bool malformed = false;  // a literal with an error that has been reported
  std::string_view text;   // as written, but without the underscore of an escaped identifier
  std::size_t offset = 0;  // offset in the preprocessed text
  SourceRange range;
  std::uint64_t integer = 0;  // the value of an integer literal
  long double floating = 0;   // the value of a float literal
  std::size_t event = 0;      // index of the file event, for EnterFile and LeaveFile
};

// Returns the name of the kind for messages: "';'", "identifier", "'module'".
std::string describe(TokenKind kind);
// Returns the token for messages: its text in quotes, shortened if it is long.
std::string describe(const Token& token);

// Returns the keyword with exactly this spelling.
std::optional<TokenKind> keyword(std::string_view text);
// Returns the keyword that equals `text` except for case; nullptr if there is none.
const char* keyword_ignoring_case(std::string_view text);
// Returns all keywords.
std::span<const char* const> reserved_words();
// Returns true for words that IDL 4 added (int8, map, bitset, ...). Older IDL uses them as names, so they are keywords
// only in places where their meaning is possible.
bool is_idl4_word(std::string_view text);
std::span<const char* const> idl4_words();
// Returns the CORBA version after 2.0 that made the word a keyword (home, factory, local, ...), ignoring case; nullptr
// for other words. Such a word is a keyword in places where a keyword is possible, and a name where only a name is.
const char* keyword_since(std::string_view text);
// Returns the most similar keyword, for "did you mean"; empty if none is similar enough.
std::string_view nearest_keyword(std::string_view text);

// Returns the edit distance of two words (insertions, deletions, substitutions and swaps of characters), or `limit` + 1
// if it is greater than `limit`.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);
// Returns the maximum number of edits for which a word counts as a misspelling of `text`.
std::size_t tolerated_edits(std::string_view text);

// Returns the text in ASCII lower case: IDL identifiers that differ only in case collide.
std::string folded(std::string_view identifier);

}  // namespace dimma::idl

#include "idl/preprocess/directives.hpp"

namespace dimma::idl {
namespace {

bool is_blank_character(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

void ConditionDepth::end_operand() {
  depth_ -= awaiting_.back();
  awaiting_.back() = 0;
}

void ConditionDepth::add(char c, char next) {
  switch (c) {
    case '(':
      awaiting_.push_back(0);
      return enter();
    case ')':
      if (awaiting_.size() == 1) return;
      end_operand();
      awaiting_.pop_back();
      --depth_;
      return end_operand();
    case '!':
      if (next == '=') return;
      [[fallthrough]];
    case '~':
    case '+':
    case '-':
      ++awaiting_.back();
      return enter();
    case '?':  // the last operand extends to the end of the enclosing expression
      return enter();
    default:
      if (!is_blank_character(c)) end_operand();
  }
}

void ConditionDepth::add(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) add(text[at], at + 1 < text.size() ? text[at + 1] : '\0');
}

DirectiveFinder::Finding DirectiveFinder::add(char c, char next) {
  if (c == '\\' && (next == '\n' || next == '\r')) {
    continued_ = true;
    return Finding::Nothing;
  }
  if (c == '\n') {
    if (!continued_) state_ = State::LineStart;
    continued_ = false;
    return Finding::Nothing;
  }
  if (continued_ && c == '\r') return Finding::Nothing;
  continued_ = false;
  switch (state_) {
    case State::LineStart:
      if (is_blank_character(c)) break;
      state_ = c == '#' ? State::Word : State::Other;
      word_.clear();
      break;
    case State::Word:
      add_to_word(c);
      if (state_ != State::Condition) break;
      depth_ = ConditionDepth();
      [[fallthrough]];
    case State::Condition:
      depth_.add(c, next);
      if (depth_.deepest() > deepest_condition) return Finding::DeepCondition;
      break;
    case State::End:
      if (is_blank_character(c)) break;
      state_ = State::Other;
      return is_ascii_letter(c) || c == '_' ? Finding::Nothing : Finding::TextBehind;
    case State::Other:
      break;
  }
  return Finding::Nothing;
}

void DirectiveFinder::add_to_word(char c) {
  if (is_ascii_letter(c)) {
    word_ += c;
  } else if (word_ == "if" || word_ == "elif") {
    state_ = State::Condition;
  } else if (word_ == "else" || word_ == "endif") {
    state_ = State::End;
  } else if (!word_.empty() || !is_blank_character(c)) {
    state_ = State::Other;
  }
}

}  // namespace dimma::idl

#include "simulation/choices.hpp"

#include <charconv>

namespace dimma::simulation {

namespace {

constexpr std::string_view letters = "tvwsc";  // one for each ChoiceKind

// Parses and removes a number and the character after it, which has to be one of `after`.
bool take(std::string_view& text, std::uint32_t& number, std::string_view after, char& taken) {
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || stop == text.data() + text.size() || after.find(*stop) == std::string_view::npos)
    return false;
  taken = *stop;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()) + 1);
  return true;
}

bool take_choice(std::string_view& text, Choice& choice) {
  char between = 0;
  char letter = 0;
  if (!take(text, choice.place.thread, ".", between) || !take(text, choice.place.step, ".", between) ||
      !take(text, choice.place.ordinal, letters, letter) || text.empty() || text.front() != '=') {
    return false;
  }
  text.remove_prefix(1);
  choice.place.kind = static_cast<ChoiceKind>(letters.find(letter));
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), choice.option);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  return text.empty() || text.front() == ' ';
}

}  // namespace

std::string text_of(const std::vector<Choice>& choices) {
  std::string text;
  for (const Choice& choice : choices) {
    if (!text.empty()) text += ' ';
    text += std::to_string(choice.place.thread) + '.' + std::to_string(choice.place.step) + '.' +
            std::to_string(choice.place.ordinal) + letters[static_cast<std::size_t>(choice.place.kind)] + '=' +
            std::to_string(choice.option);
  }
  return text;
}

std::optional<std::vector<Choice>> read_choices(std::string_view text) {
  std::vector<Choice> choices;
  while (!text.empty()) {
    Choice choice;
    if (!take_choice(text, choice)) return std::nullopt;
    choices.push_back(choice);
    if (!text.empty()) text.remove_prefix(1);
  }
  return choices;
}

}  // namespace dimma::simulation

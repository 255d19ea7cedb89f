// Formats plans and descriptions as text.

#include <dimma/description.hpp>

#include <algorithm>
#include <ostream>

namespace dimma {

namespace {

template <class Lines>
auto find_line(const Lines& lines, std::string_view name) {
  return std::find_if(lines.begin(), lines.end(), [&](const auto& line) { return line.name == name; });
}

std::string value_or_none(const Plan& plan, std::string_view name) {
  const auto found = find_line(plan.lines(), name);
  return found == plan.lines().end() ? "(none)" : found->value;
}

}  // namespace

std::string Plan::value(std::string_view name) const {
  const auto found = find_line(lines_, name);
  return found == lines_.end() ? std::string() : found->value;
}

std::string Plan::to_string() const {
  std::string text;
  for (const auto& line : lines_) text += line.name + ": " + line.value + "\n";
  return text;
}

std::ostream& operator<<(std::ostream& out, const Plan& plan) { return out << plan.to_string(); }

std::string difference(const Plan& plan, const Plan& other) {
  std::string text;
  const auto compare = [&](const std::string& name) {
    const auto before = value_or_none(plan, name);
    const auto after = value_or_none(other, name);
    if (before != after) text.append(name).append(": ").append(before).append(" -> ").append(after).append("\n");
  };
  for (const auto& line : plan.lines()) compare(line.name);
  for (const auto& line : other.lines()) {
    if (find_line(plan.lines(), line.name) == plan.lines().end()) compare(line.name);
  }
  return text;
}

std::string Description::value(std::string_view name) const {
  const auto found = find_line(lines_, name);
  return found == lines_.end() ? std::string() : found->text();
}

Plan Description::plan() const {
  std::vector<Plan::Line> planned;
  planned.reserve(lines_.size());
  for (const auto& line : lines_) planned.push_back({line.name, line.planned});
  return Plan(std::move(planned));
}

std::string Description::to_string() const {
  std::string text;
  for (const auto& line : lines_) text += line.name + ": " + line.text() + "\n";
  return text;
}

std::ostream& operator<<(std::ostream& out, const Description& description) { return out << description.to_string(); }

}  // namespace dimma

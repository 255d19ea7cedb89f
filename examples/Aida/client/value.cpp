#include "client/value.hpp"

#include <dimma/print.hpp>
#include <dimma/stream_operators.hpp>

#include <algorithm>
#include <charconv>
#include <sstream>

namespace aida {
namespace {

template <class T>
std::string text_of(const T& cell) {
  if constexpr (std::is_same_v<T, std::string>) {
    return cell;
  } else if constexpr (std::is_same_v<T, bool>) {
    return cell ? "true" : "false";
  } else {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, cell).ptr;
    return {text, end};
  }
}

template <class T>
std::vector<std::string> texts_of_cells(const T& cells) {
  std::vector<std::string> texts;
  texts.reserve(cells.size());
  for (const typename T::value_type cell : cells) texts.push_back(text_of(cell));
  return texts;
}
std::vector<std::string> texts_of_cells(const Aida::Strings& cells) { return cells; }

// Calls `work` with a column's content, of any type.
template <class Work, std::size_t... Index>
auto with_content(const Aida::Cells& cells, Work&& work, std::index_sequence<Index...>) {
  using Result = decltype(work(bool()));
  Result result{};
  const auto type = static_cast<std::size_t>(cells._d());
  const bool is_known =
      ((type == Index ? (result = work(Kind<std::variant_alternative_t<Index, Datum>>::cells(cells)), true) : false) ||
       ...);
  static_cast<void>(is_known);
  return result;
}
constexpr auto column_types = std::make_index_sequence<std::variant_size_v<Datum> - 2>();

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, text.size()), ' ');
}

template <class T>
bool take_out(const CORBA::Any& any, Datum& datum) {
  T value{};
  if (!(any >>= value)) return false;
  datum = std::move(value);
  return true;
}

template <std::size_t... Index>
Datum taken_out(const CORBA::Any& any, std::index_sequence<Index...>) {
  Datum datum = any;
  (take_out<std::variant_alternative_t<Index, Datum>>(any, datum) || ...);
  return datum;
}

std::string to_text(const CORBA::Any& any) {
  Aida::History history;
  if (any >>= history) {
    Value value;
    value.add("time", history.times()).add("reading", history.readings());
    return value.to_string();
  }
  std::ostringstream text;
  text << IDL::traits<CORBA::Any>::write(any);
  return text.str();
}

}  // namespace

std::size_t Value::rows() const {
  std::size_t most = 0;
  for (const Aida::Column& column : table_) {
    const auto size = [](const auto& content) -> std::size_t {
      if constexpr (requires { content.size(); } &&
                    !std::is_same_v<std::remove_cvref_t<decltype(content)>, std::string>) {
        return content.size();
      } else {
        return 1;
      }
    };
    most = std::max(most, with_content(column.content(), size, column_types));
  }
  return most;
}

std::vector<std::string> Value::names() const {
  std::vector<std::string> names;
  for (const Aida::Column& column : table_) names.push_back(column.name());
  return names;
}

void Value::add(const std::string& column, Aida::Cells cells) {
  for (const Aida::Column& present : table_) {
    if (present.name() == column) throw std::invalid_argument("a value has the column " + column + " already");
  }
  table_.emplace_back(column, std::move(cells));
}

const Aida::Cells& Value::find(const std::string& column) const {
  std::string names;
  for (const Aida::Column& present : table_) {
    if (present.name() == column) return present.content();
    names += (names.empty() ? "" : ", ") + present.name();
  }
  throw std::out_of_range("the value has no column " + column + ", but " + (names.empty() ? "none" : names));
}

void Value::refuse(const std::string& column, Type asked, Type present) {
  throw std::invalid_argument("the column " + column + " is of type " + name_of(present) + ", not " + name_of(asked));
}

std::vector<std::string> texts_of(const Aida::Cells& cells) {
  const auto texts = [](const auto& content) {
    using Content = std::remove_cvref_t<decltype(content)>;
    if constexpr (std::is_same_v<Content, std::string> || std::is_arithmetic_v<Content>) {
      return std::vector<std::string>{text_of(content)};
    } else {
      return texts_of_cells(content);
    }
  };
  return with_content(cells, texts, column_types);
}

std::string Value::to_string() const {
  std::vector<std::vector<std::string>> columns;
  std::vector<std::size_t> widths;
  std::size_t rows = 0;
  for (const Aida::Column& column : table_) {
    std::vector<std::string> cells = texts_of(column.content());
    cells.insert(cells.begin(), column.name());
    std::size_t width = 0;
    for (const std::string& cell : cells) width = std::max(width, cell.size());
    rows = std::max(rows, cells.size());
    widths.push_back(width);
    columns.push_back(std::move(cells));
  }
  std::string text;
  for (std::size_t row = 0; row < rows; ++row) {
    std::string line;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      line += padded(row < columns[i].size() ? columns[i][row] : "", widths[i] + 2);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

Datum taken_out(const CORBA::Any& any) {
  return taken_out(any, std::make_index_sequence<std::variant_size_v<Datum> - 1>());
}

std::string to_string(const Datum& datum) {
  const auto text = [](const auto& held) -> std::string {
    using Held = std::remove_cvref_t<decltype(held)>;
    if constexpr (std::is_same_v<Held, CORBA::Any>) {
      return to_text(held);
    } else if constexpr (std::is_same_v<Held, Aida::Table>) {
      return Value(held).to_string();
    } else if constexpr (std::is_same_v<Held, std::string> || std::is_arithmetic_v<Held>) {
      return text_of(held);
    } else {
      std::string lines;
      for (const std::string& cell : texts_of_cells(held)) lines += cell + '\n';
      return lines;
    }
  };
  return std::visit(text, datum);
}

}  // namespace aida

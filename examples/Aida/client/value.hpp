#pragma once
/// A self-describing value: columns with names, each with one cell or many of its own type. Its columns and types need
/// not be known at compile time.

#include "client/datum.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace aida {

class Value {
 public:
  Value() = default;
  explicit Value(Aida::Table table) : table_(std::move(table)) {}

  /// `T` is any type of data except a table or an any. Throws std::invalid_argument if the name exists already.
  template <class T>
  Value& add(const std::string& column, T content) {
    Aida::Cells cells;
    Kind<T>::cells(cells, std::move(content));
    add(column, std::move(cells));
    return *this;
  }

  std::size_t columns() const noexcept { return table_.size(); }
  /// The number of cells of the longest column.
  std::size_t rows() const;
  std::vector<std::string> names() const;
  /// Throws std::out_of_range, with the names of the columns.
  Type type(const std::string& column) const { return find(column)._d(); }
  /// Throws std::out_of_range, and std::invalid_argument for a column of another type.
  template <class T>
  T get(const std::string& column) const {
    const Aida::Cells& cells = find(column);
    if (cells._d() != Kind<T>::type) refuse(column, Kind<T>::type, cells._d());
    return Kind<T>::cells(cells);
  }

  const Aida::Table& table() const noexcept { return table_; }
  /// A line of names, then a line for each row. Numbers have the shortest text that converts back to the same value.
  std::string to_string() const;

 private:
  void add(const std::string& column, Aida::Cells cells);
  const Aida::Cells& find(const std::string& column) const;
  [[noreturn]] static void refuse(const std::string& column, Type asked, Type present);

  Aida::Table table_;
};

/// The cells of a column as text, one each.
std::vector<std::string> texts_of(const Aida::Cells& cells);

/// A datum as text: an array with a cell on each line, a table as by Value::to_string(), an any by its contents.
std::string to_string(const Datum& datum);
/// The contents of an any as a Datum of their type; contents of another type stay in the any.
Datum taken_out(const CORBA::Any& any);

}  // namespace aida

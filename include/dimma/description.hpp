#pragma once
/// Describes the components of a channel or an endpoint, before and after it is made.

#include <dimma/generated/cxx20.hpp>

#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dimma {

/// The components of a channel or an endpoint that is to be made, as lines of name and value: endpoint and the reason
/// for it, connection, processing, threads, messages, buffers, copies, every timeout. A plain value without an ORB:
/// comparable, printable.
class Plan {
 public:
  /// One line of the text.
  struct Line {
    std::string name;
    std::string value;
    friend bool operator==(const Line&, const Line&) = default;
  };

  explicit Plan(std::vector<Line> lines) : lines_(std::move(lines)) {}
  /// The lines, in the order in which `<<` prints them.
  const std::vector<Line>& lines() const noexcept { return lines_; }
  /// Returns the value of the line with this name; empty if there is none.
  std::string value(std::string_view name) const;
  /// Returns one "name: value" per line.
  std::string to_string() const;

  friend bool operator==(const Plan&, const Plan&) = default;

 private:
  std::vector<Line> lines_;
};
std::ostream& operator<<(std::ostream& out, const Plan& plan);

/// Returns how `other` differs: a line "processing: nullTask: ... -> pool: ..." for each line that differs, and "name:
/// (none) -> ..." for a line that only one plan has. Returns an empty string if the plans are equal.
std::string difference(const Plan& plan, const Plan& other);

/// The components of a channel or an endpoint: its plan, with the current usage beside each line.
class Description {
 public:
  /// One line of the text.
  struct Line {
    std::string name;
    std::string planned;     ///< as in the plan
    std::string usage = {};  ///< the capacity, and how much of it is in use
    /// Returns the plan and the usage as they are printed.
    std::string text() const { return usage.empty() ? planned : planned + "; " + usage; }
  };

  explicit Description(std::vector<Line> lines) : lines_(std::move(lines)) {}
  /// The lines, in the order in which `<<` prints them.
  const std::vector<Line>& lines() const noexcept { return lines_; }
  /// Returns the text of the line with this name; empty if there is none.
  std::string value(std::string_view name) const;
  /// Returns the plan, without the usage.
  Plan plan() const;
  /// Returns one "name: text" per line.
  std::string to_string() const;

 private:
  std::vector<Line> lines_;
};
std::ostream& operator<<(std::ostream& out, const Description& description);

}  // namespace dimma

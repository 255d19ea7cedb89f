#pragma once
// The table of names that CORBA programs use: names.txt, whose head describes its format.

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::tools::port {

enum class Status {
  has,      // the program is compiled unchanged
  differs,  // the name exists, but the program may have to change
  lacks,
};
std::string_view to_string(Status status);

struct Entry {
  std::string name;
  std::string kind;
  Status status = Status::has;
  std::string advice;  // empty if there is nothing to do

  // Returns true if many programs without CORBA use the name too.
  bool is_common() const { return kind == "common"; }
};

class Table {
 public:
  // Parses the text of names.txt. Throws std::runtime_error with the line of a mistake.
  explicit Table(std::string_view text);
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  // The functions return null if there is no entry. A pattern matches if no entry has the name itself; among patterns,
  // the longest one counts.

  // Finds a qualified or global name of C++, or a macro.
  const Entry* name(std::string_view text) const;
  // Finds a name without its scopes, in the patterns of generated names.
  const Entry* generated(std::string_view text) const;
  // Finds a member by its name alone. Only a name with an underscore is distinctive enough.
  const Entry* member(std::string_view text) const;
  const Entry* header(std::string_view path) const;
  // Finds a library, a module of pkg-config or a program.
  const Entry* build_word(std::string_view word) const;
  // Returns true for a namespace all of whose names the table should have.
  bool has_namespace(std::string_view text) const;

  const std::vector<Entry>& entries() const { return entries_; }

 private:
  using Names = std::map<std::string, const Entry*, std::less<>>;

  // Names, and those of them that are patterns.
  class Index {
   public:
    // Returns false if the name is there already.
    bool add(const Entry& entry);
    const Entry* find(std::string_view text) const;

   private:
    Names names_;
    std::vector<const Entry*> patterns_;
  };

  void index();

  std::vector<Entry> entries_;
  Index names_;
  Index generated_;
  Names members_;
  Index headers_;
  Index build_words_;
  std::set<std::string, std::less<>> namespaces_;
};

// Returns the table that is compiled in.
const Table& table();

}  // namespace dimma::tools::port

#pragma once
// Reads JSON. A value that does not have the requested form is reported by a JsonError with its path.

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace bench {

class JsonError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A value within a document. The document lives as long as any value of it. Wraps Boost.JSON so that only one file
// compiles it.
class JsonInput {
 public:
  static JsonInput parse(std::string_view text);

  // The member of an object, and the element of an array.
  JsonInput at(std::string_view name) const;
  JsonInput at(std::size_t index) const;
  bool has(std::string_view name) const;
  std::size_t size() const;

  double number() const;
  std::string text() const;
  bool truth() const;

 private:
  struct Document;
  JsonInput(std::shared_ptr<const Document> document, const void* value, std::string path);

  std::shared_ptr<const Document> document_;
  const void* value_;
  std::string path_;
};

}  // namespace bench

#include "services/inspect/answers/pieces.hpp"

#include <memory>
#include <utility>

namespace dimma::inspect {

namespace {

class JsonText {
 public:
  JsonText(std::vector<JsonArray> arrays, std::size_t octets_max) : arrays_(std::move(arrays)), left_(octets_max) {}

  bool add_piece(std::string& into) {
    if (array_ > arrays_.size()) return false;
    const std::size_t before = into.size();
    while (array_ <= arrays_.size() && into.size() - before < piece_octets) add_next(into);
    return true;
  }

 private:
  void add_next(std::string& into) {
    if (array_ == arrays_.size()) {
      into += ",\"left_out\":" + std::to_string(left_out_) + '}';
      ++array_;
      return;
    }
    JsonArray& array = arrays_[array_];
    if (!std::exchange(has_begun_, true)) into += array.before + '[';
    if (element_ < array.count) return add_element(into, array);
    into += ']';
    ++array_;
    has_begun_ = false;
    element_ = 0;
  }

  void add_element(std::string& into, const JsonArray& array) {
    const std::string text = (element_ == 0 ? "" : ",") + array.element(element_);
    if (text.size() > left_) {
      left_out_ += array.count - std::exchange(element_, array.count);
      left_ = 0;
      return;
    }
    left_ -= text.size();
    into += text;
    ++element_;
  }

  std::vector<JsonArray> arrays_;
  std::size_t left_;
  std::size_t left_out_ = 0;
  std::size_t array_ = 0;
  std::size_t element_ = 0;
  bool has_begun_ = false;
};

}  // namespace

std::string whole(const Pieces& pieces) {
  std::string text;
  while (pieces(text)) {
  }
  return text;
}

Pieces json_pieces(std::vector<JsonArray> arrays, std::size_t octets_max) {
  return [text = std::make_shared<JsonText>(std::move(arrays), octets_max)](std::string& into) {
    return text->add_piece(into);
  };
}

}  // namespace dimma::inspect

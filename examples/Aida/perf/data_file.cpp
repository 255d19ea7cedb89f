#include "perf/data_file.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <stdexcept>

namespace perf {
namespace {

std::size_t longest_of(const Result& result) {
  std::size_t longest = 0;
  for (const Run& run : result.runs) longest = std::max(longest, run.times_us.size());
  return longest;
}

std::string on_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

// Level 4: five numbers of 32 bits, the zero-terminated name, and the elements by columns. The type's digits are the
// byte order (0: little), 0, the format (0: double, 5: octet) and the kind (0: numbers, 1: text).
class MatFile {
 public:
  void numbers(const std::string& name, std::size_t rows, std::size_t columns, const std::vector<double>& elements) {
    header(name, 0, rows, columns);
    append(elements.data(), elements.size() * sizeof(double));
  }
  void texts(const std::string& name, const std::vector<std::string>& rows) {
    std::size_t width = 1;
    for (const std::string& row : rows) width = std::max(width, row.size());
    header(name, 51, rows.size(), width);
    for (std::size_t column = 0; column < width; ++column) {
      for (const std::string& row : rows) octets_ += column < row.size() ? row[column] : ' ';
    }
  }
  std::string take() { return std::move(octets_); }

 private:
  void header(const std::string& name, std::int32_t type, std::size_t rows, std::size_t columns) {
    const std::int32_t numbers[] = {type, static_cast<std::int32_t>(rows), static_cast<std::int32_t>(columns), 0,
                                    static_cast<std::int32_t>(name.size() + 1)};
    append(numbers, sizeof numbers);
    append(name.c_str(), name.size() + 1);
  }
  void append(const void* data, std::size_t size) { octets_.append(static_cast<const char*>(data), size); }

  std::string octets_;
};

void write(const std::filesystem::path& path, const std::string& content) {
  std::ofstream out(path, std::ios::binary);
  out << content;
  out.close();
  if (!out) throw std::runtime_error("cannot write " + path.string());
}

}  // namespace

std::string csv_of(const Result& result) {
  std::ostringstream out;
  out.precision(9);
  out << "# test: " << result.test << ' ' << on_one_line(result.title) << "\n# date: " << result.date
      << "\n# comment: " << on_one_line(result.comment) << "\n# machine: " << on_one_line(result.machine) << '\n';
  for (const Run& run : result.runs) {
    out << "# " << run.name << ": began " << date_text(run.start_s) << ", first get " << run.first_us << " us\n";
  }
  out << "iteration" << (result.lengths.empty() ? "" : ",length");
  for (const Run& run : result.runs) out << ",\"" << run.name << " us\"";
  out << '\n';
  for (std::size_t i = 0; i < longest_of(result); ++i) {
    out << i + 1;
    if (!result.lengths.empty()) out << ',' << result.lengths[i];
    for (const Run& run : result.runs) {
      out << ',';
      if (i < run.times_us.size()) out << run.times_us[i];
    }
    out << '\n';
  }
  return out.str();
}

std::string mat_of(const Result& result) {
  const std::size_t longest = longest_of(result);
  std::vector<double> times;
  std::vector<double> firsts;
  std::vector<double> starts;
  std::vector<std::string> names;
  for (const Run& run : result.runs) {
    times.insert(times.end(), run.times_us.begin(), run.times_us.end());
    times.resize(longest * (names.size() + 1), std::numeric_limits<double>::quiet_NaN());
    firsts.push_back(run.first_us);
    starts.push_back(run.start_s);
    names.push_back(run.name);
  }
  MatFile file;
  file.numbers("test", 1, 1, {static_cast<double>(result.test)});
  file.texts("title", {result.title});
  file.texts("date", {result.date});
  file.texts("comment", {result.comment});
  file.texts("machine", {result.machine});
  file.texts("runs", names);
  file.numbers("times_us", longest, names.size(), times);
  file.numbers("first_us", 1, names.size(), firsts);
  file.numbers("start_s", 1, names.size(), starts);
  file.numbers("lengths", result.lengths.size(), result.lengths.empty() ? 0 : 1, result.lengths);
  return file.take();
}

void write_data(const Result& result, const std::string& file) {
  const std::filesystem::path path(file);
  if (path.extension() == ".csv") return write(path, csv_of(result));
  if (path.extension() == ".mat") return write(path, mat_of(result));
  write(file + ".csv", csv_of(result));
  write(file + ".mat", mat_of(result));
}

}  // namespace perf

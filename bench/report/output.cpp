#include "report/output.hpp"

#include "report/embedded.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <sstream>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace bench {
namespace {

[[noreturn]] void fail(const std::string& path) {
  throw std::system_error(errno, std::generic_category(), "cannot write " + path);
}

std::string quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char character : text) quoted += character == '"' ? std::string("\"\"") : std::string(1, character);
  return quoted + '"';
}

// The text as a part of a file's name.
std::string plain(const std::string& name) {
  std::string text;
  for (const char character : name) {
    const bool stays = std::isalnum(static_cast<unsigned char>(character)) != 0;
    if (stays) text += character;
    if (!stays && !text.empty() && text.back() != '-') text += '-';
  }
  return text;
}

void replace(std::string& text, const std::string& what, std::string_view by) {
  const auto at = text.find(what);
  if (at == std::string::npos) throw std::logic_error("the page has no " + what);
  text.replace(at, what.size(), by);
}

// Escapes JSON for a script element, in which nothing may look like its end or like the beginning of a comment.
std::string for_script(const std::string& json) {
  std::string text;
  for (const char character : json) text += character == '<' ? std::string("\\u003c") : std::string(1, character);
  return text;
}

}  // namespace

std::string csv_of(const Study& experiment) {
  std::ostringstream out;
  out << "series,kind," << (experiment.axis.empty() ? "place" : quoted(experiment.axis))
      << ",turn,mean_us,p50_us,p99_us,p99.9_us,p99.99_us,max_us,calls_per_s,cpu_us\n";
  out.precision(10);
  for (const Series& series : experiment.series) {
    for (const Sample& sample : series.samples) {
      for (std::size_t turn = 0; turn < sample.turns.size(); ++turn) {
        out << quoted(series.name) << ',' << text_of(series.kind) << ',' << sample.x << ',' << turn + 1;
        for (const auto figure : measure::figures) out << ',' << sample.turns[turn].*figure;
        out << '\n';
      }
    }
  }
  return out.str();
}

std::string page_of(const std::string& json) {
  std::string page(embedded_page());
  replace(page, "/*STYLE*/", embedded_style());
  replace(page, "/*CHARTS*/", embedded_charts());
  replace(page, "/*FINDINGS*/", embedded_findings());
  replace(page, "/*VERDICT*/", embedded_verdict());
  replace(page, "/*SCRIPT*/", embedded_script());
  replace(page, "/*DATA*/", for_script(json));
  return page;
}

void write_file(const std::string& path, const std::string& content) {
  const std::string unfinished = path + ".part";
  const int file = ::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) fail(path);
  std::size_t written = 0;
  while (written < content.size()) {
    const ssize_t now = ::write(file, content.data() + written, content.size() - written);
    if (now < 0 && errno == EINTR) continue;
    if (now < 0) {
      const int error = errno;
      ::close(file);
      ::unlink(unfinished.c_str());
      errno = error;
      fail(path);
    }
    written += static_cast<std::size_t>(now);
  }
  if (::close(file) != 0 || ::rename(unfinished.c_str(), path.c_str()) != 0) fail(path);
}

void write_all(const Results& results, const std::string& folder) {
  const std::string json = json_of(results);
  write_file(folder + "/report.json", json);
  for (const Study& experiment : results.experiments) {
    write_file(folder + '/' + experiment.name + ".csv", csv_of(experiment));
    for (const Series& series : experiment.series) {
      for (const Sample& sample : series.samples) {
        if (!sample.spread) continue;
        write_file(folder + '/' + experiment.name + '-' + plain(series.name) + ".hgrm", sample.spread->percentiles());
      }
    }
  }
  write_file(folder + "/report.html", page_of(json));
}

}  // namespace bench

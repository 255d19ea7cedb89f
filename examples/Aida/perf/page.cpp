#include "perf/page.hpp"

#include "perf/embedded.hpp"

#include <sstream>

namespace perf {
namespace {

constexpr int wide = 640;
constexpr int narrow = 350;
constexpr int height = 360;

void put(std::ostream& out, const Table& table) {
  out << "<details open><summary>" << escaped(table.title) << "</summary><div class=\"scroll\"><table>\n";
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const char* const cell = row == 0 ? "th" : "td";
    out << "<tr>";
    for (const std::string& text : table.rows[row]) out << '<' << cell << '>' << escaped(text) << "</" << cell << '>';
    out << "</tr>\n";
  }
  out << "</table></div></details>\n";
}

// Draws a plot twice: for the width of a screen, and of a telephone.
void put(std::ostream& out, const Plot& plot) {
  out << "<figure id=\"" << plot.id << "\"><div class=\"on-screen\">" << svg_of(plot, wide, height, false)
      << "</div><div class=\"on-telephone\">" << svg_of(plot, narrow, height, false)
      << "</div><figcaption><small><a href=\"" << plot.id << ".svg\">SVG</a></small></figcaption></figure>\n";
}

void put(std::ostream& out, const Section& section) {
  out << "<section id=\"" << section.id << "\"><h2>" << escaped(section.title) << "</h2><p class=\"question\">"
      << escaped(section.text) << "</p>\n";
  if (!section.plots.empty()) {
    out << "<div class=\"plots\">\n";
    for (const Plot& plot : section.plots) put(out, plot);
    out << "</div>\n";
  }
  for (const Table& table : section.tables) put(out, table);
  if (!section.files.empty()) out << "<p class=\"files\">Data:";
  for (const std::string& file : section.files) out << " <a href=\"" << file << "\">" << file << "</a>";
  if (!section.files.empty()) out << "</p>";
  out << "</section>\n";
}

void replace(std::string& text, const std::string& what, std::string_view by) {
  const auto at = text.find(what);
  if (at == std::string::npos) throw std::logic_error("the page has no " + what);
  text.replace(at, what.size(), by);
}

}  // namespace

std::string html_of(const Page& page) {
  std::ostringstream facts;
  for (const Page::Fact& fact : page.facts) {
    facts << "<div class=\"fact\"><b>" << escaped(fact.figure) << "</b><span>" << escaped(fact.text)
          << "</span></div>\n";
  }
  std::ostringstream nav;
  std::ostringstream sections;
  for (const Section& section : page.sections) {
    nav << "<a href=\"#" << section.id << "\">" << escaped(section.title) << "</a>\n";
    put(sections, section);
  }
  std::string html(embedded_page());
  replace(html, "/*STYLE*/", embedded_style());
  replace(html, "/*OWN STYLE*/", embedded_own_style());
  replace(html, "/*SCRIPT*/", embedded_script());
  replace(html, "<!--DATE-->", escaped(page.date));
  replace(html, "<!--HEADLINE-->", escaped(page.headline));
  replace(html, "<!--MACHINE-->", escaped(page.machine));
  replace(html, "<!--FACTS-->", facts.str());
  replace(html, "<!--NAV-->", nav.str());
  replace(html, "<!--SECTIONS-->", sections.str());
  return html;
}

}  // namespace perf

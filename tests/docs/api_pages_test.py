"""Tests of the site's C++ reference, tools/site/api_model.py and api_pages.py: on the tree's own headers, and on some that are
written for the test. DOCS_WORK is its work folder."""

import os
import pathlib
import re
import sys
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
WORK = pathlib.Path(os.environ['DOCS_WORK'])
sys.path.insert(0, str(SOURCE / 'tools/site'))

import api_model  # noqa: E402
import api_pages  # noqa: E402

HEADER = '''#pragma once
/// What is at the head. Code is indented:
///
///   a < b;
///
/// It goes on; see <dimma/other.hpp> and docs/README.md.

#include <string>

namespace dimma {

namespace detail {
/// Not for users.
class Inner {};
}  // namespace detail

#define DIMMA_MADE(NAME) void made_##NAME();

/// A thing, which throws UNKNOWN_THING. It has no undo().
template <class T>
class Thing {
 public:
  Thing() = default;
  /// Does it to `other`.
  void act(const Thing<T>& other, std::string text = {}) const noexcept;
  void act_again();

  int plain;
  int width = 3;  ///< in octets
  int height;
  DIMMA_MADE(one)
#undef DIMMA_MADE

 private:
  /// Nobody's business.
  void hide();
};

/// Kinds of things.
enum class Kind { small, large /**< above 3 */ };

/// Makes one.
Thing<int> make_thing(Kind kind);
}  // namespace dimma
'''


def page_of_source(path):
    return f'source/{path}.md'


def ids_of(text):
    return set(re.findall(r'\bid="([^"]+)"', text)) | set(re.findall(r'\{ #([\w-]+)', text))


def dead_links(pages):
    """Links on the pages that lead neither to a place on one of them, nor to a page of docs/ or a line of a file."""
    dead, checked = [], 0
    for path, text in pages.items():
        for target in re.findall(r'<a [^>]*href="([^"]*)"', text):
            checked += 1
            place, _, anchor = target.partition('#')
            goal = os.path.normpath(os.path.join(os.path.dirname(path), place)) if place else path
            goal = goal.removesuffix('.html').removesuffix('.md') + '.md'
            if goal in pages:
                fault = anchor and anchor not in ids_of(pages[goal])
            elif goal.startswith('source/'):
                file = SOURCE / goal[len('source/'):-len('.md')]
                line = int(anchor[len(api_pages.LINE_ANCHOR):]) if anchor else 1
                fault = not file.exists() or line > len(file.read_text().split('\n'))
            else:
                fault = bool(anchor) or not (SOURCE / 'docs' / goal.replace('index.md', 'README.md')).exists()
            if fault:
                dead.append(f'{path}: {target}')
    return dead, checked


def classes_in(text):
    """The names of the classes that a header defines for users, found in its text."""
    inner = re.sub(r'^namespace (?:\w+::)*detail \{.*?^\}  // namespace (?:\w+::)*detail$', '', text, flags=re.M | re.S)
    return re.findall(r'^(?:template <[^\n]*>\n)?(?:class|struct) (?:\[\[[^\]]*\]\] )?([A-Za-z]\w*)(?: final)?(?: : [^;\n]*)? \{', inner,
                      flags=re.M)


class OfTheTree(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.headers = api_model.read(SOURCE, WORK / 'tree')
        cls.pages = api_pages.Pages(cls.headers, page_of_source).all()

    def test_each_public_header_has_a_page_with_each_of_its_classes(self):
        checked = 0
        for path in api_model.public_headers(SOURCE):
            page = self.pages[api_pages.page_of(path)]
            for name in classes_in((SOURCE / path).read_text()):
                checked += 1
                self.assertRegex(page, rf'(?m)^## `(?:\w+::)*{name}` |<b[^>]*>{name}</b>', path)
        self.assertGreater(checked, 150)

    def test_all_system_exceptions_are_there(self):
        text = (SOURCE / 'include/dimma/exception.hpp').read_text()
        names = re.findall(r'\bDO\((\w+)\)', text)
        self.assertGreater(len(names), 30)
        for name in names:
            self.assertIn(f'CORBA-{name}"', self.pages['reference/api/exception.md'].replace(f'#CORBA-{name} ', f'CORBA-{name}"'))

    def test_no_link_is_dead(self):
        dead, checked = dead_links(self.pages)
        self.assertEqual(dead, [])
        self.assertGreater(checked, 2000)

    def test_no_anchor_is_there_twice(self):
        for path, text in self.pages.items():
            found = re.findall(r'\bid="([^"]+)"', text) + re.findall(r'\{ #([\w-]+)', text)
            self.assertEqual(sorted(found), sorted(set(found)), path)

    def test_nothing_of_the_inside_has_a_heading(self):
        for path, text in self.pages.items():
            for heading in re.findall(r'^##+ .*$', text, flags=re.M):
                self.assertNotRegex(heading, r'::detail::|DIMMA_(?!VERSION|MAKE_VERSION)', path)


class OfOneHeader(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        root = WORK / 'one'
        cls.path = 'include/dimma/thing.hpp'
        for path, text in {cls.path: HEADER, 'include/dimma/other.hpp': '#pragma once\n'}.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        cls.headers = api_model.read(root, WORK / 'one_xml')
        cls.page = api_pages.Pages(cls.headers, page_of_source).all()['reference/api/thing.md']

    def line_of(self, text):
        return next(n for n, line in enumerate(HEADER.split('\n'), 1) if text in line)

    def test_runs_have_the_words_above_them(self):
        thing = next(part for header in self.headers for part in header.classes)
        self.assertEqual(thing.qualified, 'dimma::Thing')
        self.assertEqual([([member.name for member in run.members], run.described is not None) for run in thing.runs],
                         [(['Thing'], False), (['act', 'act_again'], True), (['plain'], False), (['width'], True),
                          (['height', 'made_one'], False)])

    def test_words_at_the_head_code_and_files(self):
        self.assertIn('<p>What is at the head. Code is indented:</p>\n<pre><code>a &lt; b;</code></pre>\n<p>It goes on;', self.page)
        self.assertIn('<a href="other.html">dimma/other.hpp</a>', self.page)
        self.assertIn('<a href="../../index.html">docs/README.md</a>', self.page)

    def test_signatures_name_and_link_their_types(self):
        self.assertIn('Thing&lt;T&gt;&amp; other, std::string text = {}) const noexcept', self.page)
        self.assertIn('<a href="#dimma-Thing">Thing</a>&lt;int&gt; <b>make_thing</b>(<a href="#dimma-Kind">Kind</a> kind)', self.page)

    def test_data_and_enumerators_are_tables(self):
        self.assertRegex(self.page, r'<tr><td><code>int <b[^>]*>width</b> = 3;</code></td><td><p>in octets</p></td></tr>')
        self.assertRegex(self.page, r'<code id="dimma-Kind-large">large</code></td><td><p>above 3</p>')

    def test_links_lead_to_the_lines_of_the_header(self):
        line = self.line_of('void act(')
        self.assertIn(f'source/{self.path}.html#{api_pages.LINE_ANCHOR}{line}"', self.page)

    def test_the_inside_is_left_out(self):
        for word in ('Inner', 'hide', 'DIMMA_MADE'):
            self.assertNotIn(word, self.page)


class Terms(unittest.TestCase):
    def test_words_below_or_behind(self):
        self.assertEqual(api_pages.terms_of(['--one FILE', '    the first,', '    of two', '--two', '    the other']),
                         [('--one FILE', ['the first,', 'of two']), ('--two', ['the other'])])
        self.assertEqual(api_pages.terms_of(['HOST:PORT     an address', '              of this machine', 'unix  PATH    a socket']),
                         [('HOST:PORT', ['an address', 'of this machine']), ('unix  PATH', ['a socket'])])

    def test_code(self):
        for code in ('any <<= 5;    any <<= 6;', 'class A {\n  void f();\n};', 'f()\n  // why\ng()', 'deny  *', 'a  b\n c  d',
                     'if (a)\n    return\nb'):
            self.assertIsNone(api_pages.terms_of(code.split('\n')), code)


class Refusals(unittest.TestCase):
    def test_a_comment_that_doxygen_warns_of_is_an_error(self):
        root = WORK / 'wrong'
        (root / 'include/dimma').mkdir(parents=True, exist_ok=True)
        (root / 'include/dimma/wrong.hpp').write_text('#pragma once\n/// Ends \\nowhere.\nvoid f();\n')
        with self.assertRaisesRegex(api_model.ReadError, 'nowhere'):
            api_model.read(root, WORK / 'wrong_xml')


if __name__ == '__main__':
    unittest.main()

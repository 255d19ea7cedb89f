"""Tests of the checker of links: the faults that it has to find, and the links that it has to accept."""

import pathlib
import tempfile
import unittest

import links
import markdown


class Pages(unittest.TestCase):
    def faults(self, **files):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / 'docs' / 'guides').mkdir(parents=True)
            for name, text in files.items():
                place = {'readme': 'docs/README.md', 'guide': 'docs/guides/guide.md', 'source': 'a.cpp'}[name]
                (root / place).write_text(text)
            return links.check(root)[1]

    def test_good_links(self):
        self.assertEqual(self.faults(
            readme='# A b\n[x](guides/guide.md) [y](guides/guide.md#the-ports-4-ways) [z](#a-b) [s](../a.cpp#L2)\n',
            guide='## The *ports*: 4 ways\n[back](../README.md "title") <a href="https://example.org/">o</a>\n',
            source='one\ntwo\n'), [])

    def test_missing_file(self):
        self.assertEqual(self.faults(readme='\n[x](gone.md)\n'),
                         ['docs/README.md:2: the link gone.md: leads to docs/gone.md, which is not there'])

    def test_missing_anchor(self):
        found = self.faults(readme='[x](guides/guide.md#b) [y](#c)\n', guide='# A\n')
        self.assertEqual([fault.split(': ')[2] for fault in found],
                         ['docs/guides/guide.md has no heading for #b',
                          'docs/README.md has no heading for #c'])

    def test_missing_line(self):
        self.assertIn('has no line 3', self.faults(readme='[x](../a.cpp#L3)\n', source='1\n2\n')[0])

    def test_page_that_nobody_links(self):
        self.assertEqual(self.faults(readme='# A\n', guide='[x](../README.md)\n'),
                         ['docs/guides/guide.md: no link leads here from docs/README.md'])

    def test_others(self):
        for target in 'ftp://a/b', 'https:///b', '/docs/README.md', '../../b.md', 'mailto:b':
            self.assertEqual(len(self.faults(readme=f'[x]({target})\n')), 1, target)

    def test_code_has_no_links(self):
        self.assertEqual(self.faults(readme='`[x](gone)` ``a` [x](gone)``\n```cpp\n[&](const T& t)\n```\n<!-- [x](gone)\n-->\n'),
                         [])

    def test_images_and_definitions(self):
        self.assertEqual(len(self.faults(readme='![x](a.svg)\n<img alt="" src="b.svg">\n[r]: c.md\n')), 3)


class Markdown(unittest.TestCase):
    def test_anchors(self):
        for heading, anchor in {'`dimma access`': 'dimma-access', 'int8 and uint8': 'int8-and-uint8',
                                'Any, TypeCode': 'any-typecode', 'A [link](x.md)': 'a-link', 'a_b': 'a_b'}.items():
            self.assertEqual(markdown.anchor_of(heading), anchor)
        self.assertEqual(markdown.read('# A\n## A\n# A\n').anchors, {'a', 'a-1', 'a-2'})

    def test_tables(self):
        text = 'a\n| x, y | z |\n|---|---|\n| 1 | b \\| c |\n\n| q |\n|---|\n| 2 |\n'
        self.assertEqual(list(markdown.table_rows(text)), [(4, {'x': '1', 'z': 'b \\| c'}), (8, {'q': '2'})])

    def test_blocks(self):
        blocks = markdown.read('```cpp title="a"\nx\n```\n````md\n```\n````\n~~~\ny\n~~~\n').blocks
        self.assertEqual([(block.line, block.info, block.text) for block in blocks],
                         [(1, 'cpp title="a"', 'x\n'), (4, 'md', '```\n'), (7, '', 'y\n')])

    def test_code_within_lines(self):
        page = markdown.read('a `b` ``c ` d``\n```\n`e`\n```\n<!-- `f` -->\n`g`\n')
        self.assertEqual(page.codes, [(1, 'b'), (1, 'c ` d'), (6, 'g')])

    def test_block_without_an_end(self):
        with self.assertRaisesRegex(ValueError, 'line 2'):
            markdown.read('\n```\nx\n')


if __name__ == '__main__':
    unittest.main()

import { InvalidError, TooLargeError } from '../errors';
import type { InstanceElement } from './instance-document';
import { parseInstance } from './instance-parser';

/** Nested arrays: [name, text] for a leaf, [name, ...children] for a container. */
type Shape = [name: string, ...content: (string | Shape)[]];

function shape({ name, children, text }: InstanceElement): Shape {
  return children.length > 0 ? [name, ...children.map(shape)] : [name, text];
}

const read = (xml: string): Shape => shape(parseInstance(xml).root);

describe('parseInstance', () => {
  it.each<[why: string, xml: string, expected: Shape]>([
    ['a declaration and comments', '<?xml version="1.0"?><!--a--><d><a>1<!--b--></a></d>', ['d', ['a', '1']]],
    ['a byte order mark', '\uFEFF<d><a>1</a></d>', ['d', ['a', '1']]],
    ['layout between tags', '<d>\n  <g>\n\t<a>1</a>\r\n  </g>\n</d>', ['d', ['g', ['a', '1']]]],
    ['white space alone', '<d><a>  \n </a></d>', ['d', ['a', '']]],
    ['white space around an answer', '<d><a>  x\n y </a></d>', ['d', ['a', '  x\n y ']]],
    ['a non-breaking space', '<d><a>\u00A0</a></d>', ['d', ['a', '\u00A0']]],
    ['references', '<d><a>&lt;b&gt; &amp;amp; &#x1F600;&#233;</a></d>', ['d', ['a', '<b> &amp; 😀é']]],
    ['CDATA', '<d><a>x<![CDATA[<b>&amp;]]>y</a></d>', ['d', ['a', 'x<b>&amp;y']]],
    ['CDATA with white space only', '<d><a><![CDATA[  ]]></a></d>', ['d', ['a', '  ']]],
    ['text beside elements', '<d>text<a>1</a>text</d>', ['d', ['a', '1']]],
    ['text of an element that gets children later', '<d><a>text<b/></a></d>', ['d', ['a', ['b', '']]]],
    [
      'the word DOCTYPE in an answer',
      '<!--<!DOCTYPE d>--><d><a><![CDATA[<!DOCTYPE d>]]></a></d>',
      ['d', ['a', '<!DOCTYPE d>']],
    ],
    ['any script', '<d><größe>1</größe><المدينة>2</المدينة></d>', ['d', ['größe', '1'], ['المدينة', '2']]],
    [
      'names of JavaScript',
      '<__proto__><constructor>1</constructor><__proto__>2</__proto__></__proto__>',
      ['__proto__', ['constructor', '1'], ['__proto__', '2']],
    ],
    ['line ends', '<d><a>1\r\n2\r3</a></d>', ['d', ['a', '1\n2\n3']]],
  ])('parses %s', (_why, xml, expected) => {
    expect(read(xml)).toEqual(expected);
  });

  it('leaves no text on an element that has children', () => {
    const { root } = parseInstance('<d>text<a>1</a>text</d>');
    expect([root.text, root.children[0]!.text]).toEqual(['', '1']);
  });

  it('keeps attributes with any name', () => {
    const { root } = parseInstance('<d id="f" toString="1" __proto__="2" a="x&#10;y"><a/></d>');
    expect(Object.entries(root.attributes)).toEqual([
      ['id', 'f'],
      ['toString', '1'],
      ['__proto__', '2'],
      ['a', 'x\ny'],
    ]);
    expect(root.children[0]!.attributes['id']).toBeUndefined();
    expect(root.children[0]!.attributes['constructor']).toBeUndefined();
  });
});

describe('parseInstance rejects', () => {
  it.each<[why: string, xml: string, message: RegExp]>([
    ['nothing', '', /^Received empty submission/],
    ['white space', ' \n', /^Received empty submission/],
    ['a root alone', '<d id="x"/>', /^Received empty submission/],
    ['a root with text', '<d>text</d>', /^Received empty submission/],
    ['plain text', 'hello', /^Improperly formatted XML\. Send/],
    ['only a comment', '<!--a-->', /^Improperly formatted XML\./],
    ['an unclosed tag', '<d><a>1</d>', /^Improperly formatted XML\..*unexpected close tag/],
    ['a cut document', '<d><a>1</a>', /^Improperly formatted XML\./],
    ['two roots', '<d><a/></d><d/>', /^Improperly formatted XML\./],
    ['an unknown entity', '<d><a>&nbsp;</a></d>', /^Improperly formatted XML\..*undefined entity/],
    ['an attribute twice', '<d a="1" a="2"><a/></d>', /^Improperly formatted XML\..*duplicate attribute/],
    ['a DOCTYPE', '<!DOCTYPE d><d><a/></d>', /^Improperly formatted XML\. A DOCTYPE/],
    [
      'an entity bomb',
      '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><d><a>&b;</a></d>',
      /^Improperly formatted XML\. A DOCTYPE/,
    ],
    [
      'a DOCTYPE after the rest of a prologue',
      '\uFEFF<?xml version="1.0"?> <!--a-->\n<!DOCTYPE d',
      /A DOCTYPE/,
    ],
    ['a DOCTYPE behind the root', '<d><a/></d><!DOCTYPE d>', /^Improperly formatted XML\. Send/],
    ['a prologue without an end', '<!-- <!DOCTYPE d>', /^Improperly formatted XML\. Send/],
    ['NUL', '<d><a>\u0000</a></d>', /^Submission rejected: .*NUL/],
    ['NUL as a reference', '<d><a>&#0;</a></d>', /^Improperly formatted XML\./],
    [
      'a control character',
      '<d><b>1</b><g><a>x\u0008</a></g></d>',
      /^Improperly formatted XML\. The answer to "g\/a" contains the disallowed character U\+0008\./,
    ],
    ['NUL', '<d><a>\u0000</a></d>', /^Submission rejected: the answer to "a" holds a NUL/],
    ['a lone surrogate', '<d><a>x\ud800</a></d>', /^Submission rejected: the answer to "a" holds a lone/],
    ['a control character as a reference', '<d><g><a>&#8;</a></g></d>', /^Improperly .*, in "g\/a"\)\.$/],
    ['a control character in CDATA', '<d><a><![CDATA[\u0001]]></a></d>', /The answer to "a" .* U\+0001/],
    [
      'a control character in a tag',
      '<d><a\u0001>1</a></d>',
      /The XML contains the disallowed character U\+0001/,
    ],
    [
      'a control character outside of questions',
      '<d>\u0001</d>',
      /The XML contains the disallowed character U\+0001/,
    ],
    [
      'a control character of XML 1.1',
      '<?xml version="1.1"?><d><a>&#8;</a></d>',
      /^Improperly formatted XML\./,
    ],
    ['half a surrogate pair', '<d><a>\uD83Da</a></d>', /^Submission rejected: .*surrogate/],
    ['half a surrogate pair as a reference', '<d><a>&#xD83D;</a></d>', /^Improperly formatted XML\./],
  ])('%s', (_why, xml, message) => {
    expect(() => parseInstance(xml)).toThrow(InvalidError);
    expect(() => parseInstance(xml)).toThrow(message);
  });

  const nested = (depth: number): string => '<d>'.repeat(depth) + '</d>'.repeat(depth);

  it('more than 100 levels deep', () => {
    expect(() => parseInstance(nested(100))).not.toThrow();
    expect(() => parseInstance(nested(101))).toThrow(TooLargeError);
    expect(() => parseInstance(nested(100_000))).toThrow(/nested more than 100 deep/);
  });

  it('with more elements, attributes and references than allowed, counted together', () => {
    const limits = { characters: 1000, depth: 100, nodes: 4, pathCharacters: 1000 };
    expect(() => parseInstance('<d a="1"><a/><b/></d>', limits)).not.toThrow();
    expect(() => parseInstance('<d a="1" b="2"><a/><b/></d>', limits)).toThrow(/more than 4 elements/);
    expect(() => parseInstance('<d><a>&lt;&#65;</a></d>', limits)).not.toThrow();
    expect(() => parseInstance('<d><a>&lt;&#65;&gt;</a></d>', limits)).toThrow(/more than 4 elements/);
  });

  it('longer than allowed', () => {
    const limits = { characters: 20, depth: 100, nodes: 4, pathCharacters: 1000 };
    expect(() => parseInstance('<d><a>123456</a></d>', limits)).not.toThrow();
    expect(() => parseInstance('<d><a>12345678</a></d>', limits)).toThrow(TooLargeError);
  });
});

import { rootNameOf, stripXmlDeclaration, ensureXmlDeclaration, writeInstance } from './instance-document';
import { parseInstance } from './instance-parser';

describe('rootNameOf', () => {
  it.each([
    ['<data/>', 'data'],
    ['<data id="a"><b/></data>', 'data'],
    ['\ufeff<?xml version="1.0"?>\n<!-- <other> -->\n<?pi <more>?><aXy9 version="1"/>', 'aXy9'],
    ['<h:data xmlns:h="urn:x"/>', 'data'],
    ['<données\n a="1"/>', 'données'],
  ])('of %j is %s', (xml, name) => {
    expect(rootNameOf(xml)).toBe(name);
  });
});

describe('XML declaration', () => {
  it.each([
    [`<?xml version='1.0' encoding="UTF-8" ?>\n<a/>`, '<a/>'],
    ['\uFEFF<?xml version="1.0"?><a><?xml-model x?></a>', '<a><?xml-model x?></a>'],
    ['<a/>', '<a/>'],
    ['<?xml-stylesheet x?><a/>', '<?xml-stylesheet x?><a/>'],
  ])('is stripped from %j: %j', (xml, bare) => {
    expect(stripXmlDeclaration(xml)).toBe(bare);
  });

  it('is added if missing', () => {
    expect(ensureXmlDeclaration('<a/>')).toBe('<?xml version="1.0" encoding="utf-8"?><a/>');
    expect(ensureXmlDeclaration('<?xml version="1.0"?><a/>')).toBe('<?xml version="1.0"?><a/>');
  });
});

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';

describe('writeInstance', () => {
  it.each([
    '<d id="f" xmlns:orx="o" a="&lt;&quot;&amp;&#9;&#10;&#13;\'&gt;"><a/><orx:b>1</orx:b></d>',
    '<d><a>x &lt;b&gt; &amp; ]]&gt; "\'&#13;\n\t</a></d>',
    '<d><a><![CDATA[ \n ]]></a><b/></d>',
    '<d><r><a>1</a></r><r/><r><a>2</a></r></d>',
  ])('round-trips %s', (xml) => {
    expect(writeInstance(parseInstance(xml))).toBe(DECLARATION + xml);
  });

  it('drops layout and writes CDATA as text', () => {
    const xml = '<d>\n  <a b="1"></a> text <c><![CDATA[<x>]]></c>\n</d>';
    expect(writeInstance(parseInstance(xml))).toBe(`${DECLARATION}<d><a b="1"/><c>&lt;x&gt;</c></d>`);
  });
});

import { parseInstance } from './instance-parser';
import { writeInstance } from './instance-writer';

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

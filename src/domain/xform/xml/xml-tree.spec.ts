import { SaxesParser } from 'saxes';
import fc from '../../../../test/fixtures/fast-check';
import { element, writeDocument, isXmlName, splitXmlName, toXmlName } from './xml-tree';

function readBack(xml: string): { text: string; attribute: string | undefined } {
  const parser = new SaxesParser();
  let text = '';
  let attribute: string | undefined;
  parser.on('text', (part) => (text += part));
  parser.on('opentag', (tag) => {
    text = '';
    attribute = tag.attributes['a'];
  });
  parser.write(xml).close();
  return { text: text.replace(/\n$/, ''), attribute };
}

describe('writeDocument', () => {
  it('writes block elements on separate lines and mixed content on one line', () => {
    const label = element('label', {}, ['Age of ', element('output', { value: '/data/name' }), '!']);
    const xml = writeDocument(
      element('group', { ref: '/data/g', class: undefined }, [label, element('input')]),
    );
    expect(xml).toBe(
      '<?xml version="1.0" encoding="utf-8"?>\n' +
        '<group ref="/data/g">\n  <label>Age of <output value="/data/name"/>!</label>\n  <input/>\n</group>\n',
    );
  });

  it('writes items on one line', () => {
    const item = element('item', {}, [element('name', {}, ['a']), element('label')]);
    expect(writeDocument(element('root', {}, [item]))).toContain('\n  <item><name>a</name><label/></item>\n');
  });

  it('drops characters that XML does not allow, lone surrogates included', () => {
    const xml = writeDocument(element('r', { a: 'x\u0000y' }, ['a\u000Bb\uD800c\uDC00d😀']));
    expect(readBack(xml)).toEqual({ text: 'abcd😀', attribute: 'xy' });
  });

  it('round-trips every text and attribute, line breaks included', () => {
    const writable = fc
      .string({ unit: 'binary' })
      .map((text) => text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, ''));
    fc.assert(
      fc.property(writable, writable, (text, attribute) => {
        const back = readBack(writeDocument(element('r', { a: attribute }, [`>${text}<`])));
        expect(back).toEqual({ text: `>${text}<`, attribute });
      }),
    );
  });
});

describe('isXmlName', () => {
  it.each(['age', '_a', 'a-b.c', 'prénom', 'जोड़', 'q1', '__version__'])('accepts %s', (name) => {
    expect(isXmlName(name)).toBe(true);
  });
  it.each(['', '1a', 'a b', 'a:b', '-a', '.a', 'a/b', 'a\n', '$a'])('refuses %j', (name) => {
    expect(isXmlName(name)).toBe(false);
  });
});

describe('splitXmlName', () => {
  it.each([
    ['a', { prefix: null, local: 'a' }],
    ['jr:count', { prefix: 'jr', local: 'count' }],
    ['a:b:c', null],
    [':a', null],
    ['a:', null],
    ['a b', null],
  ])('%s', (name, parts) => {
    expect(splitXmlName(name)).toEqual(parts);
  });
});

describe('toXmlName', () => {
  it.each([
    ['age', 'age'],
    ['1 bad', '_1_bad'],
    ['a b/c', 'a_b_c'],
    ['-x', '_-x'],
    ['', '_'],
  ])('%j → %s', (text, name) => {
    expect(toXmlName(text)).toBe(name);
    expect(isXmlName(toXmlName(text))).toBe(true);
  });
});

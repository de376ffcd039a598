import { stripXmlDeclaration, ensureXmlDeclaration } from './xml-declaration';

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

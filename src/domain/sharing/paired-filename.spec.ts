import { readPairedFilename } from './paired-filename';

describe('readPairedFilename', () => {
  it.each([
    ['cities', 'cities.xml'],
    ['cities.xml', 'cities.xml'],
    ['Cities-2_b.XML', 'Cities-2_b.xml'],
  ])('parses %j as %j', (sent, name) => {
    expect(readPairedFilename(sent)).toBe(name);
  });

  it.each([
    ['', 'This field may not be blank.'],
    ['a b', 'Only letters, numbers and `-` are allowed'],
    ['é.xml', 'Only letters, numbers and `-` are allowed'],
    ['a/b', 'Only letters, numbers and `-` are allowed'],
    ['.xml', 'Only letters, numbers and `-` are allowed'],
    ['a\n', 'Only letters, numbers and `-` are allowed'],
    ['a.csv', 'Extension must be `xml`'],
    ['a.b.xml', 'Only letters, numbers and `-` are allowed'],
    ['x'.repeat(201), 'Ensure this field has no more than 200 characters.'],
  ])('rejects %j: %s', (sent, message) => {
    const read = (): unknown => readPairedFilename(sent);
    expect(read).toThrow(expect.objectContaining({ fields: { filename: [message] } }));
  });
});

import { parseInstance } from '../submission/instance-parser';
import { pairedXml, readPairedFilename } from './paired-file';

const XML =
  '<f id="f" version="1"><city>Paris &amp; more</city><g><people>2</people><secret>x</secret></g>' +
  '<r><city>inner</city></r><r><city>other</city></r><meta><instanceID>uuid:1</instanceID></meta></f>';
const of = (fields: string[] | undefined): string => pairedXml(parseInstance(XML), fields);

describe('pairedXml', () => {
  it('includes all fields without a restriction', () => {
    expect(of(undefined)).toBe(XML.replace('<f ', '<data ').replace('</f>', '</data>'));
  });

  it.each<[string[], string]>([
    [['city'], '<city>Paris &amp; more</city>'],
    [['g/people'], '<g><people>2</people></g>'],
    [['r/city'], '<r><city>inner</city></r><r><city>other</city></r>'],
    [['people'], ''],
  ])('includes the paths %j with their groups', (fields, inner) => {
    const start = '<data id="f" version="1"';
    expect(of(fields)).toBe(inner === '' ? `${start}/>` : `${start}>${inner}</data>`);
  });
});

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

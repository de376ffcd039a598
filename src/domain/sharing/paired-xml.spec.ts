import { parseInstance } from '../submission/instance-parser';
import { pairedXml } from './paired-xml';

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

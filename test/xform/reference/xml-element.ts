import { SaxesParser } from 'saxes';

const PREFIXES: Readonly<Record<string, string>> = {
  'http://www.w3.org/2002/xforms': '',
  'http://www.w3.org/1999/xhtml': 'h',
  'http://www.w3.org/2001/xml-events': 'ev',
  'http://www.w3.org/2001/XMLSchema': 'xsd',
  'http://openrosa.org/javarosa': 'jr',
  'http://openrosa.org/xforms': 'orx',
  'http://www.opendatakit.org/xforms': 'odk',
  'http://www.opendatakit.org/xforms/entities': 'entities',
};

export interface XmlElement {
  /** With its fixed prefix: `h:head`, `bind`. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly content: (XmlElement | string)[];
}

export const elementsOf = ({ content }: XmlElement): XmlElement[] =>
  content.filter((each): each is XmlElement => typeof each !== 'string');

export const textOf = ({ content: [first] }: XmlElement): string => (typeof first === 'string' ? first : '');

export function* everyElement(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of elementsOf(element)) yield* everyElement(child);
}

export function parseXml(xml: string): XmlElement {
  const top: XmlElement = { name: '', attributes: new Map(), content: [] };
  const open = [top];
  const parser = new SaxesParser({ xmlns: true });
  const qualified = (uri: string, local: string) => {
    const prefix = PREFIXES[uri] ?? uri;
    return prefix === '' ? local : `${prefix}:${local}`;
  };
  const text = (piece: string) => {
    const { content } = open.at(-1)!;
    if (typeof content.at(-1) === 'string') content.push(`${content.pop() as string}${piece}`);
    else content.push(piece);
  };
  parser.on('opentag', ({ uri, local, attributes }) => {
    const named = Object.values(attributes)
      .filter(({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns')
      .map((attribute) => [qualified(attribute.uri, attribute.local), attribute.value] as const);
    const element: XmlElement = { name: qualified(uri, local), attributes: new Map(named), content: [] };
    open.at(-1)!.content.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', text);
  parser.on('cdata', text);
  parser.write(xml).close();
  return elementsOf(top)[0]!;
}

import { SaxesParser } from 'saxes';
import { InvalidError } from '../../errors';

/** Element with its text. Names are without prefixes. */
export interface XformNode {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly content: readonly (XformNode | string)[];
}

const MAX_DEPTH = 200;

/** @throws InvalidError for malformed XML */
export function parseXform(xml: string): XformNode {
  const root = { name: '', attributes: new Map<string, string>(), content: [] as (XformNode | string)[] };
  const open = [root];
  const parser = new SaxesParser({ xmlns: false, position: false });
  const addText = (text: string): void => void open.at(-1)!.content.push(text);
  parser.on('opentag', ({ name, attributes }) => {
    const local = Object.entries(attributes).map(([key, value]) => [localName(key), value] as const);
    const node = { name: localName(name), attributes: new Map(local), content: [] };
    open.at(-1)!.content.push(node);
    open.push(node);
    if (open.length > MAX_DEPTH) throw new InvalidError(`The form is nested more than ${MAX_DEPTH} deep.`);
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', addText);
  parser.on('cdata', addText);
  try {
    parser.write(xml).close();
  } catch (error) {
    if (error instanceof InvalidError) throw error;
    throw new InvalidError(`The form is not well-formed XML: ${(error as Error).message.slice(0, 200)}`);
  }
  return root;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

export function childrenOf(node: XformNode | undefined, name?: string): XformNode[] {
  const elements = (node?.content ?? []).filter((each) => typeof each !== 'string');
  return name === undefined ? elements : elements.filter((each) => each.name === name);
}

/** First child at each step. */
export function find(node: XformNode | undefined, ...path: readonly string[]): XformNode | undefined {
  return path.reduce<XformNode | undefined>((at, name) => childrenOf(at, name)[0], node);
}

/** All elements of the name below the node, in document order. */
export function findAll(node: XformNode | undefined, name: string): XformNode[] {
  return childrenOf(node).flatMap((each) => [...(each.name === name ? [each] : []), ...findAll(each, name)]);
}

/** Text of the node and of the elements in it. */
export function textOf(node: XformNode | undefined): string {
  return (node?.content ?? [])
    .map((each) => (typeof each === 'string' ? each : textOf(each)))
    .join('')
    .trim();
}

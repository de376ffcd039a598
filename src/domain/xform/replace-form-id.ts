import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { InvalidError } from '../errors';

const FORM_ID = /\sid\s*=\s*(?:"[^"]*"|'[^']*')/;

/**
 * Gives an XForm another form id, and changes nothing else.
 * @throws InvalidError for malformed XML
 */
export function replaceFormId(xform: string, formId: string): string {
  let previous = '';
  const root = findTag(xform, ({ name }) => {
    const isRoot = /^(?:[^:]+:)?instance$/.test(previous);
    previous = name;
    return isRoot;
  });
  return withFormId(xform, root, formId);
}

/**
 * Names another form in an instance, and changes nothing else. An encrypted instance stays as it is: its signature covers
 * the form id.
 * @throws InvalidError for malformed XML
 */
export function replaceInstanceFormId(instance: string, formId: string): string {
  const root = findTag(instance, () => true);
  return root?.attributes['encrypted'] === 'yes' ? instance : withFormId(instance, root, formId);
}

interface OpeningTag {
  readonly attributes: Readonly<Record<string, string>>;
  /** Position after its `>`, in UTF-16 code units. */
  readonly end: number;
}

/** First opening tag that matches; the whole text is parsed. @throws InvalidError for malformed XML */
function findTag(xml: string, matches: (tag: SaxesTagPlain) => boolean): OpeningTag | undefined {
  const parser = new SaxesParser({ xmlns: false, position: true });
  let found: OpeningTag | undefined;
  parser.on('opentag', (tag) => {
    if (found === undefined && matches(tag)) found = { attributes: tag.attributes, end: parser.position };
  });
  try {
    parser.write(xml).close();
  } catch (error) {
    throw new InvalidError(`The XML is not well-formed: ${(error as Error).message.slice(0, 200)}`);
  }
  return found;
}

function withFormId(xml: string, tag: OpeningTag | undefined, formId: string): string {
  if (tag === undefined) return xml;
  // Attribute values contain no "<".
  const start = xml.lastIndexOf('<', tag.end - 1);
  const id = ` id="${formId}"`;
  const opening = xml.slice(start, tag.end);
  const named = FORM_ID.test(opening)
    ? opening.replace(FORM_ID, id)
    : opening.replace(/^<[^\s/>]+/, (name) => name + id);
  return xml.slice(0, start) + named + xml.slice(tag.end);
}

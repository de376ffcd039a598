import { SaxesParser, type SaxesTagPlain } from 'saxes';

/**
 * Gives an XForm another form id, and changes nothing else.
 * @throws Error for malformed XML
 */
export function replaceFormId(xform: string, formId: string): string {
  let previous = '';
  return replaceId(xform, formId, ({ name }) => {
    const isRoot = /^(?:[^:]+:)?instance$/.test(previous);
    previous = name;
    return isRoot;
  });
}

/**
 * Names another form in an instance, and changes nothing else. An encrypted instance stays as it is: its signature covers
 * the form id.
 * @throws Error for malformed XML
 */
export function replaceInstanceFormId(instance: string, formId: string): string {
  return replaceId(instance, formId, ({ attributes }) =>
    attributes['encrypted'] === 'yes' ? undefined : true,
  );
}

/** @param isRoot called for each element until it returns true; undefined ends the search */
function replaceId(xml: string, formId: string, isRoot: (tag: SaxesTagPlain) => boolean | undefined): string {
  const parser = new SaxesParser({ xmlns: false, position: true });
  let isDone = false;
  let result = xml;
  parser.on('opentag', (tag) => {
    if (isDone) return;
    const found = isRoot(tag);
    isDone = found !== false;
    if (found !== true) return;
    const end = parser.position;
    // Attribute values contain no "<".
    const start = xml.lastIndexOf('<', end - 1);
    const id = ` id="${formId}"`;
    const opening = xml.slice(start, end);
    const replaced = opening.replace(/\sid\s*=\s*(?:"[^"]*"|'[^']*')/, id);
    const named = replaced === opening ? opening.replace(/^<[^\s/>]+/, (name) => name + id) : replaced;
    result = xml.slice(0, start) + named + xml.slice(end);
  });
  parser.write(xml).close();
  return result;
}

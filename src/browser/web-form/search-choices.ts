/**
 * Choices of Collect's appearance `search('file', …)`, which the engine does not know: it would offer the names of columns,
 * which stand for them in the list, as choices. They become a list of items of the file.
 */
const XFORMS = 'http://www.w3.org/2002/xforms';
const CALL = /\bsearch\s*\(/;
const NAME = /^[\p{L}_][\p{L}\p{N}_.-]*$/u;
const LITERAL = /^(?:'([^']*)'|"([^"]*)")$/;
/** Choices that are in each list, beside those of the file. */
const STATIC = /^-?\d+$/;
/** Collect ignores the case of ASCII letters. */
const lower = (expression: string): string =>
  `translate(${expression}, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')`;
const COMPARISONS: Readonly<Record<string, (column: string, value: string) => string>> = {
  matches: (column, value) => `${column} = ${value}`,
  contains: (column, value) => `contains(${column}, ${value})`,
  startswith: (column, value) => `starts-with(${column}, ${value})`,
  endswith: (column, value) => `ends-with(${column}, ${value})`,
};

export interface SearchCall {
  /** The appearance without the call. */
  readonly appearance: string;
  /** Without its extension. */
  readonly file: string;
  /** Predicates of the items; '' for all. */
  readonly predicates: string;
}

/** @returns undefined without a call, or with one that can't be read */
export function searchCall(text: string): SearchCall | undefined {
  const match = CALL.exec(text);
  if (match === null) return undefined;
  const begin = match.index + match[0].length;
  const { parts, end } = split(text, begin);
  const [file, operator, columns, value, filter, filterValue] = parts;
  const name = literal(file)?.replace(/\.csv$/i, '');
  if (name === undefined || ![1, 4, 6].includes(parts.length)) return undefined;
  const appearance = `${text.slice(0, match.index)} ${text.slice(end)}`.trim().replace(/\s+/g, ' ');
  if (parts.length === 1) return { appearance, file: name, predicates: '' };
  const compare = COMPARISONS[literal(operator)?.toLowerCase() ?? ''];
  const compared = columnsOf(literal(columns));
  const filtered = filter === undefined ? [] : columnsOf(literal(filter));
  if (compare === undefined || compared === undefined || filtered === undefined) return undefined;
  const found = compared.map((column) => compare(lower(column), lower(`string(${fromQuestion(value!)})`)));
  const kept = filtered.map((column) => `[${column} = string(${fromQuestion(filterValue!)})]`);
  return { appearance, file: name, predicates: [`[${found.join(' or ')}]`, ...kept].join('') };
}

/** @returns names of columns, which are separated by commas; undefined if one can't stand in an expression */
export function columnsOf(text: string | undefined): string[] | undefined {
  const names = text?.split(',').map((name) => name.trim()) ?? [];
  return names.length > 0 && names.every((name) => NAME.test(name)) ? names : undefined;
}

/** Replaces the choices of such questions. */
export function addSearchedChoices(document: Document): void {
  for (const question of [...document.querySelectorAll('select[appearance], select1[appearance]')]) {
    const call = searchCall(question.getAttribute('appearance') ?? '');
    const items = [...question.children].filter(({ localName }) => localName === 'item');
    const choices = items.map((item) => [textOf(item, 'value'), textOf(item, 'label')] as const);
    const [value = '', label] = choices.find(([text]) => !STATIC.test(text)) ?? [];
    const labels = columnsOf(label);
    if (call === undefined || labels === undefined || !NAME.test(value)) continue;
    const itemset = document.createElementNS(XFORMS, 'itemset');
    const fixed = choices.filter(([text]) => STATIC.test(text));
    const sets = [`instance('${instanceOf(document, call.file)}')/root/item${call.predicates}`];
    if (fixed.length > 0)
      sets.push(`instance('${fixedItems(document, fixed, value, labels[0]!)}')/root/item`);
    itemset.setAttribute('nodeset', sets.join(' | '));
    for (const [name, ref] of [
      ['value', value],
      ['label', labelOf(labels)],
    ] as const) {
      const element = document.createElementNS(XFORMS, name);
      element.setAttribute('ref', ref);
      itemset.append(element);
    }
    for (const item of items) item.remove();
    question.append(itemset);
    question.setAttribute('appearance', call.appearance);
  }
}

/** Id of the instance of a CSV file, which is added if the form has none. */
function instanceOf(document: Document, file: string): string {
  const src = `jr://file-csv/${file}.csv`;
  const instances = [...document.getElementsByTagNameNS(XFORMS, 'instance')];
  const known = instances.find((each) => each.getAttribute('src') === src);
  if (known !== undefined) return known.getAttribute('id')!;
  const added = document.createElementNS(XFORMS, 'instance');
  added.setAttribute('src', src);
  return addInstance(document, added);
}

/** Several columns are joined, as Collect does. */
function labelOf([first, ...others]: readonly string[]): string {
  if (others.length === 0) return first!;
  return `concat(${first}, ${others.map((each) => `if(string(${each}) = '', '', concat(', ', ${each}))`).join(', ')})`;
}

/** Adds choices beside those of a file, with its columns. @returns id of the instance */
function fixedItems(
  document: Document,
  choices: readonly (readonly [value: string, label: string])[],
  ...columns: [value: string, label: string]
): string {
  const make = (name: string, ...content: (Node | string)[]): Element => {
    const element = document.createElementNS(XFORMS, name);
    element.append(...content);
    return element;
  };
  const items = choices.map((texts) =>
    make('item', ...columns.map((column, index) => make(column, texts[index]!))),
  );
  return addInstance(document, make('instance', make('root', ...items)));
}

function addInstance(document: Document, instance: Element): string {
  const instances = document.getElementsByTagNameNS(XFORMS, 'instance');
  const id = `search-${instances.length}`;
  instance.setAttribute('id', id);
  instances.item(instances.length - 1)!.after(instance);
  return id;
}

/** In the first language, where it has several. */
function textOf(item: Element, name: string): string {
  const element = [...item.children].find(({ localName }) => localName === name);
  const id = /^jr:itext\('(.*)'\)$/.exec(element?.getAttribute('ref') ?? '')?.[1];
  if (id === undefined) return element?.textContent?.trim() ?? '';
  const texts = [...item.ownerDocument.getElementsByTagNameNS(XFORMS, 'text')];
  const text = texts.find((each) => each.getAttribute('id') === id);
  const values = [...(text?.children ?? [])].filter((each) => !each.hasAttribute('form'));
  return values[0]?.textContent?.trim() ?? '';
}

const literal = (text: string | undefined): string | undefined => {
  const match = LITERAL.exec(text ?? '');
  return match === null ? undefined : (match[1] ?? match[2]);
};

/** A relative path is one of the question, not of the item. */
function fromQuestion(expression: string): string {
  return expression.replace(/('[^']*'|"[^"]*")|(?<![\w)\]/.])\.\.\//g, (step, quoted?: string) =>
    quoted === undefined ? `current()/${step}` : quoted,
  );
}

/** Arguments of a call up to its closing bracket. */
function split(text: string, begin: number): { parts: string[]; end: number } {
  const parts: string[] = [];
  let [depth, quote, from, at] = [0, '', begin, begin];
  for (; at < text.length; at++) {
    const character = text[at]!;
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === "'" || character === '"') quote = character;
    else if (character === ')' && depth === 0) break;
    else if (character === '(' || character === '[') depth++;
    else if (character === ')' || character === ']') depth--;
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  return { parts: [...parts, text.slice(from, at).trim()], end: at + 1 };
}

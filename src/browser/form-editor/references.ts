import type { FormContent, Row } from './form-content';

/** References to a question: `${name}`, and `${last-saved#name}`. */
function referencePattern(name: string): RegExp {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(\\$\\{\\s*(?:last-saved#)?)${escaped}(?=\\s*\\})`, 'gu');
}

/** The same value with all references to a question renamed; the same object if it has none. */
export function renameReferences<Value>(value: Value, from: string, to: string): Value {
  const pattern = referencePattern(from);
  return mapTexts(value, (text) => text.replace(pattern, (_, before: string) => before + to)) as Value;
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return value.includes('${') ? change(value) : value;
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    const changed = items.map((item) => mapTexts(item, change));
    return changed.some((item, index) => item !== items[index]) ? changed : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const changed = entries.map(([key, item]) => [key, mapTexts(item, change)] as const);
  return changed.some(([, item], index) => item !== entries[index]![1]) ? Object.fromEntries(changed) : value;
}

/** Whether a value has a reference to one of the names, at any depth. */
function makeReferenceTest(names: readonly string[]): (value: unknown) => boolean {
  const patterns = names.map((name) => referencePattern(name));
  return (value) => {
    const text = JSON.stringify(value) ?? '';
    return text.includes('${') && patterns.some((pattern) => text.search(pattern) >= 0);
  };
}

/** Rows that refer to one of the names. */
export function rowsReferringTo(rows: readonly Row[], names: readonly string[]): Row[] {
  return rows.filter(makeReferenceTest(names));
}

/** Choices, settings and rows of other sheets that refer to one of the names, each as its sheet and what it is there. */
export function cellsReferringTo(
  {
    survey: _rows,
    choices = [],
    settings = {},
    translations: _all,
    translated: _columns,
    ...sheets
  }: FormContent,
  names: readonly string[],
): string[] {
  const refersTo = makeReferenceTest(names);
  return [
    ...choices
      .filter(refersTo)
      .map(({ list_name: list, name }) => `choices: ${[list, name].filter(Boolean).join(' ')}`),
    ...Object.entries(settings).flatMap(([setting, value]) =>
      refersTo(value) ? [`settings: ${setting}`] : [],
    ),
    ...Object.entries(sheets).flatMap(([sheet, rows]) => (refersTo(rows) ? [sheet] : [])),
  ];
}

export function isNameTaken({ survey }: FormContent, name: string): boolean {
  return survey.some((row) => row.name?.toLowerCase() === name.toLowerCase());
}

/** The name, or it with the first free number behind it. */
export function freeName(content: FormContent, name: string, alsoTaken?: ReadonlySet<string>): string {
  const taken = new Set(content.survey.map((row) => row.name?.toLowerCase()));
  const isFree = (each: string): boolean =>
    !taken.has(each.toLowerCase()) && alsoTaken?.has(each.toLowerCase()) !== true;
  if (isFree(name)) return name;
  const base = name.replace(/_\d+$/, '');
  for (let number = 2; ; number += 1) if (isFree(`${base}_${number}`)) return `${base}_${number}`;
}

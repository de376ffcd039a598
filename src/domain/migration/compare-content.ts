import { objectOf, objectsOf, optionalText, textOf } from './json-fields';
import type { JsonObject } from '../text/json-value';
import { canonicalJson } from '../text/canonical-json';

/** Differences between two forms in standard content, as sentences by question and choice; empty if they are equal. */
export function compareContent(source: JsonObject, replica: JsonObject): string[] {
  return [
    ...compareRows('question', rowsByKey(source['survey'], nameOf), rowsByKey(replica['survey'], nameOf)),
    ...compareRows('choice', rowsByKey(source['choices'], choiceOf), rowsByKey(replica['choices'], choiceOf)),
    ...changedKeys(objectOf(source['settings']), objectOf(replica['settings'])).map(
      (key) => `form setting ${key}: differs`,
    ),
    ...changedKeys(languages(source), languages(replica)).map(() => 'languages: differ'),
  ];
}

/** Differences between completed report styles. Those of a question without a choice are empty. */
export function compareReportStyles(source: JsonObject, replica: JsonObject): string[] {
  // `kuid_names` follow from the content.
  const { specified, kuid_names: _, ...styles } = source;
  const { specified: ownSpecified, kuid_names: __, ...ownStyles } = replica;
  return [
    ...changedKeys(styles, ownStyles).map((key) => `report style ${key}: differs`),
    ...changedKeys(objectOf(specified), objectOf(ownSpecified)).map(
      (key) => `report style of question ${key}: differs`,
    ),
  ];
}

const languages = ({ translations }: JsonObject): JsonObject => ({ translations });

const nameOf = (row: JsonObject): string =>
  optionalText(row['name']) ?? optionalText(row['$autoname']) ?? textOf(row['type']);

const choiceOf = (row: JsonObject): string =>
  `${textOf(row['name']) || textOf(row['$autovalue'])} of ${textOf(row['list_name'])}`;

/** Rows in order; those after the first of a key are numbered. */
function rowsByKey(sheet: unknown, keyOf: (row: JsonObject) => string): Map<string, JsonObject> {
  const rows = new Map<string, JsonObject>();
  for (const row of objectsOf(sheet)) {
    const key = keyOf(row);
    let unique = key;
    for (let number = 2; rows.has(unique); number += 1) unique = `${key} (${number})`;
    rows.set(unique, row);
  }
  return rows;
}

function compareRows(
  kind: 'question' | 'choice',
  source: ReadonlyMap<string, JsonObject>,
  replica: ReadonlyMap<string, JsonObject>,
): string[] {
  const differences: string[] = [];
  for (const [key, row] of source) {
    const other = replica.get(key);
    if (other === undefined) differences.push(`${kind} ${key}: missing here`);
    else {
      const changed = changedKeys(row, other);
      if (changed.length > 0) differences.push(`${kind} ${key}: ${changed.join(', ')} differ`);
    }
  }
  for (const key of replica.keys()) if (!source.has(key)) differences.push(`${kind} ${key}: only here`);
  if (differences.length === 0 && String([...source.keys()]) !== String([...replica.keys()]))
    differences.push(`${kind}s: another order here`);
  return differences;
}

/** Keys with different values. Empty values are absent ones; generated keys begin with `$`. */
function changedKeys(one: JsonObject, other: JsonObject): string[] {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].filter((key) => !key.startsWith('$') && valueOf(one[key]) !== valueOf(other[key])).sort();
}

function valueOf(value: unknown): string {
  const text = canonicalJson(value ?? null);
  return ['""', '[]', '{}'].includes(text) ? 'null' : text;
}

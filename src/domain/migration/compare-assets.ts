import { newAssetSettings } from '../asset/settings-rules';
import { type JsonObject, canonicalJson } from '../text/json-members';
import type { SourceAsset, SourceFile, SourceGrant } from './source-types';
import { objectOf, objectsOf, optionalText, textOf } from './asset-json';

/** Differences between an asset, without its content, and its copy, as sentences; empty if they are equal. */
export function compareAssets(source: SourceAsset, copy: SourceAsset): string[] {
  const differences: string[] = [];
  const compare = (what: string, here: unknown, there: unknown): void => {
    const [one, other] = [canonicalJson(there), canonicalJson(here)];
    if (one !== other) differences.push(`${what}: ${shorten(one)} at the source, ${shorten(other)} here`);
  };
  compare('name', copy.name, source.name);
  compare('type', copy.assetType, source.assetType);
  compare('owner', copy.owner.toLowerCase(), source.owner.toLowerCase());
  compare('collection', copy.parentUid, source.parentUid);
  compare('tags', copy.tags.toSorted(), source.tags.toSorted());
  const compareKeys = (what: string, here: JsonObject, there: JsonObject): void => {
    for (const key of new Set([...Object.keys(there), ...Object.keys(here)].sort()))
      compare(`${what} ${key}`, here[key] ?? null, there[key] ?? null);
  };
  compareKeys('setting', settingsOf(copy), settingsOf(source));
  compareKeys('custom report', copy.reportCustom, source.reportCustom);
  compareKeys('map style', copy.mapStyles, source.mapStyles);
  compareKeys('custom map', copy.mapCustom, source.mapCustom);
  compareKeys('data sharing', copy.dataSharing, source.dataSharing);
  compareKeys('advanced feature', copy.advancedFeatures, source.advancedFeatures);
  compare('deployment', copy.deployment?.uuid ?? null, source.deployment?.uuid ?? null);
  compare('active', copy.deployment?.active ?? null, source.deployment?.active ?? null);
  const versionsOf = ({ versions }: SourceAsset) =>
    versions.map(({ uid, deployed }) => `${uid}${deployed ? ' deployed' : ''}`);
  compareSets('version', versionsOf(source), versionsOf(copy), differences);
  if (source.grants !== undefined)
    compareSets('permission', grantNames(source.grants), grantNames(copy.grants), differences);
  compareSets('file', fileNames(source.files), fileNames(copy.files), differences);
  const hooksOf = ({ hooks }: SourceAsset) => hooks.map(({ name, endpoint }) => `${name} to ${endpoint}`);
  compareSets('webhook', hooksOf(source), hooksOf(copy), differences);
  const exportsOf = ({ exportSettings }: SourceAsset): Named[] =>
    exportSettings.map(({ name, request }) => [name, request]);
  compareNamed('export setting', exportsOf(source), exportsOf(copy), differences);
  const pairedOf = ({ pairedData }: SourceAsset): Named[] =>
    pairedData.map(({ sourceUid, filename, fields }) => [`${filename} of ${sourceUid}`, fields]);
  compareNamed('paired data', pairedOf(source), pairedOf(copy), differences);
  return differences;
}

/** As they are stored: servers add defaults. */
function settingsOf({ assetType, settings }: SourceAsset): JsonObject {
  return newAssetSettings(assetType, settings);
}

/** Several may have the same name, such as webhooks. */
function numbered(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

function compareSets(
  what: string,
  source: readonly string[],
  copy: readonly string[],
  differences: string[],
): void {
  const [there, here] = [new Set(numbered(source)), new Set(numbered(copy))];
  for (const each of there) if (!here.has(each)) differences.push(`${what} ${each}: missing here`);
  for (const each of here) if (!there.has(each)) differences.push(`${what} ${each}: only here`);
}

type Named = readonly [name: string, value: unknown];

/** Like `compareSets`, with a value for each name. */
function compareNamed(
  what: string,
  source: readonly Named[],
  copy: readonly Named[],
  differences: string[],
): void {
  // Servers list them in another order; names may repeat.
  const keyOf = ([name, value]: Named): string => `${name} ${canonicalJson(value)}`;
  const inOrder = (all: readonly Named[]): Named[] =>
    all.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const [there, here] = [inOrder(source), inOrder(copy)];
  const names = (all: readonly Named[]): string[] => numbered(all.map(([name]) => name));
  compareSets(
    what,
    source.map(([name]) => name),
    copy.map(([name]) => name),
    differences,
  );
  const values = new Map(names(here).map((name, index) => [name, here[index]![1]]));
  for (const [index, name] of names(there).entries()) {
    if (values.has(name) && canonicalJson(there[index]![1]) !== canonicalJson(values.get(name)))
      differences.push(`${what} ${name}: differs`);
  }
}

function grantNames(grants: readonly SourceGrant[] = []): string[] {
  return grants.map(({ username, codename, partial }) => {
    const filters = partial === undefined ? '' : ` ${canonicalJson(Object.fromEntries(partial))}`;
    return `${codename} of ${username.toLowerCase()}${filters}`;
  });
}

function fileNames(files: readonly SourceFile[] | undefined): string[] {
  return (files ?? []).map(({ fileType, name, redirectUrl, md5 }) =>
    [fileType, name, redirectUrl ?? md5 ?? ''].join(' ').trim(),
  );
}

function shorten(text: string): string {
  return text.length <= 100 ? text : `${text.slice(0, 100)}…`;
}

/** Differences between two forms in standard content, as sentences by question and choice; empty if they are equal. */
export function compareContent(source: JsonObject, copy: JsonObject): string[] {
  return [
    ...compareRows('question', rowsByKey(source['survey'], nameOf), rowsByKey(copy['survey'], nameOf)),
    ...compareRows('choice', rowsByKey(source['choices'], choiceOf), rowsByKey(copy['choices'], choiceOf)),
    ...changedKeys(objectOf(source['settings']), objectOf(copy['settings'])).map(
      (key) => `form setting ${key}: differs`,
    ),
    ...changedKeys(languages(source), languages(copy)).map(() => 'languages: differ'),
  ];
}

/** Differences between completed report styles. Those of a question without a choice are empty. */
export function compareReportStyles(source: JsonObject, copy: JsonObject): string[] {
  // `kuid_names` follow from the content.
  const { specified, kuid_names: _, ...styles } = source;
  const { specified: ownSpecified, kuid_names: __, ...ownStyles } = copy;
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
  copy: ReadonlyMap<string, JsonObject>,
): string[] {
  const differences: string[] = [];
  for (const [key, row] of source) {
    const other = copy.get(key);
    if (other === undefined) differences.push(`${kind} ${key}: missing here`);
    else {
      const changed = changedKeys(row, other);
      if (changed.length > 0) differences.push(`${kind} ${key}: ${changed.join(', ')} differ`);
    }
  }
  for (const key of copy.keys()) if (!source.has(key)) differences.push(`${kind} ${key}: only here`);
  if (differences.length === 0 && String([...source.keys()]) !== String([...copy.keys()]))
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

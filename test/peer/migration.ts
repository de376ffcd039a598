import { isDeepStrictEqual } from 'node:util';
import { linkedName } from '../../src/domain/migration/asset-json';
import type { SourceAsset } from '../../src/domain/migration/source-types';
import { type AssetParts, readAsset, readSummary } from '../../src/modules/migration/kobo/kobo-asset';
import { readStorageBytes } from '../../src/modules/migration/kobo/kobo-api';
import {
  matchInstances,
  readSubmission,
  splitInstances,
} from '../../src/modules/migration/kobo/kobo-submission';
import { rewriteAsset, rewriteSubmission } from './migration-members';

type Json = Readonly<Record<string, unknown>>;

/** Line of answers.jsonl. */
interface Recorded {
  readonly id: string;
  readonly request: { readonly method: string; readonly path: string };
  readonly status: number;
  readonly body: unknown;
}

/** Values of the recording stand for others: dates, numbers and the address. */
const VALUES: readonly (readonly [RegExp, string])[] = [
  [/"<date\.usZ>"/g, '"2026-03-01T08:00:00.123456Z"'],
  [/"<dateZ>"/g, '"2026-03-01T08:00:00Z"'],
  [/"<date>"/g, '"2026-03-01T08:00:00"'],
  [/"<number>"/g, '1772352000'],
  [/\{base\}/g, 'https://kf.example'],
  [/[‹›]/g, ''],
];

const KINDS: readonly (readonly [name: string, path: RegExp])[] = [
  ['asset list', /^\/api\/v2\/assets\/$/],
  ['asset', /^\/api\/v2\/assets\/\$\{\w+\}\/$/],
  ['versions', /\/versions\/$/],
  ['permission-assignments', /\/permission-assignments\/$/],
  ['files', /\/files\/$/],
  ['hooks', /\/hooks\/$/],
  ['export-settings', /\/export-settings\/$/],
  ['paired-data', /\/paired-data\/$/],
  ['asset_usage', /\/asset_usage\/$/],
  ['submissions', /\/data\/$/],
  ['instances', /\/data(?:\.xml|\/)$/],
];

const NO_PARTS: AssetParts = {
  versions: [],
  grants: [],
  files: [],
  hooks: [],
  exportSettings: [],
  pairedData: [],
  problems: [],
};
const SUMMARY = readSummary({ uid: 'aRecorded', asset_type: 'survey', owner__username: '' })!;

/** Members that are read, as the wire had them, out of what was read of an item. */
type Rewrite<Read> = (read: Read) => Json;

/**
 * Reads all recorded responses of kinds that a move reads, writes what was read as the wire has it, and compares.
 * @returns false for a difference
 */
export async function checkMigration(lines: string, print: (line: string) => void): Promise<boolean> {
  const totals = new Map(KINDS.map(([name]) => [name, { responses: 0, items: 0 }]));
  let isEqual = true;
  for (const line of lines.split('\n').filter(Boolean)) {
    const text = VALUES.reduce((value, [pattern, text]) => value.replace(pattern, text), line);
    const { id, request, status, body } = JSON.parse(text) as Recorded;
    if (request.method !== 'GET' || status !== 200 || typeof body !== 'object' || body === null) continue;
    const path = request.path.split('?')[0]!;
    for (const [kind] of KINDS.filter(([, pattern]) => pattern.test(path))) {
      if ((kind === 'instances') !== '#xml' in body) continue;
      const { items, losses } = await readBack(kind, body as Json);
      const total = totals.get(kind)!;
      total.responses += 1;
      total.items += items;
      for (const loss of losses) print(`${id}: ${loss}`);
      isEqual &&= losses.length === 0;
    }
  }
  for (const [kind, { responses, items }] of totals) print(`${kind}: ${responses} responses, ${items} items`);
  return isEqual;
}

interface Outcome {
  readonly items: number;
  readonly losses: readonly string[];
}

async function readBack(kind: string, body: Json): Promise<Outcome> {
  const list = Array.isArray(body) ? body : body['results'];
  // The recording leaves out some lists, and some of their items.
  const items = (Array.isArray(list) ? list : []).filter((item): item is Json => typeof item === 'object');
  // A note names paired data whose source is gone.
  const named = items.filter((item) => item['source'] !== null);
  const part = <Key extends keyof AssetParts>(
    key: Key,
    pick: (asset: SourceAsset) => readonly object[],
    rewrite: Rewrite<never>,
  ): Outcome => {
    const read = pick(readAsset(SUMMARY, {}, { ...NO_PARTS, [key]: items }));
    return compareAll(named, read as readonly never[], rewrite);
  };
  switch (kind) {
    case 'asset list': {
      // Lists of some scenarios name fields, so that items are not whole.
      const whole = items.filter((item) => item['uid'] !== undefined);
      return compareAll(
        whole,
        whole.flatMap((item) => readSummary(item) ?? []),
        (read) => ({
          uid: read.uid,
          name: read.name,
          asset_type: read.assetType,
          owner__username: read.owner,
        }),
      );
    }
    case 'asset': {
      // Other formats have the same path.
      if (body['asset_type'] === undefined) return { items: 0, losses: [] };
      const summary = readSummary(body);
      return compareAll(
        [body],
        summary === undefined ? [] : [readAsset(summary, body, NO_PARTS)],
        rewriteAsset,
      );
    }
    case 'versions':
      return part(
        'versions',
        ({ versions }) => versions.toReversed(),
        (read: SourceAsset['versions'][number]) => ({
          uid: read.uid,
          date_deployed: read.deployed,
        }),
      );
    case 'permission-assignments':
      return part(
        'grants',
        ({ grants }) => grants!,
        (read: NonNullable<SourceAsset['grants']>[number]) => ({
          user: read.username,
          permission: read.codename,
          ...(read.partial !== undefined && { partial_permissions: read.partial }),
        }),
      );
    case 'files':
      return part(
        'files',
        ({ files }) => files!,
        (read: NonNullable<SourceAsset['files']>[number]) => ({
          uid: read.uid,
          file_type: read.fileType,
          description: read.description,
          metadata: read.metadata,
        }),
      );
    case 'hooks':
      return part(
        'hooks',
        ({ hooks }) => hooks,
        (read: SourceAsset['hooks'][number]) => ({
          name: read.name,
          endpoint: read.endpoint,
          export_type: read.exportType,
          auth_level: read.authLevel,
          settings: read.settings,
          email_notification: read.emailNotification,
          subset_fields: read.subsetFields,
          payload_template: read.payloadTemplate,
        }),
      );
    case 'export-settings':
      return part(
        'exportSettings',
        (asset) => asset.exportSettings,
        (read: SourceAsset['exportSettings'][number]) => ({ name: read.name, export_settings: read.request }),
      );
    case 'paired-data':
      return part(
        'pairedData',
        ({ pairedData }) => pairedData,
        (read: SourceAsset['pairedData'][number]) => ({
          source: read.sourceUid,
          fields: read.fields,
          filename: read.filename,
        }),
      );
    case 'asset_usage': {
      const bytes = await readStorageBytes(toAsync(items));
      return compareAll(items, [...bytes], ([uid, storage_bytes]) => ({ asset: uid, storage_bytes }));
    }
    case 'submissions': {
      const numbered = items.map((item, index) => ({ ...item, _id: index + 1 }));
      return compareAll(numbered, numbered.map(readSubmission), rewriteSubmission);
    }
    default:
      return readInstances(String(body['#xml']));
  }
}

/** Compares the members that were read; an item may lack some, as requests name fields. */
function compareAll<Read>(items: readonly Json[], read: readonly Read[], rewrite: Rewrite<Read>): Outcome {
  const losses = items.length === read.length ? [] : [`${items.length} items, ${read.length} read`];
  for (const [index, item] of items.entries()) {
    const wire = read[index] === undefined ? {} : rewrite(read[index]);
    for (const [key, value] of Object.entries(wire)) {
      if (key in item && item[key] !== '<any>' && !isDeepStrictEqual(normal(key, item[key]), value))
        losses.push(`${key}: ${JSON.stringify(item[key])} was read as ${JSON.stringify(value)}`);
    }
  }
  return { items: items.length, losses };
}

/** What is read of a member: names out of links, flags, and no members that follow from others. */
function normal(key: string, value: unknown): unknown {
  switch (key) {
    case 'user':
    case 'permission':
    case 'source':
    case 'asset':
    case 'parent':
      return value === null ? null : linkedName(value);
    case 'date_deployed':
      return typeof value === 'string';
    case 'partial_permissions':
      return (value as readonly Json[]).map(({ url, filters }) => [linkedName(url), filters]);
    case 'metadata': {
      const { hash: _, ...metadata } = value as Json;
      return metadata;
    }
    case '_validation_status': {
      const { color: _, ...status } = value as Json;
      return status;
    }
    case '_uuid':
    case 'meta/rootUuid':
      return String(value).replace(/^uuid:/, '');
    case '_attachments':
      return (value as readonly Json[]).map(({ uid, media_file_basename, mimetype, is_deleted }) => ({
        uid,
        media_file_basename,
        mimetype,
        is_deleted,
      }));
    default:
      return value;
  }
}

/** All instances of a list, byte for byte, each found by its uuid. */
function readInstances(xml: string): Outcome {
  const results = /<results>(.*)<\/results>/s.exec(xml)?.[1] ?? '';
  const instances = splitInstances(xml);
  const losses = instances.join('') === results ? [] : ['the instances are not those of the list'];
  const submissions = instances.map((instance, index) => {
    const uuid = /instanceID>(?:uuid:)?([^<]*)</.exec(instance)?.[1] ?? '';
    return { ...readSubmission({ _id: index + 1, _uuid: uuid }) };
  });
  const matched = matchInstances(submissions, instances);
  for (const [index, instance] of instances.entries())
    if (matched.get(index + 1) !== instance) losses.push(`instance ${index + 1} is not found by its uuid`);
  return { items: instances.length, losses };
}

async function* toAsync<Item>(items: readonly Item[]): AsyncIterable<Item> {
  for (const item of items) yield await Promise.resolve(item);
}

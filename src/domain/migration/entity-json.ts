import { type EntityConflict, readEntityUuid } from '../entity/entity-change';
import type { JsonObject } from '../text/json-members';
import { dateOf, objectOf, objectsOf, optionalText, textOf, textsOf } from './asset-json';
import type { SourceEntity, SourceEntityList, SourceEntityVersion } from './source-entities';

const EPOCH = new Date(0);

/** Reads a `SourceEntityList` that was written as JSON; the reader checks everything, as files can be edited. */
export function readEntityListJson(json: JsonObject): SourceEntityList {
  return {
    uid: textOf(json['uid']),
    name: textOf(json['name']),
    properties: textsOf(json['properties']),
    approvalRequired: json['approvalRequired'] === true,
  };
}

/** Reads a `SourceEntity`. @returns undefined without a uuid, or if its versions are not numbered from 1 */
export function readEntityJson(json: JsonObject): SourceEntity | undefined {
  const uuid = readEntityUuid(textOf(json['uuid']));
  const versions = objectsOf(json['versions']).map(readVersion);
  const last = versions.at(-1);
  if (uuid === undefined || last === undefined) return undefined;
  if (!versions.every(({ version }, index) => version === index + 1)) return undefined;
  return { uuid, version: last.version, conflict: readConflict(json['conflict']), versions };
}

/** @returns null for anything but a kind of conflict */
export function readConflict(json: unknown): EntityConflict | null {
  return json === 'soft' || json === 'hard' ? json : null;
}

function readVersion(json: JsonObject): SourceEntityVersion {
  const number = (key: string): number | null => (typeof json[key] === 'number' ? json[key] : null);
  const { assetUid, rootUuid } = objectOf(json['origin']);
  const origin = { assetUid: textOf(assetUid), rootUuid: textOf(rootUuid) };
  return {
    version: Number(json['version']),
    label: textOf(json['label']),
    data: Object.fromEntries(
      Object.entries(objectOf(json['data'])).map(([name, value]) => [name, textOf(value)]),
    ),
    baseVersion: number('baseVersion'),
    trunkVersion: number('trunkVersion'),
    branchId: readEntityUuid(textOf(json['branchId'])) ?? null,
    branchBase: number('branchBase'),
    conflicting: textsOf(json['conflicting']),
    createdBy: optionalText(json['createdBy']) ?? null,
    dateCreated: dateOf(json['dateCreated'], EPOCH),
    origin: origin.assetUid === '' || origin.rootUuid === '' ? undefined : origin,
  };
}

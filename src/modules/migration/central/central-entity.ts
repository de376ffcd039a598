import { readEntityUuid } from '../../../domain/entity/entity-change';
import {
  dateOf,
  objectOf,
  objectsOf,
  optionalText,
  textOf,
  textsOf,
} from '../../../domain/migration/asset-json';
import { readConflict } from '../../../domain/migration/entity-json';
import type {
  SourceEntity,
  SourceEntityList,
  SourceEntityRow,
  SourceEntitySummary,
  SourceEntityVersion,
  SourceOrigin,
} from '../../../domain/migration/source-entities';
import { derivedUid } from '../../../domain/migration/source-types';
import { bareUuid } from '../../../domain/submission/instance-document';
import { isJsonObject, type JsonObject } from '../../../domain/text/json-members';
import { listOf } from '../source-response';
import { SourcePartError, SourcePartGoneError } from '../migration-source.port';
import { type CentralSession, readJson } from './central-session';

const EPOCH = new Date(0);
const ROWS = 1000;

/** List with what only this server knows of it. */
export interface CentralEntityList extends SourceEntityList {
  /** Below `/v1`. */
  readonly path: string;
  /** Names of properties by their names in the OData feed. */
  readonly namesByOdata: ReadonlyMap<string, string>;
}

interface EntityProject {
  /** Name of the source. */
  readonly server: string;
  readonly id: string;
}

export function listUidOf({ server, id }: EntityProject, name: string): string {
  return derivedUid('el', server, 'dataset', id, name);
}

/** Lists of a project; none of a server before entities. */
export async function readEntityLists(
  session: CentralSession,
  project: EntityProject,
): Promise<CentralEntityList[]> {
  const lists: CentralEntityList[] = [];
  for (const { name: listed } of await listDatasets(session, project)) {
    const name = textOf(listed);
    const path = `/projects/${project.id}/datasets/${encodeURIComponent(name)}`;
    const json = objectOf(await session.json(path));
    const properties = objectsOf(json['properties']);
    lists.push({
      uid: listUidOf(project, name),
      name,
      properties: properties.map((each) => textOf(each['name'])),
      approvalRequired: json['approvalRequired'] === true,
      path,
      namesByOdata: new Map(
        properties.map((each) => [textOf(each['odataName']) || textOf(each['name']), textOf(each['name'])]),
      ),
    });
  }
  return lists;
}

async function listDatasets(session: CentralSession, { id }: EntityProject): Promise<JsonObject[]> {
  try {
    return await session.list(`/projects/${id}/datasets`);
  } catch (error) {
    if (error instanceof SourcePartGoneError) return [];
    throw error;
  }
}

export async function listEntities(
  session: CentralSession,
  { path }: CentralEntityList,
): Promise<SourceEntitySummary[]> {
  return (await session.list(`${path}/entities`)).map((json) => ({
    uuid: uuidOf(json['uuid']),
    version: Number(objectOf(json['currentVersion'])['version']),
    conflict: readConflict(json['conflict']),
  }));
}

/**
 * With all its versions. @param formUidOf uid here of a form of the project
 * @returns undefined if it was deleted meanwhile
 */
export async function readEntity(
  session: CentralSession,
  { path }: CentralEntityList,
  { uuid, conflict }: SourceEntitySummary,
  formUidOf: (xmlFormId: string) => string | undefined,
): Promise<SourceEntity | undefined> {
  const versionsPath = `${path}/entities/${encodeURIComponent(uuid)}/versions`;
  const list = await session.find(versionsPath, 'application/json', async (body) =>
    listOf(await readJson(body), versionsPath),
  );
  const versions = list?.map((json) => readVersion(json, formUidOf)) ?? [];
  const last = versions.at(-1);
  if (last === undefined) return undefined;
  if (!versions.every(({ version }, index) => version === index + 1))
    throw new SourcePartError(`${versionsPath}: the versions are not numbered from 1`);
  return { uuid, conflict, version: last.version, versions };
}

function readVersion(
  json: JsonObject,
  formUidOf: (xmlFormId: string) => string | undefined,
): SourceEntityVersion {
  const number = (key: string): number | null => (typeof json[key] === 'number' ? json[key] : null);
  const { xmlFormId, instanceId } = objectOf(objectOf(json['source'])['submission']);
  const assetUid = formUidOf(textOf(xmlFormId));
  const origin: SourceOrigin | undefined =
    assetUid === undefined || textOf(instanceId) === ''
      ? undefined
      : { assetUid, rootUuid: bareUuid(textOf(instanceId)) };
  return {
    version: Number(json['version']),
    label: textOf(json['label']),
    data: dataOf(json['data']),
    baseVersion: number('baseVersion'),
    trunkVersion: number('trunkVersion'),
    branchId: readEntityUuid(textOf(json['branchId'])) ?? null,
    branchBase: number('branchBaseVersion'),
    conflicting: textsOf(json['conflictingProperties']),
    createdBy: optionalText(objectOf(json['creator'])['displayName']) ?? null,
    dateCreated: dateOf(json['createdAt'], EPOCH),
    origin,
  };
}

/** Current values of all entities, as the OData feed shows them. */
export async function* readEntityRows(
  session: CentralSession,
  { path, namesByOdata }: CentralEntityList,
): AsyncGenerator<SourceEntityRow> {
  const seen = new Set<string>();
  for (let query: string | undefined = `?%24top=${ROWS}`; query !== undefined;) {
    const list = `${path}.svc/Entities${query}`;
    const json = objectOf(await session.json(list));
    const before = seen.size;
    for (const { __id, label, ...values } of listOf(json['value'], list)) {
      const uuid = uuidOf(__id);
      if (seen.size === seen.add(uuid).size) continue;
      const named = [...namesByOdata].map(([odataName, name]) => [name, values[odataName]]);
      yield { uuid, label: textOf(label), data: dataOf(Object.fromEntries(named)) };
    }
    query = /\?.*$/s.exec(textOf(json['@odata.nextLink']))?.[0];
    if (query !== undefined && seen.size === before)
      throw new SourcePartError(`${list}: the server repeats the page before`);
  }
}

/** Values that are absent, null and '' are the same. */
function dataOf(json: unknown): Record<string, string> {
  const entries = Object.entries(isJsonObject(json) ? json : {});
  return Object.fromEntries(entries.map(([name, value]) => [name, textOf(value)] as const));
}

/** @throws SourcePartError unless it is a uuid */
function uuidOf(json: unknown): string {
  const uuid = readEntityUuid(textOf(json));
  if (uuid === undefined)
    throw new SourcePartError(`an entity has the identifier ${JSON.stringify(textOf(json).slice(0, 100))}`);
  return uuid;
}

import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import {
  derivedUid,
  derivedUuid,
  type SourceAsset,
  type SourceAssetSummary,
  type SourceFile,
  type SourceVersion,
} from '../../../domain/migration/source-types';
import { PLAIN_DEFAULTS } from '../../../domain/asset/plain-fields';
import { dateOf, optionalText, textOf, objectOf } from '../../../domain/migration/asset-json';
import type { JsonObject } from '../../../domain/text/json-value';
import { SourcePartError } from '../migration-source.port';
import { listUidOf } from './central-entity';
import type { CentralSession } from './central-session';

const EPOCH = new Date(0);

export interface CentralProject {
  readonly server: string;
  readonly id: string;
  readonly name: string;
  readonly json: JsonObject;
  readonly summary: SourceAssetSummary;
}

export interface CentralForm {
  readonly project: CentralProject;
  readonly xmlFormId: string;
  /** Below `/v1`. */
  readonly path: string;
  readonly summary: SourceAssetSummary;
}

/** @param server name of the source, part of all identifiers that are derived */
export function readProject(server: string, owner: string, json: JsonObject): CentralProject {
  const id = textOf(json['id']);
  const name = textOf(json['name']) || `Project ${id}`;
  const uid = derivedUid('a', server, 'project', id);
  return {
    server,
    id,
    name,
    json,
    summary: { uid, name, assetType: 'collection', owner, submissions: undefined },
  };
}

export function readForm(server: string, project: CentralProject, json: JsonObject): CentralForm {
  const xmlFormId = textOf(json['xmlFormId']);
  // A form that was deleted and created anew is another one.
  const uid = derivedUid('a', server, 'form', project.id, xmlFormId, textOf(json['createdAt']));
  const name = textOf(json['name']) || xmlFormId;
  const { owner } = project.summary;
  return {
    project,
    xmlFormId,
    path: `/projects/${project.id}/forms/${encodeURIComponent(xmlFormId)}`,
    summary: {
      uid,
      name,
      assetType: 'survey',
      owner,
      collectionUid: project.summary.uid,
      submissions: Number(json['submissions'] ?? 0),
    },
  };
}

export interface CentralVersion extends SourceVersion {
  /** Path of the version, below `/v1`. */
  readonly path: string;
}

/** Published versions, oldest first. */
export function readVersions({ path, summary }: CentralForm, list: readonly JsonObject[]): CentralVersion[] {
  return list
    .map((json) => ({
      uid: versionUidOf(summary.uid, textOf(json['version'])),
      deployed: true,
      dateModified: dateOf(json['publishedAt'] ?? json['createdAt'], EPOCH),
      path: `${path}/versions/${encodeURIComponent(textOf(json['version']) || '___')}`,
    }))
    .sort((one, other) => one.dateModified.getTime() - other.dateModified.getTime());
}

/** Versions of a form are named by its author. */
export function versionUidOf(assetUid: string, version: string): string {
  return derivedUid('v', assetUid, version);
}

/** Parts that this server does not have. */
const NOTHING = {
  settings: {},
  ...PLAIN_DEFAULTS,
  reportStyles: {},
  dataSharing: {},
  hooks: [],
  exportSettings: [],
  pairedData: [],
  problems: [],
  // Roles belong to e-mail addresses.
  grants: undefined,
};

export function projectAsset(
  { name, json, summary }: CentralProject,
  parts: Pick<SourceAsset, 'entityLists' | 'problems'>,
): SourceAsset {
  const { submissions: _, ...listed } = summary;
  const description = optionalText(json['description']);
  return {
    ...NOTHING,
    ...listed,
    ...parts,
    name,
    parentUid: null,
    content: {},
    settings: description === undefined ? {} : { description },
    dateCreated: dateOf(json['createdAt'], EPOCH),
    dateModified: dateOf(json['updatedAt'] ?? json['createdAt'], EPOCH),
    versions: [],
    deployment: undefined,
    files: [],
  };
}

export interface FormParts {
  readonly versions: readonly CentralVersion[];
  readonly content: JsonObject;
  /** Whether the content was derived from the XForm. */
  readonly usesXform: boolean;
  readonly files: readonly SourceFile[];
  readonly collectors: readonly string[];
  readonly notes: readonly string[];
}

export function formAsset(
  { project, xmlFormId, summary }: CentralForm,
  json: JsonObject,
  { versions, content, usesXform, files, collectors, notes }: FormParts,
): SourceAsset {
  const { submissions: _, ...listed } = summary;
  const newest = versions.at(-1);
  const changed = [dateOf(json['updatedAt'], EPOCH), newest?.dateModified ?? EPOCH];
  const state = textOf(json['state']);
  return {
    ...NOTHING,
    ...listed,
    name: textOf(json['name']) || xmlFormId,
    parentUid: project.summary.uid,
    formId: xmlFormId,
    content,
    dateCreated: dateOf(json['createdAt'], EPOCH),
    dateModified: new Date(Math.max(...changed.map((date) => date.getTime()))),
    versions,
    deployment: {
      uuid: derivedUuid(summary.uid),
      // A closing form still takes what is on phones.
      active: state !== 'closed',
      versionUid: newest?.uid,
      usesXform,
    },
    files,
    collectors,
    notes: [
      ...notes,
      ...(state === 'closing' ? ['It is closing at the source; here it accepts submissions.'] : []),
      ...(json['keyId'] == null
        ? []
        : [
            'It is encrypted: submissions arrive as they are. Decrypt them at the source, which holds the key.',
          ]),
    ],
  };
}

/**
 * Names of app users that may submit to a form; revoked ones have no token.
 * @param note receives why they cannot be read
 */
export async function readCollectors(
  session: CentralSession,
  { project, xmlFormId }: CentralForm,
  note: (sentence: string) => void,
): Promise<string[]> {
  const list = async (part: string): Promise<JsonObject[]> => {
    try {
      return await session.list(`/projects/${project.id}/${part}`);
    } catch (error) {
      if (!(error instanceof SourcePartError)) throw error;
      note(`Its app users cannot be read: ${error.message}`);
      return [];
    }
  };
  const assigned = (await list('assignments/forms')).filter((each) => each['xmlFormId'] === xmlFormId);
  if (assigned.length === 0) return [];
  const actorIds = new Set(assigned.map(({ actorId, actor }) => textOf(actorId ?? objectOf(actor)['id'])));
  return (await list('app-users'))
    .filter(({ id, token }) => token !== null && actorIds.has(textOf(id)))
    .map(({ displayName }) => textOf(displayName));
}

/** Below `/v1`. */
export function filePath({ path }: CentralForm, name: string): string {
  return `${path}/attachments/${encodeURIComponent(name)}`;
}

/** Media files, and names of those that the server expects and does not have. */
export async function readFiles(
  session: CentralSession,
  form: CentralForm,
): Promise<{ files: SourceFile[]; missing: string[] }> {
  const files: SourceFile[] = [];
  const missing: string[] = [];
  for (const json of await session.list(`${form.path}/attachments`)) {
    const name = textOf(json['name']);
    // Entity lists are CSV files made from the data of the moment; older servers tell no hash.
    const hash = json['datasetExists'] === true ? undefined : optionalText(json['hash']);
    const md5 = json['exists'] === true ? (hash ?? (await md5Of(session, filePath(form, name)))) : undefined;
    if (md5 === undefined) missing.push(name);
    else {
      files.push({
        uid: derivedUid('af', form.summary.uid, name),
        fileType: 'form_media',
        name,
        description: 'default',
        metadata: { filename: name },
        redirectUrl: undefined,
        md5,
        ...(json['datasetExists'] === true && {
          entityListUid: listUidOf(form.project, name.replace(/\.csv$/, '')),
        }),
      });
    }
  }
  return { files, missing };
}

function md5Of(session: CentralSession, path: string): Promise<string | undefined> {
  return session.find(path, '*/*', async (body) => {
    const sum = createHash('md5');
    await pipeline(body, sum);
    return sum.digest('hex');
  });
}

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
import { PLAIN_DEFAULTS } from '../../../domain/asset/settings-rules';
import { dateOf, optionalText, textOf, objectOf } from '../../../domain/migration/asset-json';
import type { JsonObject } from '../../../domain/text/json-members';
import { SourcePartError } from '../migration-source.port';
import { listUidOf } from './central-entity';
import type { CentralSession } from './central-session';

const EPOCH = new Date(0);

export interface CentralOptions {
  /** Username here that owns what arrives: a project has no owner. */
  readonly owner: string;
  /** Ids or names; undefined: all projects. */
  readonly projects: readonly string[] | undefined;
  /** Whether roles of web users become permissions of accounts with their e-mail addresses. */
  readonly movesRoles: boolean;
  /** Submissions in a page. */
  readonly pageSize?: number;
}

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
};

export function projectAsset(
  { name, json, summary }: CentralProject,
  parts: Pick<SourceAsset, 'grants' | 'entityLists' | 'problems'>,
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

export interface FormParts extends Pick<SourceAsset, 'grants'> {
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
  { grants, versions, content, usesXform, files, collectors, notes }: FormParts,
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
    grants,
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
 * Names of app users that may submit to a form, and of its public links; revoked ones have no token.
 * @param note receives why they cannot be read
 */
export async function readCollectors(
  session: CentralSession,
  { project, xmlFormId, path }: CentralForm,
  note: (sentence: string) => void,
): Promise<string[]> {
  const list = async (what: string, from: string): Promise<JsonObject[]> => {
    try {
      return await session.list(from);
    } catch (error) {
      if (!(error instanceof SourcePartError)) throw error;
      note(`Its ${what} cannot be read: ${error.message}`);
      return [];
    }
  };
  const isOpen = ({ token }: JsonObject): boolean => token !== null;
  const named = (all: readonly JsonObject[]): string[] =>
    all.filter(isOpen).map(({ displayName }) => textOf(displayName));
  // A link for one submission would become one for many.
  const links = (await list('public links', `${path}/public-links`)).filter(({ once }) => once !== true);
  const ofProject = `/projects/${project.id}`;
  const assigned = (await list('app users', `${ofProject}/assignments/forms`)).filter(
    (each) => each['xmlFormId'] === xmlFormId,
  );
  const actorIds = new Set(assigned.map(({ actorId, actor }) => textOf(actorId ?? objectOf(actor)['id'])));
  const users = assigned.length === 0 ? [] : await list('app users', `${ofProject}/app-users`);
  const appUsers = named(users.filter(({ id }) => actorIds.has(textOf(id))));
  const suffix = (name: string): string => (appUsers.includes(name) ? `${name} (public link)` : name);
  return [...appUsers, ...named(links).map(suffix)];
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

import { hash } from 'node:crypto';
import { lookup } from 'mime-types';
import {
  derivedUid,
  type SourceAttachment,
  type SourceNote,
  type SourceState,
  type SourceSubmission,
} from '../../../domain/migration/source-types';
import { dateOf, objectOf, optionalText, textOf } from '../../../domain/migration/asset-json';
import type { JsonObject } from '../../../domain/text/json-members';
import { bareUuid } from '../../../domain/submission/instance-document';
import {
  VALIDATION_STATUSES,
  type ValidationStatus,
  type ValidationStatusUid,
} from '../../../domain/submission/validation-status';
import { replaceInstanceFormId } from '../../../domain/xform/replace-form-id';
import { InvalidError } from '../../../domain/errors';
import { listOf } from '../source-response';
import { SourcePartError } from '../migration-source.port';
import { type CentralForm, versionUidOf } from './central-form';
import { type CentralSession, readJson, readText } from './central-session';

const EPOCH = new Date(0);

/** Submission as the OData feed lists it. */
export interface ListedSubmission {
  /** instanceID of its first version, by which the server finds it. */
  readonly instanceId: string;
  readonly submittedAt: Date;
  readonly submitter: string | null;
  readonly status: ValidationStatus | null;
  readonly reviewState: string | undefined;
  readonly formVersion: string | undefined;
  readonly isEdited: boolean;
  /** Files that the instance names, received or not. */
  readonly expectedAttachments: number;
  readonly presentAttachments: number;
}

/** Review states of other names, such as `edited` and none, have no equal here. */
const STATUSES: Readonly<Record<string, ValidationStatusUid>> = {
  approved: 'validation_status_approved',
  rejected: 'validation_status_not_approved',
  hasIssues: 'validation_status_on_hold',
};

export function readListed({ __id, __system }: JsonObject): ListedSubmission {
  const system = objectOf(__system);
  const submittedAt = dateOf(system['submissionDate'], EPOCH);
  const uid = STATUSES[textOf(system['reviewState'])];
  const setAt = dateOf(system['updatedAt'], submittedAt);
  return {
    instanceId: textOf(__id),
    submittedAt,
    submitter: optionalText(system['submitterName']) ?? null,
    status:
      uid === undefined
        ? null
        : {
            timestamp: Math.floor(setAt.getTime() / 1000),
            uid,
            by_whom: '',
            label: VALIDATION_STATUSES[uid],
          },
    reviewState: optionalText(system['reviewState']),
    formVersion: typeof system['formVersion'] === 'string' ? system['formVersion'] : undefined,
    isEdited: Number(system['edits']) > 0,
    expectedAttachments: Number(system['attachmentsExpected'] ?? 0),
    presentAttachments: Number(system['attachmentsPresent'] ?? 0),
  };
}

/** Of submissions of the same millisecond; the numbers stay safe integers until 2109. */
const NUMBERS_PER_MILLISECOND = 2048;

export type NumberedSubmission = ListedSubmission & { readonly id: number };

/**
 * Numbers submissions, which have no numbers at the source, and sorts by them. Numbers follow from time and instanceID, so
 * that every run gives the same ones; of two equal ones the second is increased.
 */
export function numberSubmissions(listed: readonly ListedSubmission[]): NumberedSubmission[] {
  const numbered = listed.map((each) => {
    const within = hash('sha256', each.instanceId, 'buffer').readUInt16BE() % NUMBERS_PER_MILLISECOND;
    return { ...each, id: each.submittedAt.getTime() * NUMBERS_PER_MILLISECOND + within };
  });
  numbered.sort((one, other) => one.id - other.id || (one.instanceId < other.instanceId ? -1 : 1));
  let last = -1;
  for (const each of numbered) {
    each.id = Math.max(last + 1, each.id);
    last = each.id;
  }
  return numbered;
}

export interface SubmissionDetails {
  /** instanceID of the newest version. */
  readonly currentId: string;
  readonly versionUid: string | undefined;
  readonly attachments: readonly SourceAttachment[];
  readonly notes: readonly SourceNote[];
  readonly earlier: readonly SourceState[];
}

export function toSubmission(
  { id, instanceId, submittedAt, submitter, status }: NumberedSubmission,
  { currentId, versionUid, attachments, notes, earlier }: SubmissionDetails,
): SourceSubmission {
  return {
    id,
    key: instanceId,
    uuid: bareUuid(currentId),
    rootUuid: bareUuid(instanceId),
    submittedAt,
    submittedBy: submitter,
    validationStatus: status,
    attachments,
    notes,
    earlier,
    ...(versionUid !== undefined && { versionUid }),
  };
}

/**
 * An edit may replace the bytes of a name, so that the attachments of each version are others. Bytes may also be replaced
 * without an edit, which shows if the server tells their hash or size.
 */
export function toAttachment(currentId: string, json: JsonObject): SourceAttachment {
  const name = textOf(json['name']);
  const bytes = [json['hash'], json['md5'], json['size']].flatMap((value) => optionalText(value) ?? []);
  const uid = derivedUid('att', currentId, name, ...bytes);
  return { uid, name, mimetype: lookup(name) || 'application/octet-stream', deleted: false };
}

/** @param versions of a submission, newest first as the server lists them; empty if it was not edited */
export function earlierStates(versions: readonly JsonObject[]): SourceState[] {
  const oldestFirst = versions.toReversed();
  return oldestFirst.slice(0, -1).map(({ instanceId }, index) => {
    const { createdAt, submitter } = oldestFirst[index + 1]!;
    return {
      uuid: bareUuid(textOf(instanceId)),
      key: textOf(instanceId),
      dateReplaced: dateOf(createdAt, EPOCH),
      replacedBy: optionalText(objectOf(submitter)['displayName']) ?? null,
    };
  });
}

/** @param comments of a submission, newest first as the server lists them */
export function notesOf(comments: readonly JsonObject[]): SourceNote[] {
  return comments.toReversed().map(({ body, actor, createdAt }) => ({
    body: textOf(body),
    createdBy: optionalText(objectOf(actor)['displayName']) ?? null,
    // The published API does not name it, servers send it.
    dateCreated: createdAt == null ? null : dateOf(createdAt, EPOCH),
  }));
}

/** Undefined if the submission was deleted meanwhile. */
export async function readDetails(
  session: CentralSession,
  form: CentralForm,
  listed: NumberedSubmission,
): Promise<SourceSubmission | undefined> {
  const { uid } = form.summary;
  const path = submissionPath(form, listed.instanceId);
  const list = (part: string): Promise<JsonObject[] | undefined> =>
    session.find(`${path}/${part}`, 'application/json', async (body) =>
      listOf(await readJson(body), `${path}/${part}`),
    );
  const versions = listed.isEdited ? await list('versions') : [];
  const files = listed.expectedAttachments > 0 ? await list('attachments') : [];
  const comments = await list('comments');
  if (versions === undefined || files === undefined) return undefined;
  const current = versions.find((version) => version['current'] === true);
  const currentId = textOf(current?.['instanceId']) || listed.instanceId;
  return toSubmission(listed, {
    currentId,
    versionUid: listed.formVersion === undefined ? undefined : versionUidOf(uid, listed.formVersion),
    attachments: files.filter(({ exists }) => exists === true).map((json) => toAttachment(currentId, json)),
    // Servers before 1.2 have no comments.
    notes: notesOf(comments ?? []),
    earlier: earlierStates(versions),
  });
}

/** Below `/v1`. */
export function submissionPath({ path }: CentralForm, instanceId: string): string {
  return `${path}/submissions/${encodeURIComponent(instanceId)}`;
}

const LIST_SIZE = 1000;

/** All submissions of the OData feed, without their details: the server lists the newest first. */
export async function listSubmissions(
  session: CentralSession,
  { path }: CentralForm,
): Promise<ListedSubmission[]> {
  const found = new Map<string, ListedSubmission>();
  let query = `?%24top=${LIST_SIZE}&%24select=__id%2C__system`;
  for (;;) {
    const list = `${path}.svc/Submissions${query}`;
    const json = objectOf(await session.json(list));
    const before = found.size;
    for (const each of listOf(json['value'], list).map(readListed)) found.set(each.instanceId, each);
    // The link has the address that the server believes to have; only its query is needed.
    const next = /\?.*$/s.exec(textOf(json['@odata.nextLink']))?.[0];
    if (next === undefined) return [...found.values()];
    if (found.size === before) throw new SourcePartError(`${list}: the server repeats the page before`);
    query = next;
  }
}

/** XML with the form id of the copy, or why it cannot be read. */
export async function readInstance(
  session: CentralSession,
  path: string,
  uid: string,
): Promise<string | SourcePartError> {
  try {
    return replaceInstanceFormId(await session.send(path, '*/*', readText), uid);
  } catch (error) {
    if (error instanceof InvalidError) return new SourcePartError(error.message);
    if (error instanceof SourcePartError) return error;
    throw error;
  }
}

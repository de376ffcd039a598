import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import { DomainError, InvalidError } from '../../../domain/errors';
import type { StagedFile } from '../../../domain/file/staged-file';
import type { SourceSubmission } from '../../../domain/migration/source-types';
import { filesOf, type StoredAmount, submissionWith } from '../../../domain/quota';
import { matchAttachments, normalizeFileName } from '../../../domain/submission/attachment-matching';
import { instanceHash } from '../../../domain/submission/instance-document';
import type { InstanceFacts } from '../../../domain/submission/instance-parser';
import { renderSubmission, submissionRow } from '../../../domain/submission/submission-json';
import { assertStorableText } from '../../../domain/text/unstorable-text';
import { SubmissionParser } from '../../../workers/submission-parser/submission-parser';
import { type DeployedForm, DeployedFormService } from '../../deployment/deployed-form.service';
import { QuotaService } from '../../account/quota/quota.service';
import { AttachmentStorageService } from '../intake/attachment-storage.service';
import { type IncomingAttachment, renderAttachments } from '../intake/incoming-submission';
import { SubmissionChangeService } from '../submission-change.service';
import { SubmissionWriteRepository } from '../submission-write.repository';
import { type MovedHistory, MovedHistoryService } from './moved-history.service';
import {
  type NewMovedSubmission,
  type MovedAttachment,
  type StoredMovedSubmission,
  type MovedFile,
  MovedSubmissionRepository,
} from './moved-submission.repository';

export type { StoredMovedSubmission, MovedFile };

/** Bytes of an attachment: received now, or stored by an earlier run; undefined if the source lacks them. */
export type MovedFileBytes =
  { readonly stagedFile: StagedFile } | { readonly sha256: Buffer; readonly byteSize: number } | undefined;

export interface MovedSubmission {
  readonly source: SourceSubmission;
  readonly xml: string;
  /** By uid of the attachment; deleted ones have none. */
  readonly files: ReadonlyMap<string, MovedFileBytes>;
  /** Versions that an instance names, as uids. */
  readonly versionUidsOf: (facts: InstanceFacts) => readonly string[];
  /** XML of its earlier states, by uuid. */
  readonly earlierXml?: ReadonlyMap<string, string> | undefined;
  /** Id of the copy to replace; undefined for a new one. */
  readonly replaces: number | undefined;
  /** Whether a new one has the id of the source, if it is free. */
  readonly keepsId: boolean;
}

export interface MoveOutcome {
  readonly source: SourceSubmission;
  /** Undefined if the submission could not be stored. */
  readonly id: number | undefined;
  readonly problem: string | undefined;
}

type Prepared = MovedSubmission &
  Pick<NewMovedSubmission, 'xmlHash' | 'versionUid' | 'answersJson'> & {
    readonly members: string;
    readonly history: MovedHistory;
    readonly attachments: readonly MovedAttachment[];
  };

/** Like that of submissions from collectors. */
const MAX_UUID_LENGTH = 500;
const NO_BYTES = createHash('sha256').digest();

/**
 * Keeps copies of submissions of other servers as they stand there: with ids, uuids, times, submitters, validation
 * statuses, attachments and their deleted marks. Subscribers are not notified: webhooks were, at the source.
 */
@Injectable()
export class MovedSubmissionService {
  constructor(
    private readonly copies: MovedSubmissionRepository,
    private readonly stored: SubmissionWriteRepository,
    private readonly histories: MovedHistoryService,
    private readonly changes: SubmissionChangeService,
    private readonly files: AttachmentStorageService,
    private readonly forms: DeployedFormService,
    private readonly parser: SubmissionParser,
    private readonly quotas: QuotaService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Keeps ids up to `highest` free for copies. */
  reserveIds(highest: number): Promise<void> {
    return this.copies.reserveIds(highest);
  }

  /**
   * Stores or replaces submissions, all or none of those that can be parsed and fit the quotas.
   * @param afterStore runs in the transaction, with the ids
   */
  async store(
    form: DeployedForm,
    batch: readonly MovedSubmission[],
    afterStore: (transaction: Transaction, outcomes: readonly MoveOutcome[]) => Promise<void>,
  ): Promise<readonly MoveOutcome[]> {
    const refused: MoveOutcome[] = [];
    const prepared: Prepared[] = [];
    const balance = await this.quotas.balance(form);
    for (const copy of batch) {
      try {
        const ready = await this.prepare(form, copy);
        const excess = balance.add(additionOf(copy));
        if (excess !== undefined) throw excess;
        prepared.push(ready);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        refused.push({ source: copy.source, id: undefined, problem: error.message });
      }
    }
    if (prepared.length === 0) return refused;
    const spareIds = await this.copies.nextIds(prepared.length);
    const released: Buffer[] = [];
    const outcomes = await this.files.promoteAndWrite(stagedFiles(prepared), () =>
      this.unitOfWork.run(async (transaction) => {
        const written = await this.write(transaction, form, prepared, { spareIds, released });
        await afterStore(transaction, written);
        return written;
      }),
    );
    await this.files.release(released);
    return [...outcomes, ...refused];
  }

  /** Ids by root uuid; unknown ones are left out. */
  findIds(assetId: number, rootUuids: readonly string[]): Promise<Map<string, number>> {
    return this.copies.findIds(assetId, rootUuids);
  }

  list(assetId: number, ids: readonly number[]): Promise<StoredMovedSubmission[]> {
    return this.copies.list(assetId, ids);
  }

  listIds(assetId: number, after: number, limit: number): Promise<number[]> {
    return this.copies.listIds(assetId, after, limit);
  }

  /** Attachments of these submissions, deleted and dropped ones included. */
  listFiles(assetId: number, ids: readonly number[]): Promise<MovedFile[]> {
    return this.copies.listFiles(assetId, ids);
  }

  private async prepare(form: DeployedForm, copy: MovedSubmission): Promise<Prepared> {
    const { source, xml } = copy;
    assertValid(source);
    const instance = await this.parser.parse(xml);
    const versionUids = copy.versionUidsOf(instance.facts);
    const told = source.versionUid ?? null;
    const version = await this.forms.versionOf(form, { ...instance.facts, versionUids }, told);
    const answers = await instance.flatten(version.reading);
    const attachments = movedAttachments(copy, answers.fileAnswers);
    const current = attachments.filter(({ dateDropped }) => dateDropped === null);
    const { uuid, rootUuid, submittedAt, submittedBy, validationStatus } = source;
    return {
      ...copy,
      attachments,
      history: await this.histories.prepare(form, source, copy.versionUidsOf, copy.earlierXml),
      xmlHash: Buffer.from(instanceHash(xml), 'hex'),
      versionUid: version.uid,
      answersJson: `{${answers.membersJson}}`,
      members: renderSubmission({
        answers,
        uuid,
        rootUuid,
        submittedAt,
        submittedBy,
        validationStatus,
        formId: form.assetUid,
        attachmentsJson: renderAttachments(form, rootUuid, [
          ...current.filter(({ dateDeleted }) => dateDeleted === null),
          ...current.filter(({ dateDeleted }) => dateDeleted !== null),
        ]),
        modifiedAt: this.clock.now(),
      }),
    };
  }

  /** An id or root uuid that is taken by another submission is not overwritten. */
  private async write(
    transaction: Transaction,
    { assetId }: DeployedForm,
    prepared: readonly Prepared[],
    { spareIds, released }: { spareIds: readonly number[]; released: Buffer[] },
  ): Promise<MoveOutcome[]> {
    await this.stored.lockAsset(transaction, assetId);
    const edited = prepared.flatMap(({ replaces }) => replaces ?? []);
    if (edited.length > 0) {
      const now = this.clock.now();
      await this.changes.log(transaction, { assetId, submissionIds: edited, kind: 'edited', now });
      released.push(...(await this.stored.listHashes(transaction, assetId, edited)));
      await this.stored.remove(transaction, assetId, edited);
    }
    const taken = await this.copies.findTaken(transaction, assetId, {
      ids: prepared.map(({ source }) => source.id),
      rootUuids: prepared.map(({ source }) => source.rootUuid),
    });
    const ids = new Set(taken.map(({ id }) => id));
    const rootUuids = new Set(taken.map(({ rootUuid }) => rootUuid));
    const outcomes: MoveOutcome[] = [];
    const rows: NewMovedSubmission[] = [];
    const histories: (MovedHistory & { id: number })[] = [];
    for (const [index, { source, replaces, keepsId, members, ...copy }] of prepared.entries()) {
      if (rootUuids.has(source.rootUuid)) {
        const problem = `another submission has its uuid ${source.rootUuid}`;
        outcomes.push({ source, id: undefined, problem });
        released.push(...copy.attachments.map(({ sha256 }) => sha256));
        continue;
      }
      const id = replaces ?? (!keepsId || ids.has(source.id) ? spareIds[index]! : source.id);
      ids.add(id);
      rootUuids.add(source.rootUuid);
      const problem =
        !keepsId || id === source.id || replaces !== undefined
          ? undefined
          : `got the id ${id}, as its own is taken`;
      outcomes.push({ source, id, problem });
      rows.push({ ...source, ...copy, id, json: submissionRow(id, members) });
      histories.push({ ...copy.history, id });
    }
    await this.copies.insert(transaction, { assetId, now: this.clock.now(), edited }, rows);
    await this.histories.write(transaction, assetId, histories);
    return outcomes;
  }
}

/** Replaced copies and files that an earlier run stored are counted already. */
function additionOf({ replaces, files }: MovedSubmission): StoredAmount {
  const received = [...files.values()].flatMap((bytes) =>
    bytes !== undefined && 'stagedFile' in bytes ? [bytes.stagedFile] : [],
  );
  return replaces === undefined ? submissionWith(received) : filesOf(received);
}

/** Rejects what a hostile or damaged source could send. @throws InvalidError */
function assertValid(source: SourceSubmission): void {
  for (const { uid } of source.attachments) {
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(uid))
      throw new InvalidError(
        `the identifier ${JSON.stringify(uid.slice(0, 100))} of an attachment is not valid`,
      );
  }
  for (const uuid of [source.uuid, source.rootUuid]) {
    if (uuid === '' || uuid.length > MAX_UUID_LENGTH)
      throw new InvalidError(`its uuid must have 1 to ${MAX_UUID_LENGTH} characters`);
  }
  assertStorableText(source, 'A text of the submission');
}

/** Of several files of one name, the last that is not deleted is current. */
function movedAttachments(
  { source, files }: MovedSubmission,
  fileAnswers: Parameters<typeof matchAttachments>[0],
): MovedAttachment[] {
  const { submittedAt } = source;
  const listed = source.attachments.filter(({ uid, deleted }) => deleted || files.get(uid) !== undefined);
  const xpaths = matchAttachments(
    fileAnswers,
    listed.map(({ name }) => name),
  );
  const current = new Map<string, string>();
  for (const { uid, name, deleted } of listed.toSorted(
    (one, other) => Number(other.deleted) - Number(one.deleted),
  ))
    if (!deleted || !current.has(normalizeFileName(name))) current.set(normalizeFileName(name), uid);
  return listed.map(({ uid, name, mimetype, deleted }) => {
    const nameKey = normalizeFileName(name);
    const bytes = deleted ? { sha256: NO_BYTES, byteSize: 0 } : files.get(uid)!;
    const { sha256, byteSize } = 'stagedFile' in bytes ? bytes.stagedFile : bytes;
    return {
      uid,
      name,
      nameKey,
      mimetype,
      sha256,
      byteSize,
      questionXpath: xpaths.get(name) ?? '',
      dateDeleted: deleted ? submittedAt : null,
      dateDropped: current.get(nameKey) === uid ? null : submittedAt,
    };
  });
}

/** Files to promote before the rows that reference them are written. */
function stagedFiles(prepared: readonly Prepared[]): IncomingAttachment[] {
  return prepared.flatMap(({ attachments, files }) =>
    attachments.flatMap((attachment) => {
      const bytes = files.get(attachment.uid);
      return bytes !== undefined && 'stagedFile' in bytes
        ? [{ ...attachment, stagedFile: bytes.stagedFile }]
        : [];
    }),
  );
}

import { Injectable } from '@nestjs/common';
import { forEachConcurrent } from '../../concurrency/limits';
import { DomainError } from '../../domain/errors';
import type { SourceSubmission } from '../../domain/migration/source-types';
import type { InstanceFacts } from '../../domain/submission/instance-parser';
import { submissionFingerprint } from '../../domain/migration/submission-state';
import { type DeployedForm, DeployedFormService } from '../deployment/deployed-form.service';
import { PermissionService } from '../permission/permission.service';
import { SubmissionRemovalService } from '../submission/edit/submission-removal.service';
import { AttachmentStorageService } from '../submission/intake/attachment-storage.service';
import {
  type MovedFileBytes,
  type MoveOutcome,
  type MovedSubmission,
  MovedSubmissionService,
} from '../submission/moved/moved-submission.service';
import type { MigratingAsset } from './asset-migration.service';
import { readEarlierStates } from './source-versions';
import type { MigrationObserver, MigrationOptions } from './migration-options';
import { SourcePartError, SourcePartGoneError } from './migration-source.port';
import { MigrationRepository, type MigratedSubmission } from './migration.repository';

/** New ids of all projects begin above those of copies: a hostile source must not exhaust them. */
const MAX_SUBMISSION_ID = 1_000_000_000_000;

/** Attachments whose bytes here differ from those of the source. */
export interface StaleFiles {
  readonly submission: SourceSubmission;
  readonly uids: ReadonlySet<string>;
}

type Known = ReadonlyMap<number, MigratedSubmission>;

/** Submission to store, with the files that were received for it. */
interface Receiving {
  readonly source: SourceSubmission;
  readonly replaces: number | undefined;
  readonly files: Map<string, MovedFileBytes>;
  /** Names of its files that are stored here. */
  readonly storedNames: Set<string>;
  /** Attachments and earlier states that could not be read; the next run requests them again. */
  missing: number;
  /** A stored file would be lost, as the source does not deliver what replaces it. */
  losesFile: boolean;
}

/** Moves submissions with attachments: new and changed ones, and deletes those that the source has deleted. */
@Injectable()
export class SubmissionMigrationService {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly copies: MovedSubmissionService,
    private readonly removals: SubmissionRemovalService,
    private readonly attachments: AttachmentStorageService,
    private readonly permissions: PermissionService,
    private readonly state: MigrationRepository,
  ) {}

  /** Commits page by page: a run that is interrupted continues with the next page. */
  async move(moving: MigratingAsset, options: MigrationOptions, observer: MigrationObserver): Promise<void> {
    const { source, summary, asset, log } = moving;
    const form = await this.forms.findByAsset({ assetUid: asset.uid });
    if (form === undefined) {
      log.problems.add('It is not deployed here, so its submissions were left out');
      return;
    }
    let done = 0;
    let last = -1;
    const maxId = source.keepsIds ? MAX_SUBMISSION_ID : Number.MAX_SAFE_INTEGER;
    for await (const page of source.listSubmissions(summary)) {
      const ids = page.map(({ id }) => id);
      if (!ids.every((id) => Number.isSafeInteger(id) && id >= 0 && id <= maxId))
        throw new SourcePartError(
          `The source lists submissions with ids that are not numbers up to ${maxId}.`,
        );
      const end = ids.at(-1)!;
      if (source.keepsIds) await this.copies.reserveIds(end);
      const stored = await this.state.listBetween(form.assetId, last + 1, end);
      const known: Known = new Map(stored.map((each) => [each.sourceSubmissionId, each]));
      await this.removeGone(moving, stored, new Set(ids));
      const changed = page.filter(
        (each) => known.get(each.id)?.fingerprint?.equals(submissionFingerprint(each)) !== true,
      );
      if (changed.length > 0) await this.movePage(moving, form, { changed, known }, options);
      log.moved.unchanged += page.length - changed.length;
      done += page.length;
      observer.submissionsDone(done);
      last = end;
    }
    const rest = await this.state.listBetween(form.assetId, last + 1, Number.MAX_SAFE_INTEGER);
    await this.removeGone(moving, rest, new Set());
  }

  /** Reads files of copies again, and replaces theirs. */
  async fetchFiles(
    moving: MigratingAsset,
    stale: readonly StaleFiles[],
    options: MigrationOptions,
  ): Promise<void> {
    const form = await this.forms.findByAsset({ assetUid: moving.asset.uid });
    if (form === undefined) return;
    const ids = stale.map(({ submission }) => submission.id);
    const stored = await this.state.listBetween(form.assetId, Math.min(...ids), Math.max(...ids));
    const known: Known = new Map(stored.map((each) => [each.sourceSubmissionId, each]));
    const changed = stale.map(({ submission }) => submission);
    const outdated = new Set(stale.flatMap(({ uids }) => [...uids]));
    await this.movePage(moving, form, { changed, known, outdated }, options);
  }

  private async movePage(
    moving: MigratingAsset,
    form: DeployedForm,
    {
      changed,
      known,
      outdated = new Set(),
    }: { changed: readonly SourceSubmission[]; known: Known; outdated?: ReadonlySet<string> },
    { concurrency }: MigrationOptions,
  ): Promise<void> {
    const { source, summary, log } = moving;
    const instances = await source.readInstances(summary, changed);
    const readable = changed.filter((each) => isReadable(each, instances.get(each.id), log.problems.add));
    const earlier = await readEarlierStates(moving, readable, concurrency);
    const received: Receiving[] = readable.map((each) => ({
      source: each,
      replaces: known.get(each.id)?.submissionId,
      files: new Map(),
      storedNames: new Set(),
      missing: Number(earlier.unread.has(each.id)),
      losesFile: false,
    }));
    try {
      await this.reuseFiles(form.assetId, received, outdated);
      await forEachConcurrent(attachmentsOf(received), concurrency, ([submission, uid]) =>
        this.receive(moving, submission, uid),
      );
      const batch: MovedSubmission[] = received
        .filter(({ losesFile }) => !losesFile)
        .map(({ source: each, replaces, files }) => {
          const xml = instances.get(each.id) as string;
          const versionUidsOf = (facts: InstanceFacts) => source.versionUidsOf(summary, facts);
          const earlierXml = earlier.instances.get(each.id);
          return { source: each, xml, earlierXml, files, versionUidsOf, replaces, keepsId: source.keepsIds };
        });
      const missing = new Map(received.map((each) => [each.source.id, each.missing]));
      const outcomes = await this.copies.store(form, batch, (transaction, stored) =>
        this.state.saveSubmissions(transaction, form.assetId, toState(stored, missing)),
      );
      await this.logOutcomes(moving, form.assetId, outcomes, known);
    } finally {
      for (const { files } of received) {
        for (const bytes of files.values())
          if (bytes !== undefined && 'stagedFile' in bytes) await bytes.stagedFile.discard();
      }
    }
  }

  /** Bytes that an earlier run stored are not read again. @param outdated uids of those that are */
  private async reuseFiles(
    assetId: number,
    received: readonly Receiving[],
    outdated: ReadonlySet<string>,
  ): Promise<void> {
    const byId = new Map(
      received.flatMap((each) => (each.replaces === undefined ? [] : [[each.replaces, each]])),
    );
    if (byId.size === 0) return;
    for (const file of await this.copies.listFiles(assetId, [...byId.keys()])) {
      if (file.isDeleted) continue;
      const { files, storedNames } = byId.get(file.submissionId)!;
      if (!outdated.has(file.uid)) files.set(file.uid, file);
      if (!file.isDropped) storedNames.add(file.name);
    }
  }

  private async receive(
    { source, summary, log }: MigratingAsset,
    submission: Receiving,
    uid: string,
  ): Promise<void> {
    const { id: submissionId, key: submissionKey, attachments } = submission.source;
    const label = submissionKey ?? submissionId;
    const { name, mimetype } = attachments.find((each) => each.uid === uid)!;
    try {
      const { stagedFile } = await source.readAttachment(
        summary,
        { submissionId, submissionKey, uid, name },
        (bytes) => this.attachments.receive({ name, mimetype }, bytes as AsyncIterable<Buffer>),
      );
      submission.files.set(uid, { stagedFile });
      log.moved.attachments += 1;
      log.moved.attachmentBytes += stagedFile.byteSize;
    } catch (error) {
      submission.missing += 1;
      if (error instanceof SourcePartGoneError) {
        log.notes.add(`Submission ${label}: the attachment ${name} is gone at the source (${error.message})`);
      } else if (error instanceof SourcePartError) {
        submission.losesFile ||= submission.storedNames.has(name);
        log.problems.add(
          `Submission ${label}: the attachment ${name} cannot be read at the source (${error.message})`,
        );
      } else if (error instanceof DomainError) {
        log.problems.add(`Submission ${label}: the attachment ${name} is refused (${error.message})`);
      } else throw error;
    }
  }

  private async removeGone(
    { owner, asset, log }: MigratingAsset,
    stored: readonly MigratedSubmission[],
    present: ReadonlySet<number>,
  ): Promise<void> {
    const gone = stored.filter(({ sourceSubmissionId }) => !present.has(sourceSubmissionId));
    if (gone.length === 0) return;
    const access = await this.permissions.authorize(owner, asset.uid, 'delete_submissions');
    if (access === undefined) return;
    const ids = gone.map(({ submissionId }) => submissionId);
    log.moved.deleted += await this.removals.removeMany(owner, access, { kind: 'ids', ids });
  }

  private async logOutcomes(
    { log }: MigratingAsset,
    assetId: number,
    outcomes: readonly MoveOutcome[],
    known: Known,
  ): Promise<void> {
    for (const { source, id, problem } of outcomes) {
      if (id !== undefined) {
        if (problem !== undefined) log.notes.add(`Submission ${source.key ?? source.id}: ${problem}`);
        log.moved[known.has(source.id) ? 'changed' : 'created'] += 1;
        continue;
      }
      // Another run may have stored it meanwhile, such as one that was believed dead.
      const [stored] = await this.state.listBetween(assetId, source.id, source.id);
      if (stored?.fingerprint?.equals(submissionFingerprint(source)) === true) log.moved.unchanged += 1;
      else log.problems.add(`Submission ${source.key ?? source.id}: ${problem ?? 'not stored'}`);
    }
  }
}

/** @param report receives why it is not, as a sentence */
function isReadable(
  { id, key }: SourceSubmission,
  xml: string | SourcePartError | undefined,
  report: (problem: string) => void,
): boolean {
  if (typeof xml === 'string') return true;
  const reason =
    xml === undefined
      ? 'the source lists it without its XML'
      : `its XML cannot be read at the source (${xml.message})`;
  report(`Submission ${key ?? id}: ${reason}`);
  return false;
}

/** Attachments to read: those that are neither deleted nor stored. */
async function* attachmentsOf(received: readonly Receiving[]): AsyncGenerator<readonly [Receiving, string]> {
  for (const submission of received) {
    for (const { uid, deleted } of submission.source.attachments)
      if (!deleted && !submission.files.has(uid)) yield [submission, uid];
  }
}

function toState(
  outcomes: readonly MoveOutcome[],
  missing: ReadonlyMap<number, number>,
): MigratedSubmission[] {
  return outcomes.flatMap(({ source, id }) =>
    id === undefined
      ? []
      : [
          {
            submissionId: id,
            sourceSubmissionId: source.id,
            fingerprint: missing.get(source.id) === 0 ? submissionFingerprint(source) : null,
          },
        ],
  );
}

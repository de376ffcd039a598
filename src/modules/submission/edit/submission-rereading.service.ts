import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import { SERVICE } from '../../../domain/account/actor';
import { DomainError } from '../../../domain/errors';
import { matchAttachments } from '../../../domain/submission/attachment-matching';
import { renderSubmission, submissionRow, supplementOf } from '../../../domain/submission/submission-json';
import { JobRegistry } from '../../../jobs/job-queue.port';
import { SubmissionParser } from '../../../workers/submission-parser/submission-parser';
import { AuditService } from '../../audit/audit.service';
import {
  type DeployedForm,
  DeployedFormService,
  type VersionFinder,
} from '../../deployment/deployed-form.service';
import { AttachmentRepository, type StoredAttachment } from '../attachment.repository';
import { inListOrder, renderAttachments } from '../intake/incoming-submission';
import { SubmissionChangeService } from '../submission-change.service';
import { SubmissionWriteRepository } from '../submission-write.repository';
import {
  type RereadAnswers,
  type RereadSubmission,
  SubmissionRereadingRepository,
} from '../submission.repository';

const INTERVAL_MS = 5 * 60_000;

interface Reader {
  readonly form: DeployedForm;
  readonly findVersion: VersionFinder;
}

/**
 * Reads stored submissions of forms with several versions again, each by its own version: earlier releases read late and
 * edited ones by the newest form, which made a repeat of one copy a group and lost places. Resumes after a restart;
 * changed submissions appear in the change log and in the history of the project.
 */
@Injectable()
export class SubmissionRereadingService implements OnModuleInit {
  private readonly logger = new Logger('rereading');

  constructor(
    private readonly pending: SubmissionRereadingRepository,
    private readonly stored: SubmissionWriteRepository,
    private readonly changes: SubmissionChangeService,
    private readonly attachments: AttachmentRepository,
    private readonly forms: DeployedFormService,
    private readonly parser: SubmissionParser,
    private readonly audit: AuditService,
    private readonly registry: JobRegistry,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.registry.registerScheduled({
      name: 'submissions.reread',
      intervalMs: INTERVAL_MS,
      run: () => this.rereadAll(),
    });
  }

  async rereadAll(): Promise<void> {
    while (await this.rereadBatch());
  }

  /** @returns whether more may remain */
  private async rereadBatch(): Promise<boolean> {
    const next = await this.pending.next();
    if (next === undefined) return false;
    const { assetId } = next;
    const form = await this.forms.findByAsset(next);
    const reader = form && { form, findVersion: await this.forms.versionFinder(form) };
    return this.unitOfWork.run(async (transaction) => {
      const lastId = await this.pending.lock(transaction, assetId);
      if (lastId === undefined) return false;
      await this.stored.lockAsset(transaction, assetId);
      const batch = await this.pending.nextBatch(transaction, { assetId, lastId });
      const last = batch.at(-1);
      if (last === undefined || reader === undefined) {
        await this.pending.finish(transaction, assetId);
        return true;
      }
      await this.reread(transaction, reader, batch);
      await this.pending.storeProgress(transaction, assetId, last.id);
      return true;
    });
  }

  private async reread(
    transaction: Transaction,
    reader: Reader,
    batch: readonly RereadSubmission[],
  ): Promise<void> {
    const { assetId, assetUid } = reader.form;
    const now = this.clock.now();
    const ids = batch.map(({ id }) => id);
    const files = await this.attachments.listCurrent(transaction, assetId, ids);
    const changed: RereadAnswers[] = [];
    for (const submission of batch) {
      const own = files.filter(({ submissionId }) => submissionId === submission.id);
      const read = await this.read(reader, submission, own, now);
      if (read !== undefined) changed.push(read);
    }
    if (changed.length === 0) return;
    const submissionIds = changed.map(({ id }) => id);
    await this.changes.log(transaction, { assetId, submissionIds, kind: 'edited', now });
    await this.pending.replaceAnswers(transaction, { assetId, now }, changed);
    const metadata = { change: 'read-by-own-version', submission_ids: submissionIds };
    await this.audit.recordAssetEvents(transaction, SERVICE, assetId, [
      { action: 'modify-submission', metadata },
    ]);
    this.logger.log(
      `Read ${changed.length} submissions of ${assetUid} again by their form version: ${submissionIds.join(', ')}.`,
    );
  }

  /** @returns undefined if the stored answers are right, or if the XML can't be parsed */
  private async read(
    { form, findVersion }: Reader,
    submission: RereadSubmission,
    files: readonly StoredAttachment[],
    now: Date,
  ): Promise<RereadAnswers | undefined> {
    const { id, uuid, rootUuid, json, xml } = submission;
    try {
      const instance = await this.parser.parse(xml);
      const version = findVersion(instance.facts, submission.versionUid);
      const answers = await instance.flatten(version.reading);
      const xpaths = matchAttachments(
        answers.fileAnswers,
        files.map(({ name }) => name),
      );
      const placed = files.map((file) => ({
        ...file,
        questionXpath: xpaths.get(file.name) || file.questionXpath,
      }));
      const render = (modifiedAt: Date): string =>
        submissionRow(
          id,
          renderSubmission({
            answers,
            formId: form.assetUid,
            uuid,
            rootUuid,
            attachmentsJson: renderAttachments(form, rootUuid, inListOrder(placed, json)),
            submittedAt: submission.dateSubmitted,
            submittedBy: submission.submittedBy,
            validationStatus: submission.validationStatus,
            supplementJson: supplementOf(json),
            modifiedAt,
          }),
        );
      const { _date_modified: modified } = JSON.parse(json) as { _date_modified: string };
      if (render(new Date(modified)) === json) return undefined;
      return {
        id,
        versionUid: version.uid,
        answersJson: `{${answers.membersJson}}`,
        json: render(now),
        questionXpaths: new Map(placed.map(({ uid, questionXpath }) => [uid, questionXpath])),
      };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.logger.warn(`Submission ${id} of ${form.assetUid} stays as it is: ${error.message}`);
      return undefined;
    }
  }
}

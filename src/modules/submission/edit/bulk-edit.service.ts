import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import type { StoredSubmission, SubmissionEntity } from '../../../database/entities/submission.entity';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import type { Actor } from '../../../domain/account/actor';
import { DomainError, InvalidError, type StateCheck } from '../../../domain/errors';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import type { BulkEdit } from '../../../domain/submission/bulk-selection';
import { SubmissionParser } from '../../../workers/submission-parser/submission-parser';
import {
  type DeployedForm,
  DeployedFormService,
  type VersionFinder,
} from '../../deployment/deployed-form.service';
import { EntityIntakeService, type EntitySubmission } from '../../entity/entity-intake.service';
import { AttachmentRepository, type StoredAttachment } from '../attachment.repository';
import { editedEntities, editOf } from '../intake/edit-intake.service';
import { type RewrittenInstance, rewrittenInstance } from '../intake/incoming-submission';
import { SubmissionChangeService } from '../submission-change.service';
import { SubmissionSelectionService } from './submission-selection.service';
import { type SubmissionEdit, SubmissionWriteRepository } from '../submission-write.repository';
import { SubmissionRepository } from '../submission.repository';
import { prefixedUuid } from '../../../domain/submission/instance-document';

export interface EditResult {
  readonly id: number;
  readonly uuid: string;
  readonly rootUuid: string;
  readonly error: string | undefined;
}

/**
 * Answers for each submission: a question may have another path in the version of one. Undefined: it has them already, and
 * gets no edit.
 */
type Answers = BulkEdit['answers'] | ((stored: Stored) => BulkEdit['answers'] | undefined);

interface Change {
  readonly answers: Answers;
  readonly check: StateCheck<Stored> | undefined;
  readonly findVersion: VersionFinder;
}

type Stored = StoredSubmission & Pick<SubmissionEntity, 'versionUid' | 'xml'>;

/** Submissions in memory at once; a large one takes some megabytes. */
const CHUNK_SIZE = 100;

/** Sets the same answers in many submissions, each as its own edit (contract-data 3.5). */
@Injectable()
export class BulkEditService {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly selections: SubmissionSelectionService,
    private readonly repository: SubmissionRepository,
    private readonly stored: SubmissionWriteRepository,
    private readonly attachments: AttachmentRepository,
    private readonly changes: SubmissionChangeService,
    private readonly parser: SubmissionParser,
    private readonly entities: EntityIntakeService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Ids that `edit` would change, in ascending order; explicit ids are not checked yet. */
  async find(
    access: AssetAccess<'change_submissions'>,
    selection: BulkEdit['selection'],
  ): Promise<readonly number[]> {
    return this.selections.find(access, await this.forms.getDeployed(access), selection);
  }

  /**
   * A submission that cannot hold the answers stays unchanged and returns an error; the rest are edited together.
   * @param check of each submission; without it: any state is replaced
   * @throws InvalidError for an empty selection, DeniedError outside the caller's partial permission
   */
  async edit(
    actor: Actor,
    access: AssetAccess<'change_submissions'>,
    { selection, answers }: Pick<BulkEdit, 'selection'> & { readonly answers: Answers },
    check?: StateCheck<Stored>,
  ): Promise<EditResult[]> {
    const form = await this.forms.getDeployed(access);
    const found = await this.selections.find(access, form, selection);
    const findVersion = await this.forms.versionFinder(form);
    return this.unitOfWork.run(async (transaction) => {
      const ids = await this.lock(transaction, access, form, { selection, found });
      const results: EditResult[] = [];
      for (let start = 0; start < ids.length; start += CHUNK_SIZE) {
        const chunk = ids.slice(start, start + CHUNK_SIZE);
        results.push(
          ...(await this.editChunk(transaction, form, { actor, ids: chunk, answers, check, findVersion })),
        );
      }
      return results;
    });
  }

  private async lock(
    transaction: Transaction,
    access: AssetAccess<'change_submissions'>,
    form: DeployedForm,
    chosen: { readonly selection: BulkEdit['selection']; readonly found: readonly number[] },
  ): Promise<readonly number[]> {
    const ids = await this.selections.lock(transaction, access, form, chosen);
    if (ids.length === 0) throw new InvalidError('No submissions match the given `query`');
    return ids;
  }

  private async editChunk(
    transaction: Transaction,
    form: DeployedForm,
    { actor, ids, ...change }: { actor: Actor; ids: readonly number[] } & Change,
  ): Promise<EditResult[]> {
    const { assetId } = form;
    const editedBy = actor.kind === 'user' ? actor.username : null;
    const now = this.clock.now();
    const files = await this.attachments.listCurrent(transaction, assetId, ids);
    const edits: SubmissionEdit[] = [];
    const entities: EntitySubmission[] = [];
    const source = { submittedBy: editedBy, submittedAt: now };
    const results: EditResult[] = [];
    for (const stored of await this.repository.listWithXml(transaction, assetId, ids)) {
      change.check?.(stored);
      const own = files.filter(({ submissionId }) => submissionId === stored.id);
      const edit = await this.prepareEdit(form, stored, { ...change, files: own, now });
      if (typeof edit === 'object') {
        edits.push(edit);
        const { entities: nodes } = edit;
        if (nodes !== undefined) entities.push({ ...editedEntities(assetId, stored, nodes), ...source });
      }
      results.push({
        id: stored.id,
        uuid: typeof edit === 'object' ? edit.uuid : stored.uuid,
        rootUuid: stored.rootUuid,
        error: typeof edit === 'string' ? edit : undefined,
      });
    }
    const submissionIds = edits.map(({ id }) => id);
    await this.changes.log(transaction, { assetId, submissionIds, kind: 'edited', now });
    await this.stored.replace(transaction, { assetId, editedBy, now }, edits);
    for (const each of entities) await this.entities.applyEdited(transaction, each);
    await this.changes.announce(transaction, form, 'edited', { actor, submissionIds });
    return results;
  }

  /** @returns the edit, or an error message; undefined without a change */
  private async prepareEdit(
    form: DeployedForm,
    stored: Stored,
    {
      answers,
      findVersion,
      files,
      now,
    }: Omit<Change, 'check'> & { readonly files: readonly StoredAttachment[]; readonly now: Date },
  ): Promise<(SubmissionEdit & Pick<RewrittenInstance, 'entities'>) | string | undefined> {
    if (!form.active) return 'Form is not active';
    try {
      const changed = typeof answers === 'function' ? answers(stored) : answers;
      if (changed === undefined) return undefined;
      const instance = await rewrittenInstance({ parser: this.parser, findVersion }, form, stored, {
        answers: changed,
        answersIfPresent: [],
        instanceId: `uuid:${randomUUID()}`,
        deprecatedId: prefixedUuid(stored.uuid),
        rootUuid: prefixedUuid(stored.rootUuid),
      });
      const edit = editOf({ ...instance, attachments: [] }, stored, { files, now });
      return { ...edit, ...(instance.entities && { entities: instance.entities }) };
    } catch (error) {
      if (error instanceof DomainError && error.kind !== 'unavailable') return error.message;
      throw error;
    }
  }
}

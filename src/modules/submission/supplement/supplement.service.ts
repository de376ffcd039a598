import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import type { Actor } from '../../../domain/account/actor';
import { orNotFound } from '../../../domain/errors';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { scopeOf } from '../../../domain/query/submission-scope';
import { readSubmissionIdentifier } from '../../../domain/submission/instance-meta';
import { withSupplement } from '../../../domain/submission/submission-json';
import { applyChanges } from '../../../domain/supplement/apply-changes';
import type { QuestionFeature } from '../../../domain/supplement/question-feature';
import { supplementDetails } from '../../../domain/supplement/supplement-details';
import { readSupplementChanges, type SupplementVersion } from '../../../domain/supplement/supplement-input';
import { type DeployedForm, DeployedFormService } from '../../deployment/deployed-form.service';
import { SubmissionSelectionService } from '../edit/submission-selection.service';
import { SubmissionReadRepository } from '../read/submission-read.repository';
import type { ReadAccess } from '../read/submission.service';
import { SubmissionChangeService } from '../submission-change.service';
import { SubmissionRepository } from '../submission.repository';
import { SubmissionWriteRepository } from '../submission-write.repository';
import { QuestionFeatureRepository, SupplementRepository } from '../supplement.repository';

/** Submissions in memory at once. */
const CHUNK_SIZE = 100;
const MAX_TAGS = 1_000;

interface Rendering {
  readonly actor: Actor;
  readonly form: DeployedForm;
  readonly features: readonly QuestionFeature[];
  readonly now: Date;
}

/**
 * Supplements of submissions: transcripts, translations and qualitative answers (decision 165). Versions are appended;
 * the current state is part of the submission's JSON, so that lists, streams, filters and exports need no join.
 */
@Injectable()
export class SupplementService {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly submissions: SubmissionReadRepository,
    private readonly selections: SubmissionSelectionService,
    private readonly repository: SubmissionRepository,
    private readonly stored: SubmissionWriteRepository,
    private readonly changes: SubmissionChangeService,
    private readonly features: QuestionFeatureRepository,
    private readonly versions: SupplementRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** All versions, oldest first. @throws NotFoundError */
  async list(access: ReadAccess, name: string): Promise<SupplementVersion[]> {
    await this.forms.getDeployed(access);
    const submissionId = orNotFound(
      await this.submissions.findId(scopeOf(access), readSubmissionIdentifier(name)),
    );
    return this.versions.list(access.assetId, submissionId);
  }

  /**
   * Appends versions; none is ever replaced.
   * @returns all versions, oldest first
   * @throws NotFoundError, DeniedError; InvalidError as `readSupplementChanges` and `applyChanges`
   */
  async change(
    actor: Actor,
    access: AssetAccess<'change_submissions'>,
    name: string,
    body: Readonly<Record<string, unknown>>,
  ): Promise<SupplementVersion[]> {
    const requested = readSupplementChanges(body);
    const form = await this.forms.getDeployed(access);
    const { assetId } = access;
    return this.unitOfWork.run(async (transaction) => {
      const { id: submissionId, json } = await this.selections.lockOne(transaction, access, name);
      const features = await this.features.listWithin(transaction, assetId);
      const latest = await this.versions.listLatest(transaction, assetId, [submissionId]);
      const now = this.clock.now();
      const applied = applyChanges(requested, {
        features,
        recordings: form.reading.newest.filePaths,
        latest: latest.map(({ submissionId: _id, ...version }) => version),
        lastOrdinal: Math.max(0, ...latest.map(({ ordinal }) => ordinal)),
        createdBy: actor.kind === 'user' ? actor.username : null,
        now,
        newUuid: randomUUID,
      });
      const key = { assetId, submissionId };
      await this.versions.insert(transaction, key, applied.added);
      for (const version of applied.verified) await this.versions.setVerified(transaction, key, version);
      await this.write(transaction, { actor, form, features, now }, [
        { id: submissionId, json, latest: applied.latest },
      ]);
      return this.versions.listWithin(transaction, assetId, submissionId);
    });
  }

  /** Renders the labels of a question anew in all submissions with versions on it. */
  async renderQuestion(
    transaction: Transaction,
    actor: Actor,
    { assetUid, assetId }: Pick<AssetAccess<never>, 'assetUid' | 'assetId'>,
    questionXpath: string,
  ): Promise<void> {
    const form = await this.forms.findByAsset({ assetUid });
    if (form === undefined) return;
    await this.stored.lockAsset(transaction, assetId);
    const features = await this.features.listWithin(transaction, assetId);
    const rendering: Rendering = { actor, form, features, now: this.clock.now() };
    for (let after = 0; ;) {
      const ids = await this.versions.listSubmissionIds(
        transaction,
        assetId,
        questionXpath,
        after,
        CHUNK_SIZE,
      );
      if (ids.length === 0) return;
      const locked = await this.repository.lockMany(transaction, assetId, ids);
      const latest = await this.versions.listLatest(transaction, assetId, locked);
      const stored = await this.repository.listJson(transaction, assetId, locked);
      const submissions = stored.map(({ id, json }) => ({
        id,
        json,
        latest: latest.filter(({ submissionId }) => submissionId === id),
      }));
      await this.write(transaction, rendering, submissions);
      after = ids.at(-1)!;
    }
  }

  /** Current tags of the submissions that the caller may view, in order; at most 1000. */
  tags(access: ReadAccess, questionUuid: string): Promise<string[]> {
    return this.versions.listTags(scopeOf(access), questionUuid, MAX_TAGS);
  }

  private async write(
    transaction: Transaction,
    { actor, form, features, now }: Rendering,
    submissions: readonly {
      readonly id: number;
      readonly json: string;
      readonly latest: readonly SupplementVersion[];
    }[],
  ): Promise<void> {
    const { assetId } = form;
    const updates = submissions.map(({ id, json, latest }) => ({
      id,
      json: withSupplement(json, JSON.stringify(supplementDetails(latest, features)), now),
    }));
    const submissionIds = submissions.map(({ id }) => id);
    await this.changes.log(transaction, { assetId, submissionIds, kind: 'edited', now });
    await this.stored.updateJson(transaction, { assetId, now }, updates);
    const change = { actor, submissionIds, action: 'modify-qa-data' } as const;
    await this.changes.announce(transaction, form, 'edited', change);
  }
}

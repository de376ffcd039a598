import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import type { Actor } from '../../../domain/account/actor';
import type { AssetEvent } from '../../../domain/audit/audit-action';
import { generateUid, UID_PREFIX } from '../../../domain/asset/uid';
import { InvalidError, orNotFound } from '../../../domain/errors';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import {
  FEATURE_LIMITS,
  readFeatureSettings,
  readNewFeature,
} from '../../../domain/supplement/feature-input';
import { mergeSettings, type QuestionFeature } from '../../../domain/supplement/question-feature';
import { AuditService } from '../../audit/audit.service';
import { QuestionFeatureRepository } from '../supplement.repository';
import { SupplementService } from './supplement.service';

type Access = AssetAccess<'change_asset' | 'change_submissions'>;

/** `advanced-features` of an asset: additions to the answers of each question (decision 165). */
@Injectable()
export class QuestionFeatureService {
  constructor(
    private readonly features: QuestionFeatureRepository,
    private readonly supplements: SupplementService,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Oldest first. */
  list({ assetId }: Pick<AssetAccess<never>, 'assetId'>): Promise<QuestionFeature[]> {
    return this.features.list(assetId);
  }

  /** @throws NotFoundError */
  async get({ assetId }: AssetAccess<'view_asset'>, uid: string): Promise<QuestionFeature> {
    return orNotFound(await this.features.find(assetId, uid));
  }

  /** @throws InvalidError, also if the action is enabled for the question already, or the asset has too many */
  async create(
    actor: Actor,
    { assetId }: Access,
    body: Readonly<Record<string, unknown>>,
  ): Promise<QuestionFeature> {
    const feature: QuestionFeature = {
      ...readNewFeature(body),
      uid: generateUid(UID_PREFIX.questionFeature, randomBytes),
    };
    await this.unitOfWork.run(async (transaction) => {
      const existing = await this.features.listWithin(transaction, assetId);
      if (existing.length >= FEATURE_LIMITS.features) {
        throw new InvalidError(`A form can have at most ${FEATURE_LIMITS.features} advanced features.`);
      }
      await this.features.insert(transaction, assetId, feature, this.clock.now());
      await this.audit.recordAssetEvents(transaction, actor, assetId, [featureEvent(feature)]);
    });
    return feature;
  }

  /**
   * Merges parameters; none is removed. Submissions show changed labels at once.
   * @throws NotFoundError, InvalidError
   */
  async update(
    actor: Actor,
    access: Access,
    uid: string,
    { params }: Readonly<Record<string, unknown>>,
  ): Promise<QuestionFeature> {
    const { assetId } = access;
    return this.unitOfWork.run(async (transaction) => {
      const feature = orNotFound(await this.features.lock(transaction, assetId, uid));
      const merged = mergeSettings(feature, readFeatureSettings(feature.action, params));
      if (JSON.stringify(merged.params) === JSON.stringify(feature.params)) return feature;
      const changed = { ...feature, ...merged };
      await this.features.setParams(transaction, { assetId, uid, now: this.clock.now() }, merged);
      await this.audit.recordAssetEvents(transaction, actor, assetId, [featureEvent(changed)]);
      if (merged.action === 'manual_qual') {
        await this.supplements.renderQuestion(transaction, actor, access, feature.questionXpath);
      }
      return changed;
    });
  }
}

function featureEvent({ questionXpath, action, params }: QuestionFeature): AssetEvent {
  return { action: 'update-qa', metadata: { qa: { question_xpath: questionXpath, action, params } } };
}

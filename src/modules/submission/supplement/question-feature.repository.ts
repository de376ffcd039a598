import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { violatedConstraint } from '../../../database/constraint-violation';
import { QuestionFeatureEntity } from '../../../database/entities/question-feature.entity';
import { managerOf } from '../../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';
import { InvalidError } from '../../../domain/errors';
import type { FeatureSettings, QuestionFeature } from '../../../domain/supplement/question-feature';

@Injectable()
export class QuestionFeatureRepository {
  constructor(
    @InjectRepository(QuestionFeatureEntity) private readonly features: Repository<QuestionFeatureEntity>,
  ) {}

  /** Oldest first. */
  async list(assetId: number): Promise<QuestionFeature[]> {
    return (await this.features.find({ where: { assetId }, order: { id: 'ASC' } })).map(toFeature);
  }

  async listWithin(transaction: Transaction, assetId: number): Promise<QuestionFeature[]> {
    const manager = managerOf(transaction);
    return (await manager.find(QuestionFeatureEntity, { where: { assetId }, order: { id: 'ASC' } })).map(
      toFeature,
    );
  }

  async find(assetId: number, uid: string): Promise<QuestionFeature | undefined> {
    const found = await this.features.findOneBy({ assetId, uid });
    return found === null ? undefined : toFeature(found);
  }

  /** `SELECT … FOR UPDATE`. */
  async lock(transaction: Transaction, assetId: number, uid: string): Promise<QuestionFeature | undefined> {
    const found = await managerOf(transaction).findOne(QuestionFeatureEntity, {
      where: { assetId, uid },
      lock: { mode: 'pessimistic_write' },
    });
    return found === null ? undefined : toFeature(found);
  }

  /** @throws InvalidError if the action is enabled for the question already */
  async insert(
    transaction: Transaction,
    assetId: number,
    { uid, questionXpath, action, params }: QuestionFeature,
    now: Date,
  ): Promise<void> {
    const row = { uid, assetId, questionXpath, action, params, dateCreated: now, dateModified: now };
    await managerOf(transaction)
      .insert(QuestionFeatureEntity, row)
      .catch((error: unknown) => {
        if (violatedConstraint(error) !== 'question_feature_action_key') throw error;
        throw InvalidError.at(
          'action',
          `"${action}" is enabled for this question already. Change it with PATCH.`,
        );
      });
  }

  async setParams(
    transaction: Transaction,
    { assetId, uid, now }: { assetId: number; uid: string; now: Date },
    { params }: FeatureSettings,
  ): Promise<void> {
    const change = { params, dateModified: now };
    await managerOf(transaction).update(QuestionFeatureEntity, { assetId, uid }, change);
  }
}

function toFeature({ uid, questionXpath, action, params }: QuestionFeatureEntity): QuestionFeature {
  return { uid, questionXpath, action, params } as QuestionFeature;
}

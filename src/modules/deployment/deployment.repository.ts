import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { brokenConstraint } from '../../database/broken-constraint';
import { jsonFromBytes, textFromBytes } from '../../database/bytes-in-sql';
import { DeploymentEntity } from '../../database/entities/deployment.entity';
import { managerOf, touch } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { WrongStateError } from '../../domain/errors';

export const DEPLOYED_ALREADY = 'Use PATCH to update an existing deployment';

/** What a deployment makes of a version. */
export interface CompiledForm extends Pick<
  DeploymentEntity,
  'versionId' | 'versionLabel' | 'xmlMd5' | 'encrypted' | 'dateDeployed' | 'dateModified'
> {
  /** UTF-8. */
  readonly xml: Uint8Array;
  /** JSON of its `FormFacts`, in UTF-8. */
  readonly facts: Uint8Array;
}

@Injectable()
export class DeploymentRepository {
  constructor(
    @InjectRepository(DeploymentEntity) private readonly deployments: Repository<DeploymentEntity>,
  ) {}

  find(assetId: number): Promise<DeploymentEntity | null> {
    return this.deployments.findOneBy({ assetId });
  }

  /** @throws WrongStateError when the asset has been deployed meanwhile */
  async insert(
    transaction: Transaction,
    deployment: Pick<DeploymentEntity, 'assetId' | 'uuid' | 'active'>,
    form: CompiledForm,
  ): Promise<void> {
    const { values, parameters } = columnsOf(form);
    try {
      await managerOf(transaction)
        .createQueryBuilder()
        .insert()
        .into(DeploymentEntity)
        .values({ ...deployment, ...values })
        .setParameters(parameters)
        .execute();
    } catch (error) {
      if (brokenConstraint(error) === 'deployment_pk') throw new WrongStateError(DEPLOYED_ALREADY);
      throw error;
    }
    touch(transaction, 'asset', deployment.assetId);
  }

  /** @param active absent: as it is */
  async replaceForm(
    transaction: Transaction,
    assetId: number,
    form: CompiledForm,
    active: boolean | undefined,
  ): Promise<void> {
    const { values, parameters } = columnsOf(form);
    await managerOf(transaction)
      .createQueryBuilder()
      .update(DeploymentEntity)
      .set({ ...values, ...(active !== undefined && { active }) })
      .where({ assetId })
      .setParameters(parameters)
      .execute();
    touch(transaction, 'asset', assetId);
  }

  async update(transaction: Transaction, assetId: number, values: Partial<DeploymentEntity>): Promise<void> {
    await managerOf(transaction).update(DeploymentEntity, { assetId }, values);
    touch(transaction, 'asset', assetId);
  }
}

function columnsOf({ xml, facts, ...columns }: CompiledForm) {
  const text = textFromBytes({ xml });
  const json = jsonFromBytes({ facts });
  return {
    values: { ...columns, ...text.values, ...json.values },
    parameters: { ...text.parameters, ...json.parameters },
  };
}

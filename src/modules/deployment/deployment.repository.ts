import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import { violatedConstraint } from '../../database/constraint-violation';
import { jsonFromBytes, textFromBytes } from '../../database/bytes-in-sql';
import { AssetVersionEntity } from '../../database/entities/asset-version.entity';
import { DeploymentEntity } from '../../database/entities/deployment.entity';
import { managerOf, invalidateOnCommit } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { WrongStateError } from '../../domain/errors';

export const ALREADY_DEPLOYED = 'Use PATCH to update an existing deployment';

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

  /** @throws WrongStateError if the asset was deployed concurrently */
  async insert(
    transaction: Transaction,
    deployment: Pick<DeploymentEntity, 'assetId' | 'uuid' | 'active'>,
    form: CompiledForm,
  ): Promise<void> {
    const { values, parameters } = toColumns(form);
    try {
      await managerOf(transaction)
        .createQueryBuilder()
        .insert()
        .into(DeploymentEntity)
        .values({ ...deployment, ...values })
        .setParameters(parameters)
        .execute();
    } catch (error) {
      if (violatedConstraint(error) === 'deployment_pk') throw new WrongStateError(ALREADY_DEPLOYED);
      throw error;
    }
    await this.storeVersionFacts(transaction, form);
    invalidateOnCommit(transaction, 'asset', deployment.assetId);
  }

  async replaceForm(
    transaction: Transaction,
    assetId: number,
    form: CompiledForm,
    active: boolean | undefined,
  ): Promise<void> {
    const { values, parameters } = toColumns(form);
    await managerOf(transaction)
      .createQueryBuilder()
      .update(DeploymentEntity)
      .set({ ...values, ...(active !== undefined && { active }) })
      .where({ assetId })
      .setParameters(parameters)
      .execute();
    await this.storeVersionFacts(transaction, form);
    invalidateOnCommit(transaction, 'asset', assetId);
  }

  async update(transaction: Transaction, assetId: number, values: Partial<DeploymentEntity>): Promise<void> {
    await managerOf(transaction).update(DeploymentEntity, { assetId }, values);
    invalidateOnCommit(transaction, 'asset', assetId);
  }

  /** Keeps the structure of a version that is deployed first: its submissions are read by it after later deployments. */
  private async storeVersionFacts(
    transaction: Transaction,
    { versionId, facts }: CompiledForm,
  ): Promise<void> {
    const { values, parameters } = jsonFromBytes({ facts });
    await managerOf(transaction)
      .createQueryBuilder()
      .update(AssetVersionEntity)
      .set(values)
      .where({ id: versionId, facts: IsNull() })
      .setParameters(parameters)
      .execute();
  }
}

function toColumns({ xml, facts, ...columns }: CompiledForm) {
  const text = textFromBytes({ xml });
  const json = jsonFromBytes({ facts });
  return {
    values: { ...columns, ...text.values, ...json.values },
    parameters: { ...text.parameters, ...json.parameters },
  };
}

import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import type { DeploymentEntity } from '../../database/entities/deployment.entity';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { Actor, UserActor } from '../../domain/account/actor';
import { InvalidError, NotFoundError, WrongStateError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { AssetService, type DeployableVersion } from '../asset/asset.service';
import { type AssetDetailView, AssetViewService } from '../asset/asset-view.service';
import { DEPLOYED_ALREADY, DeploymentRepository } from './deployment.repository';
import { compileDeployment, versionLabel } from './deployment-form';

/** A deployment with its asset, as all answers show it. */
export interface DeploymentView {
  readonly active: boolean;
  readonly versionUid: string;
  readonly asset: AssetDetailView;
}

export interface DeploymentInput {
  readonly active?: boolean;
  /** Must be the current version; named by clients that want to be sure what they deploy. */
  readonly versionUid?: string;
}

/** A change is either of the active flag alone, or a new deployment of the current version (decision 16). */
export type DeploymentChange =
  | { readonly kind: 'set-active'; readonly active: boolean }
  | { readonly kind: 'redeploy'; readonly input: DeploymentInput };

/** Makes a survey collect data, and stops and resumes it. */
@Injectable()
export class DeploymentService {
  constructor(
    private readonly deployments: DeploymentRepository,
    private readonly assets: AssetService,
    private readonly views: AssetViewService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError when the asset is not deployed */
  async show(actor: Actor, access: AssetAccess<'view_asset' | 'change_asset'>): Promise<DeploymentView> {
    const deployment = await this.existing(access);
    const asset = await this.views.show(actor, access);
    return { active: deployment.active, versionUid: asset.deployedVersionUid!, asset };
  }

  /**
   * Deploys the current version for the first time.
   * @throws WrongStateError when there is a deployment already
   * @throws InvalidError for a form that does not compile, and for what is no survey
   */
  async deploy(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    { active = true, versionUid }: DeploymentInput,
  ): Promise<DeploymentView> {
    if ((await this.deployments.find(access.assetId)) !== null) throw new WrongStateError(DEPLOYED_ALREADY);
    const version = await this.deployable(access, versionUid);
    const uuid = randomUUID().replaceAll('-', '');
    const values = this.compile(version, uuid);
    await this.unitOfWork.run(async (transaction) => {
      await this.deployments.insert(transaction, { assetId: access.assetId, uuid, active, ...values });
      await this.assets.markDeployed(transaction, actor, access, version.id);
    });
    return this.show(actor, access);
  }

  change(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    change: DeploymentChange,
  ): Promise<DeploymentView> {
    return change.kind === 'set-active'
      ? this.setActive(actor, access, change.active)
      : this.redeploy(actor, access, change.input);
  }

  /** Archives or resumes; the deployed form stays as it is. */
  async setActive(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    active: boolean,
  ): Promise<DeploymentView> {
    await this.existing(access);
    await this.unitOfWork.run((transaction) =>
      this.deployments.update(transaction, access.assetId, { active, dateModified: this.clock.now() }),
    );
    return this.show(actor, access);
  }

  /** Puts the current version in the place of the deployed one; its uuid and all submissions stay. */
  async redeploy(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    { active, versionUid }: DeploymentInput,
  ): Promise<DeploymentView> {
    const { uuid } = await this.existing(access);
    const version = await this.deployable(access, versionUid);
    const values = this.compile(version, uuid);
    await this.unitOfWork.run(async (transaction) => {
      await this.deployments.update(transaction, access.assetId, {
        ...values,
        ...(active !== undefined && { active }),
      });
      await this.assets.markDeployed(transaction, actor, access, version.id);
    });
    return this.show(actor, access);
  }

  private async existing(access: AssetAccess<'view_asset' | 'change_asset'>): Promise<DeploymentEntity> {
    const deployment = await this.deployments.find(access.assetId);
    if (deployment === null) throw new NotFoundError();
    return deployment;
  }

  private async deployable(
    access: AssetAccess<'change_asset'>,
    versionUid: string | undefined,
  ): Promise<DeployableVersion> {
    const version = await this.assets.newestVersion(access);
    if (version?.assetType !== 'survey') {
      throw new InvalidError('Only surveys can be deployed; clone this asset to a survey first.');
    }
    if (versionUid !== undefined && versionUid !== version.uid) {
      throw new InvalidError({
        version_id: [
          `Only the current version can be deployed; send ${version.uid} or leave version_id out.`,
        ],
      });
    }
    return version;
  }

  private compile(version: DeployableVersion, uuid: string) {
    const now = this.clock.now();
    const label = versionLabel(version.deploymentNumber, version.dateModified);
    const { xml, facts } = compileDeployment(version, { uuid, label });
    return {
      versionId: version.id,
      versionLabel: label,
      xml,
      xmlMd5: createHash('md5').update(xml).digest('hex'),
      facts,
      encrypted: facts.encrypted,
      dateDeployed: now,
      dateModified: now,
    };
  }
}

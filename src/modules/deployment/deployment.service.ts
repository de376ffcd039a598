import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import type { DeploymentEntity } from '../../database/entities/deployment.entity';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { Actor, UserActor } from '../../domain/account/actor';
import { activation } from '../../domain/audit/asset-events';
import { ConflictError, InvalidError, NotFoundError, WrongStateError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { FormEngine } from '../../workers/form-engine/form-engine.port';
import { AuditService } from '../audit/audit.service';
import { type DeployableVersion, VersionService } from '../asset/version.service';
import { type AssetDetailView, AssetViewService } from '../asset/asset-view.service';
import { deploymentRefusal, versionLabel } from './deployment-form';
import { DeploymentQuery } from './deployment.query';
import { type CompiledForm, DEPLOYED_ALREADY, DeploymentRepository } from './deployment.repository';

/** A deployment with its asset, as all answers show it. */
export interface DeploymentView {
  readonly active: boolean;
  readonly versionUid: string;
  readonly asset: AssetDetailView;
  /** What is doubtful about the form, when it was compiled for this answer: one sentence each. */
  readonly warnings?: readonly string[];
}

/** A version ready to be deployed, and what is doubtful about it. */
interface Compiled {
  readonly form: CompiledForm;
  readonly warnings: readonly string[];
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

/** A form that takes long to compile may be saved again meanwhile; so often it is compiled anew. */
const MOST_TRIES = 5;

/** Makes a survey collect data, and stops and resumes it. */
@Injectable()
export class DeploymentService {
  constructor(
    private readonly deployments: DeploymentRepository,
    private readonly deploymentQuery: DeploymentQuery,
    private readonly versions: VersionService,
    private readonly views: AssetViewService,
    private readonly engine: FormEngine,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly audit: AuditService,
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
    const uuid = randomUUID().replaceAll('-', '');
    const warnings = await this.putNewest(
      actor,
      access,
      { uuid, versionUid, action: 'deploy' },
      (transaction, form) =>
        this.deployments.insert(transaction, { assetId: access.assetId, uuid, active }, form),
    );
    return { ...(await this.show(actor, access)), warnings };
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
    const { active: wasActive } = await this.existing(access);
    await this.unitOfWork.run(async (transaction) => {
      await this.deployments.update(transaction, access.assetId, { active, dateModified: this.clock.now() });
      if (active !== wasActive)
        await this.audit.tell(transaction, actor, access.assetId, [activation(active)]);
    });
    return this.show(actor, access);
  }

  /** Puts the current version in the place of the deployed one; its uuid and all submissions stay. */
  async redeploy(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    { active, versionUid }: DeploymentInput,
  ): Promise<DeploymentView> {
    const { uuid, active: wasActive } = await this.existing(access);
    const warnings = await this.putNewest(
      actor,
      access,
      { uuid, versionUid, action: 'redeploy' },
      async (transaction, form) => {
        await this.deploymentQuery.keepFilePaths(transaction, access.assetId);
        await this.deployments.replaceForm(transaction, access.assetId, form, active);
        if (active === undefined || active === wasActive) return;
        await this.audit.tell(transaction, actor, access.assetId, [activation(active)]);
      },
    );
    return { ...(await this.show(actor, access)), warnings };
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
    const version = await this.versions.newest(access);
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

  /**
   * Compiles the newest version, then writes it if it is still the newest. Otherwise a save or another deployment came
   * between, and what was compiled would put an older version in the place of a newer one: it is done over.
   * @returns what is doubtful about the form
   */
  private async putNewest(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    {
      uuid,
      versionUid,
      action,
    }: { uuid: string; versionUid: string | undefined; action: 'deploy' | 'redeploy' },
    write: (transaction: Transaction, form: CompiledForm) => Promise<void>,
  ): Promise<readonly string[]> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const version = await this.deployable(access, versionUid);
      const { form, warnings } = await this.compile(version, uuid);
      const isWritten = await this.unitOfWork.run(async (transaction) => {
        if (!(await this.versions.holdNewest(transaction, access, version))) return false;
        await write(transaction, form);
        await this.versions.markDeployed(transaction, actor, access, version.id);
        const metadata = { latest_deployed_version_uid: version.uid };
        await this.audit.tell(transaction, actor, access.assetId, [{ action, metadata }]);
        return true;
      });
      if (isWritten) return warnings;
    }
    throw new ConflictError('The form is saved again and again; deploy it when that has ended.');
  }

  /** @throws InvalidError for a form that does not compile */
  private async compile(version: DeployableVersion, uuid: string): Promise<Compiled> {
    const now = this.clock.now();
    const label = versionLabel(version.deploymentNumber, version.dateModified);
    const { assetUid: formId, assetName: title, uid: versionUid } = version;
    try {
      const names = { formId, title, version: label, formUuid: uuid, versionUid };
      const { warnings, ...compiled } = await this.engine.deployable(version.content, names);
      const form = { ...compiled, versionId: version.id, versionLabel: label };
      return { form: { ...form, dateDeployed: now, dateModified: now }, warnings };
    } catch (error) {
      throw deploymentRefusal(error);
    }
  }
}

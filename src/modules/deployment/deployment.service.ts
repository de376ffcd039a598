import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import type { DeploymentEntity } from '../../database/entities/deployment.entity';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { Actor, UserActor } from '../../domain/account/actor';
import { activation } from '../../domain/audit/audit-action';
import { ConflictError, InvalidError, WrongStateError, orNotFound } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { FormFacts } from '../../domain/xform/form-facts';
import { mediaNameWarnings } from '../../domain/xform/media-names';
import { FormEngine } from '../../workers/form-engine/form-engine';
import { AuditService } from '../audit/audit.service';
import { type DeployableVersion, VersionService } from '../asset/version.service';
import { type AssetDetailView, AssetViewService } from '../asset/asset-view.service';
import { DataSharingService } from '../asset/data-sharing.service';
import { type FormListForecast, FormListService } from '../entity/form-list.service';
import { type CompiledForm, ALREADY_DEPLOYED, DeploymentRepository } from './deployment.repository';
import { FormProblemsError } from '../../domain/content/form-problem';

export interface DeploymentView {
  readonly active: boolean;
  readonly versionUid: string;
  readonly asset: AssetDetailView;
  /** Form warnings, if this request compiled the form. */
  readonly warnings?: readonly string[];
}

/** Effect that a deployment of the current version would have on the entity lists. */
export interface ListForecastView {
  readonly versionUid: string;
  readonly lists: readonly FormListForecast[];
}

interface Compiled {
  readonly form: CompiledForm;
  readonly warnings: readonly string[];
  readonly mediaNames: readonly string[];
}

export interface DeploymentInput {
  readonly active?: boolean;
  /** Precondition: must be the current version. */
  readonly versionUid?: string;
}

/** Either a change of the active flag only, or a redeployment of the current version (decision 16). */
export type DeploymentChange =
  | { readonly kind: 'set-active'; readonly active: boolean }
  | { readonly kind: 'redeploy'; readonly input: DeploymentInput };

/** Compilations per request, as the form may be saved concurrently. */
const MAX_ATTEMPTS = 5;

@Injectable()
export class DeploymentService {
  constructor(
    private readonly deployments: DeploymentRepository,
    private readonly versions: VersionService,
    private readonly views: AssetViewService,
    private readonly engine: FormEngine,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly audit: AuditService,
    private readonly lists: FormListService,
    private readonly sharing: DataSharingService,
  ) {}

  /** @throws NotFoundError if the asset is not deployed */
  async show(actor: Actor, access: AssetAccess<'view_asset' | 'change_asset'>): Promise<DeploymentView> {
    const deployment = await this.findExisting(access);
    const asset = await this.views.show(actor, access);
    return { active: deployment.active, versionUid: asset.deployedVersionUid!, asset };
  }

  /** @throws WrongStateError if already deployed, InvalidError if the form does not compile or is not a survey */
  async deploy(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    { active = true, versionUid }: DeploymentInput,
  ): Promise<DeploymentView> {
    if ((await this.deployments.find(access.assetId)) !== null) throw new WrongStateError(ALREADY_DEPLOYED);
    const uuid = randomUUID().replaceAll('-', '');
    const warnings = await this.deployNewest(
      actor,
      access,
      { uuid, versionUid, action: 'deploy' },
      (transaction, form) =>
        this.deployments.insert(transaction, { assetId: access.assetId, uuid, active }, form),
    );
    return { ...(await this.show(actor, access)), warnings };
  }

  /** For those who may deploy. @throws InvalidError as `deploy` */
  async forecastLists(
    actor: UserActor,
    access: AssetAccess<'view_asset' | 'change_asset'>,
  ): Promise<ListForecastView> {
    const version = await this.findDeployableVersion(access, undefined);
    const { form } = await this.compile(version, randomUUID().replaceAll('-', ''));
    const xml = await this.deployments.findAnyXml(access.assetId);
    const forms = {
      // The facts that are stored with older deployments do not say whether a form creates or updates.
      deployed: xml && (await this.engine.facts(xml)),
      draft: JSON.parse(Buffer.from(form.facts).toString()) as FormFacts,
    };
    return { versionUid: version.uid, lists: await this.lists.forecast(actor, access, forms) };
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

  async setActive(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    active: boolean,
  ): Promise<DeploymentView> {
    const { active: wasActive } = await this.findExisting(access);
    await this.unitOfWork.run(async (transaction) => {
      await this.deployments.update(transaction, access.assetId, { active, dateModified: this.clock.now() });
      if (active !== wasActive)
        await this.audit.recordAssetEvents(transaction, actor, access.assetId, [activation(active)]);
    });
    return this.show(actor, access);
  }

  /** Replaces the deployed version by the current one; uuid and submissions remain. */
  async redeploy(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    { active, versionUid }: DeploymentInput,
  ): Promise<DeploymentView> {
    const { uuid, active: wasActive } = await this.findExisting(access);
    const warnings = await this.deployNewest(
      actor,
      access,
      { uuid, versionUid, action: 'redeploy' },
      async (transaction, form) => {
        await this.deployments.replaceForm(transaction, access.assetId, form, active);
        if (active === undefined || active === wasActive) return;
        await this.audit.recordAssetEvents(transaction, actor, access.assetId, [activation(active)]);
      },
    );
    return { ...(await this.show(actor, access)), warnings };
  }

  /** Warns of media files that the form needs and devices would not get. @param names as the form writes them */
  async missingMedia(
    { assetId }: AssetAccess<'view_asset' | 'change_asset'>,
    names: readonly string[],
  ): Promise<string[]> {
    if (names.length === 0) return [];
    return mediaNameWarnings(names, await this.deployments.mediaNames(assetId));
  }

  private async findExisting(access: AssetAccess<'view_asset' | 'change_asset'>): Promise<DeploymentEntity> {
    return orNotFound(await this.deployments.find(access.assetId));
  }

  private async findDeployableVersion(
    access: AssetAccess<'view_asset' | 'change_asset'>,
    versionUid: string | undefined,
  ): Promise<DeployableVersion> {
    const version = await this.versions.newest(access);
    if (version?.assetType !== 'survey') {
      throw new InvalidError('Only surveys can be deployed. Clone this asset as a survey first.');
    }
    if (versionUid !== undefined && versionUid !== version.uid) {
      throw InvalidError.at(
        'version_id',
        `Only the current version can be deployed. Send ${version.uid} or leave version_id out.`,
      );
    }
    return version;
  }

  /** Optimistic lock: stores the compiled version only if it is still the latest, else retries. @returns form warnings */
  private async deployNewest(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    {
      uuid,
      versionUid,
      action,
    }: { uuid: string; versionUid: string | undefined; action: 'deploy' | 'redeploy' },
    write: (transaction: Transaction, form: CompiledForm) => Promise<void>,
  ): Promise<readonly string[]> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const version = await this.findDeployableVersion(access, versionUid);
      const { form, warnings, mediaNames } = await this.compile(version, uuid);
      const listWarnings = await this.lists.warnings(access, form.facts);
      const sharingWarnings = await this.sharing.warnings(access);
      const isStored = await this.unitOfWork.run(async (transaction) => {
        if (!(await this.versions.lockNewest(transaction, access, version))) return false;
        await write(transaction, form);
        await this.lists.connect(transaction, actor, access, form.facts);
        await this.versions.markDeployed(transaction, actor, access, version.id);
        const metadata = { latest_deployed_version_uid: version.uid };
        await this.audit.recordAssetEvents(transaction, actor, access.assetId, [{ action, metadata }]);
        return true;
      });
      if (!isStored) continue;
      const missing = await this.missingMedia(access, mediaNames);
      return [...warnings, ...listWarnings, ...sharingWarnings, ...missing];
    }
    throw new ConflictError('The form was changed repeatedly during the deployment. Retry later.');
  }

  private async compile(version: DeployableVersion, uuid: string): Promise<Compiled> {
    const now = this.clock.now();
    const label = versionLabel(version.deploymentNumber, version.dateModified);
    const { assetUid: formId, assetName: title, uid: versionUid } = version;
    try {
      const names = { formId, title, version: label, formUuid: uuid, versionUid };
      const { warnings, mediaNames, ...compiled } = await this.engine.deployable(version.content, names);
      const form = { ...compiled, versionId: version.id, versionLabel: label };
      return { form: { ...form, dateDeployed: now, dateModified: now }, warnings, mediaNames };
    } catch (error) {
      throw toDeploymentError(error);
    }
  }
}

/** Converts form errors to an InvalidError with `error` besides `detail` (decision 2); returns other errors unchanged. */
function toDeploymentError(error: unknown): unknown {
  return error instanceof FormProblemsError
    ? new InvalidError(error.message, { error: error.message })
    : error;
}

/** Version shown to collectors: `N (YYYY-MM-DD HH:MM:SS)` (contract-xlsform 3.10). */
export function versionLabel(deploymentNumber: number, modified: Date): string {
  return `${deploymentNumber} (${modified.toISOString().slice(0, 19).replace('T', ' ')})`;
}

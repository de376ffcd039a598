import { Injectable } from '@nestjs/common';
import { hash } from 'node:crypto';
import type { Actor, UserActor } from '../../domain/account/actor';
import { ConflictError, orNotFound } from '../../domain/errors';
import { PermissionService } from '../permission/permission.service';
import { DeploymentRepository, type CompiledForm } from './deployment.repository';
import type { DeploymentEntity } from '../../database/entities/deployment.entity';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import { FormProblemsError } from '../../domain/content/form-problem';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { readFormFacts } from '../../domain/xform/form-facts';
import { FormEngine } from '../../workers/form-engine/form-engine';
import { type VersionDetailView, VersionService } from '../asset/version.service';
import { FormListService } from '../entity/form-list.service';
import { versionLabel } from './deployment.service';

/**
 * Finds forms by the id that they had at the server that they were moved from, which unsent forms on phones name. Such an id
 * is not unique: it counts for the form of a collector link, else for forms of one owner, so that no user can claim it for
 * submissions to others (decision 150).
 */
@Injectable()
export class FormerFormIdService {
  constructor(
    private readonly deployments: DeploymentRepository,
    private readonly permissions: PermissionService,
  ) {}

  /**
   * @param ownerUsername owner that the path names; default: the caller
   * @returns uid of the form that the caller may submit to
   * @throws ConflictError if there are several
   */
  async find(actor: Actor, formId: string, ownerUsername?: string): Promise<string | undefined> {
    const linked = actor.kind === 'anonymous' ? actor.collectorAssetUid : undefined;
    const owner = ownerUsername ?? (actor.kind === 'user' ? actor.username : undefined);
    if (linked === undefined && owner === undefined) return undefined;
    const scope = linked === undefined ? { owner } : { assetUid: linked };
    const permitted: { uid: string; active: boolean }[] = [];
    for (const form of await this.deployments.findFormer(formId, scope)) {
      const access = await this.permissions.authorize(actor, form.uid, 'add_submissions');
      if (access !== undefined) permitted.push(form);
    }
    const active = permitted.filter((form) => form.active);
    const [first, second] = active.length > 0 ? active : permitted;
    if (second !== undefined) {
      throw new ConflictError(
        `Several forms had the id ${formId} before they were moved here. Send it with the collector link of its form.`,
      );
    }
    return first?.uid;
  }
}

interface MovedDeployment {
  readonly assetId: number;
  readonly assetUid: string;
  readonly title: string;
  /** Identifier of the deployment, `formhub/uuid` of its submissions. */
  readonly uuid: string;
  /** Form id at the source, where it is not the uid. */
  readonly formerFormId: string | null;
  /** Deployed versions, oldest first; the last one accepts submissions. */
  readonly versionUids: readonly string[];
  /** XForm of the source, for a last version that does not compile. */
  readonly readXform: () => Promise<string>;
  /** Deploys the XForm of the source without compiling the last version. */
  readonly usesXform: boolean;
  /** Receives what could not be taken over, as sentences. */
  readonly report: (problem: string) => void;
}

/** Keeps copies of deployments of other servers: the same uuid, and each deployed version in order. */
@Injectable()
export class MovedDeploymentService {
  constructor(
    private readonly deployments: DeploymentRepository,
    private readonly versions: VersionService,
    private readonly lists: FormListService,
    private readonly engine: FormEngine,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Deploys the versions that are not yet deployed, so that file questions of older ones stay known. A new deployment is
   * archived until its submissions are complete.
   * @throws ConflictError if another asset has the uuid
   */
  async save(copy: MovedDeployment): Promise<void> {
    const { assetId, versionUids } = copy;
    const versions = await this.versions.listByUid(assetId, versionUids);
    const deployed = await this.deployments.find(assetId);
    if (deployed !== null && deployed.uuid !== copy.uuid) {
      throw new ConflictError('The asset is deployed here with another uuid.');
    }
    const done = versions.findIndex(({ id }) => id === deployed?.versionId);
    const pending = versions.slice(done + 1);
    let isNew = deployed === null;
    for (const version of pending) {
      const form = await this.compile(copy, version, version === pending.at(-1));
      if (form === undefined) continue;
      await this.write(copy, form, isNew);
      isNew = false;
    }
    if (!isNew && deployed !== null && deployed.formerFormId !== copy.formerFormId)
      await this.update(assetId, { formerFormId: copy.formerFormId });
  }

  /** Undefined for an asset that is not deployed. */
  async read(
    assetId: number,
  ): Promise<{ uuid: string; active: boolean; versionId: number; formerFormId: string | null } | undefined> {
    return (await this.deployments.find(assetId)) ?? undefined;
  }

  /** XForm, of an archived form too. @throws NotFoundError if the asset is not deployed */
  async readXform(assetId: number): Promise<string> {
    const xml = orNotFound(await this.deployments.findAnyXml(assetId));
    return Buffer.from(xml).toString();
  }

  /** Connects the deployed form with lists of entities, as a deployment does. */
  async connectLists(actor: UserActor, access: AssetAccess<'change_asset'>): Promise<void> {
    const facts = await this.deployments.findFacts(access.assetId);
    if (facts === undefined) return;
    await this.unitOfWork.run((transaction) =>
      this.lists.connect(transaction, actor, access, Buffer.from(JSON.stringify(facts))),
    );
  }

  /** Whether submissions are accepted. */
  async setActive(assetId: number, active: boolean, now: Date): Promise<void> {
    const deployed = await this.deployments.find(assetId);
    if (deployed === null || deployed.active === active) return;
    await this.update(assetId, { active, dateModified: now });
  }

  private update(assetId: number, values: Partial<DeploymentEntity>): Promise<void> {
    return this.unitOfWork.run((transaction) => this.deployments.update(transaction, assetId, values));
  }

  private write(
    { assetId, uuid, formerFormId }: MovedDeployment,
    form: CompiledForm,
    isNew: boolean,
  ): Promise<void> {
    return this.unitOfWork.run(async (transaction) => {
      if (isNew)
        return this.deployments.insert(transaction, { assetId, uuid, formerFormId, active: false }, form);
      await this.deployments.replaceForm(transaction, assetId, form, undefined);
    });
  }

  /** Undefined for an older version that does not compile. */
  private async compile(
    { assetUid: formId, title, uuid, readXform, usesXform, report }: MovedDeployment,
    version: VersionDetailView,
    isLast: boolean,
  ): Promise<CompiledForm | undefined> {
    const { id: versionId, uid: versionUid, dateModified: date } = version;
    const label = versionLabel(version.deployments, date);
    const dates = { dateDeployed: date, dateModified: date };
    if (isLast && usesXform) return { ...formOf(await readXform()), ...dates, versionId };
    try {
      const names = { formId, title, version: label, formUuid: uuid, versionUid };
      const {
        warnings: _,
        mediaNames: __,
        ...compiled
      } = await this.engine.deployable(version.content, names);
      return { ...compiled, ...dates, versionId, versionLabel: label };
    } catch (error) {
      if (!(error instanceof FormProblemsError)) throw error;
      if (!isLast) {
        report(
          `Version ${versionUid} does not compile here; its submissions keep their answers: ${error.message}`,
        );
        return undefined;
      }
      report(
        `The form does not compile here, and is deployed with the XForm of the source: ${error.message}`,
      );
    }
    return { ...formOf(await readXform()), ...dates, versionId };
  }
}

/** @throws InvalidError unless it is an XForm */
function formOf(xml: string): Omit<CompiledForm, 'versionId' | 'dateDeployed' | 'dateModified'> {
  const facts = readFormFacts(xml);
  return {
    xml: Buffer.from(xml),
    xmlMd5: hash('md5', xml),
    facts: Buffer.from(JSON.stringify(facts)),
    encrypted: facts.encrypted,
    versionLabel: facts.version ?? '',
  };
}

import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { Environment } from '../../config/environment';
import type { UserActor } from '../../domain/account/actor';
import { DomainError, InvalidError } from '../../domain/errors';
import { AUTH_LEVELS, PAYLOAD_FORMATS } from '../../domain/hook/hook-rules';
import type { SourceAsset, SourceAssetSummary, SourceFile } from '../../domain/migration/source-types';
import { filesOf } from '../../domain/quota';
import { FILE_TYPES } from '../../domain/media/file-upload';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { Codename } from '../../domain/permission/codename';
import { canonicalJson } from '../../domain/text/json-members';
import { Storage } from '../../storage/storage.port';
import { MovedAssetService } from '../asset/moved-asset.service';
import { MovedDeploymentService } from '../deployment/moved-deployment.service';
import { ExportSettingService } from '../export/export-setting.service';
import { HookService } from '../hook/hook.service';
import { type AssetFile, AssetFileService } from '../media/asset-file.service';
import { PairedDataService } from '../submission/paired-data/paired-data.service';
import { PermissionAssignmentService } from '../permission/permission-assignment.service';
import { PermissionService } from '../permission/permission.service';
import { QuotaService } from '../account/quota/quota.service';
import type { AccountMapping } from './account-mapping.service';
import type { AssetLog } from './asset-log';
import { grantRequests } from './grant-requests';
import { type MigrationSource, SourcePartError } from './migration-source.port';
import { MigrationRepository } from './migration.repository';

const ALL = { limit: 10_000, start: 0 };

/** Asset of a source, to be written by its owner here. */
export interface MigratingAsset {
  readonly source: MigrationSource;
  readonly summary: SourceAssetSummary;
  readonly asset: SourceAsset;
  readonly owner: UserActor;
  readonly accounts: AccountMapping;
  readonly log: AssetLog;
}

/** Moves an asset with all that belongs to it, except submissions. What cannot be moved is logged, and the rest moves. */
@Injectable()
export class AssetMigrationService {
  constructor(
    private readonly assets: MovedAssetService,
    private readonly deployments: MovedDeploymentService,
    private readonly permissions: PermissionService,
    private readonly assignments: PermissionAssignmentService,
    private readonly files: AssetFileService,
    private readonly hooks: HookService,
    private readonly exportSettings: ExportSettingService,
    private readonly pairedData: PairedDataService,
    private readonly quotas: QuotaService,
    private readonly state: MigrationRepository,
    private readonly storage: Storage,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  /** @param known whether an earlier run created the copy */
  async moveForm(moving: MigratingAsset, sourceId: number, known: boolean): Promise<void> {
    const { source, summary, asset, owner, log } = moving;
    asset.problems.forEach(log.problems.add);
    asset.notes?.forEach(log.notes.add);
    // The copy may have got another owner since.
    if (known) await this.access(owner, asset, 'change_asset');
    log.assetId = await this.assets.save(owner, asset, {
      mayExist: known,
      readVersion: (uid) => source.readVersion(summary, uid),
      report: log.problems.add,
      afterSave: (transaction, assetId) =>
        this.state.saveAsset(transaction, { assetId, sourceId, now: this.clock.now() }),
    });
    await this.moveFiles(moving);
    await this.deploy(moving, log.assetId);
    if (asset.deployment === undefined) return;
    await this.moveHooks(moving);
    await this.moveExportSettings(moving);
  }

  async moveGrants({ asset, owner, accounts, log }: MigratingAsset): Promise<void> {
    if (asset.grants === undefined) return;
    const access = await this.access(owner, asset, 'manage_asset');
    const usernames = new Set(asset.grants.map(({ username }) => username));
    const known = new Set<string>();
    for (const username of usernames) {
      if ((await accounts.find(username)) !== undefined) known.add(username);
      else log.notes.add(`Permissions of ${username} are left out: there is no such user here`);
    }
    const requests = grantRequests(asset.grants, known, log.problems.add);
    await this.logged(log, 'Permissions', () =>
      this.assignments.replaceAll(owner, access, requests, { includeInactive: true }),
    );
  }

  /** Needs all sources of paired data to be here. */
  async movePairedData({ asset, owner, log }: MigratingAsset): Promise<void> {
    if (asset.pairedData.length === 0) return;
    const access = await this.access(owner, asset, 'change_asset');
    const stored = await this.pairedData.listAll(await this.access(owner, asset, 'view_asset'));
    for (const { sourceUid, fields: listed, filename } of asset.pairedData) {
      const known = stored.find((each) => each.source?.uid === sourceUid);
      const fields = [...listed];
      if (
        known !== undefined &&
        known.filename === filename &&
        canonicalJson(known.fields) === canonicalJson(fields)
      )
        continue;
      await this.logged(log, `Paired data ${filename}`, () =>
        known === undefined
          ? this.pairedData.create(
              owner,
              access,
              { source: sourceUid, fields, filename },
              { includeInactive: true },
            )
          : this.pairedData.update(owner, access, known.uid, {
              fields,
              filename: known.filename === filename ? undefined : filename,
              namesSource: false,
            }),
      );
    }
  }

  /** Accepts submissions as the source does, once everything is here. */
  async setActive({ asset: { deployment } }: MigratingAsset, assetId: number): Promise<void> {
    if (deployment !== undefined)
      await this.deployments.setActive(assetId, deployment.active, this.clock.now());
  }

  private async deploy({ source, summary, asset, log }: MigratingAsset, assetId: number): Promise<void> {
    const { deployment, versions, uid: assetUid, name: title, formId = assetUid } = asset;
    if (deployment === undefined) return;
    const last = versions.findIndex(({ uid }) => uid === deployment.versionUid);
    const upToLast = versions.slice(0, last < 0 ? undefined : last + 1);
    // The last one is deployed, even if the source does not say so.
    const deployed = upToLast.filter((version, index) => version.deployed || index === upToLast.length - 1);
    await this.logged(log, 'Deployment', () =>
      this.deployments.save({
        assetId,
        assetUid,
        title,
        uuid: deployment.uuid ?? assetUid,
        formerFormId: formId === assetUid ? null : formId,
        versionUids: deployed.map(({ uid }) => uid),
        readXform: () => source.readXform(summary),
        usesXform: deployment.usesXform === true,
        report: log.notes.add,
      }),
    );
  }

  private async moveFiles(moving: MigratingAsset): Promise<void> {
    const { asset, owner, log } = moving;
    if (asset.files === undefined) return;
    const access = await this.access(owner, asset, 'change_asset');
    const stored = (await this.files.allOf(access)).filter(({ fileType }) => fileType !== 'paired_data');
    const isSame = (file: SourceFile) => (other: AssetFile) =>
      other.name === file.name &&
      other.fileType === file.fileType &&
      other.redirectUrl === (file.redirectUrl ?? null) &&
      (file.md5 === undefined || file.redirectUrl !== undefined || other.md5 === file.md5);
    const kept = new Set(asset.files.flatMap((file) => stored.find(isSame(file)) ?? []));
    const outdated = new Set(stored.filter((file) => !kept.has(file)));
    for (const file of asset.files) {
      if (stored.some(isSame(file))) continue;
      const replaced = [...outdated].filter(
        ({ name, fileType }) => name === file.name && fileType === file.fileType,
      );
      for (const each of replaced) outdated.delete(each);
      const remove = async (): Promise<void> => {
        for (const { uid } of replaced) await this.files.remove(owner, access, uid);
      };
      await this.logged(log, `File ${file.name}`, () => this.moveFile(moving, access, file, remove));
    }
    for (const { uid } of outdated) await this.files.remove(owner, access, uid);
  }

  /** @param removeReplaced removes the files of its name, once its bytes are here */
  private async moveFile(
    { source, summary, owner }: MigratingAsset,
    access: AssetAccess<'change_asset'>,
    { description, metadata, ...file }: SourceFile,
    removeReplaced: () => Promise<void>,
  ): Promise<void> {
    const fileType = FILE_TYPES.find((type) => type === file.fileType);
    if (fileType === undefined) throw new InvalidError(`the type ${file.fileType} is unknown`);
    const input = { fileType, description, metadata, base64: undefined };
    if (file.redirectUrl !== undefined) {
      await removeReplaced();
      await this.files.add(owner, access, { ...input, part: undefined });
      return;
    }
    const staged = await source.readFile(summary, { description, metadata, ...file }, (bytes) =>
      this.storage.stage(bytes as AsyncIterable<Buffer>, this.environment.MAX_UPLOAD_BYTES),
    );
    try {
      // Before the stored file is removed: a file that has no room must not take it away.
      await this.quotas.assertRoom(access, filesOf([staged]));
      await removeReplaced();
      await this.files.add(owner, access, { ...input, part: { name: file.name, staged } });
    } finally {
      await staged.discard();
    }
  }

  /** Webhooks arrive inactive, so that no data leaves before someone has checked them. */
  private async moveHooks({ asset, owner, log }: MigratingAsset): Promise<void> {
    const access = await this.access(owner, asset, 'change_asset');
    const stored = [...(await this.hooks.list(access, ALL)).items];
    for (const hook of asset.hooks) {
      const isSame = ({ name, endpoint }: (typeof stored)[number]): boolean =>
        name === hook.name && endpoint === hook.endpoint;
      if (takeOut(stored, isSame) !== undefined) continue;
      const input = {
        name: hook.name,
        endpoint: hook.endpoint,
        active: false,
        settings: hook.settings,
        exportType: PAYLOAD_FORMATS.find((format) => format === hook.exportType),
        authLevel: AUTH_LEVELS.find((level) => level === hook.authLevel),
        emailNotification: hook.emailNotification,
        subsetFields: [...hook.subsetFields],
        ...(hook.payloadTemplate !== null && { payloadTemplate: hook.payloadTemplate }),
      };
      await this.logged(log, `Webhook ${hook.name}`, () =>
        this.hooks.create(owner, access, input, this.environment.PUBLIC_URL ?? ''),
      );
      log.notes.add(
        `Webhook ${hook.name}: arrived inactive. Enter its password and secrets, then activate it`,
      );
    }
  }

  private async moveExportSettings({ asset, owner, log }: MigratingAsset): Promise<void> {
    const access = await this.access(owner, asset, 'manage_asset');
    const readAccess = await this.access(owner, asset, 'view_submissions');
    const stored = [...(await this.exportSettings.list(readAccess, ALL)).items];
    const changed = asset.exportSettings.filter(({ name, request }) => {
      const isEqual = (each: (typeof stored)[number]): boolean =>
        each.name === name && canonicalJson(each.request) === canonicalJson(request);
      return takeOut(stored, isEqual) === undefined;
    });
    for (const setting of changed) {
      const known = takeOut(stored, ({ name }) => name === setting.name);
      await this.logged(log, `Export setting ${setting.name}`, () =>
        known === undefined
          ? this.exportSettings.create(access, setting)
          : this.exportSettings.update(access, known.uid, setting),
      );
    }
  }

  private async access<P extends Codename>(
    owner: UserActor,
    { uid }: SourceAsset,
    codename: P,
  ): Promise<AssetAccess<P>> {
    const access = await this.permissions.authorize(owner, uid, codename);
    if (access === undefined) {
      throw new InvalidError(`${owner.username} lacks ${codename}: the copy has another owner here`);
    }
    return access;
  }

  /** Logs what the source or a rule of this service refuses. */
  private async logged(log: AssetLog, part: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof DomainError || error instanceof SourcePartError)) throw error;
      log.problems.add(`${part}: ${error.message}`);
    }
  }
}

/** Removes one matching item, and returns it: several may have the same name. */
function takeOut<Item>(items: Item[], matches: (item: Item) => boolean): Item | undefined {
  const index = items.findIndex(matches);
  return index < 0 ? undefined : items.splice(index, 1)[0];
}

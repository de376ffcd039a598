import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import type { ExportSettingEntity } from '../../database/entities/asset.entity';
import { generateUid, UID_PREFIX } from '../../domain/asset/uid';
import { NotFoundError, orNotFound } from '../../domain/errors';
import { exportFileName } from '../../domain/export/export-file-name';
import { type ExportRequest, readSavedRequest, DEFAULT_REQUEST } from '../../domain/export/export-request';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { Page, PageWindow } from '../../domain/page';
import { assertBelowLimit } from '../../domain/saved-limit';
import { DeployedFormService } from '../deployment/deployed-form.service';
import type { ReadAccess } from '../submission/read/submission.service';
import { ExportBuildService, type ExportSource } from './export-build.service';
import { ExportSettingRepository } from './export.repository';

export type ExportSetting = Readonly<Omit<ExportSettingEntity, 'id' | 'assetId'>>;

export interface ExportSettingInput {
  readonly name: string;
  readonly request: ExportRequest;
}

/** Export streamed in the response to its request. */
export interface SynchronousExport extends ExportSource {
  readonly fileName: string;
}

type ManageAccess = AssetAccess<'manage_asset'>;

/** Saved export settings, and synchronous exports with them. */
@Injectable()
export class ExportSettingService {
  constructor(
    private readonly settings: ExportSettingRepository,
    private readonly builds: ExportBuildService,
    private readonly forms: DeployedFormService,
    private readonly clock: Clock,
  ) {}

  /** Last modified first. */
  list({ assetId }: ReadAccess, window: PageWindow): Promise<Page<ExportSetting>> {
    return this.settings.list(assetId, window);
  }

  async show({ assetId }: ReadAccess | ManageAccess, uid: string): Promise<ExportSetting> {
    return orNotFound(await this.settings.find(assetId, uid));
  }

  /** @throws InvalidError for settings that are not valid, or one too many */
  async create(access: ManageAccess, { name, request }: ExportSettingInput): Promise<ExportSetting> {
    const { count } = await this.settings.list(access.assetId, { limit: 1, start: 0 });
    assertBelowLimit(count, 'The project has', 'saved export settings');
    const valid = await this.validate(access, request);
    const uid = generateUid(UID_PREFIX.exportSettings, randomBytes);
    const setting = { uid, name, request: valid, dateModified: this.clock.now() };
    await this.settings.insert({ ...setting, assetId: access.assetId });
    return setting;
  }

  /** Absent fields stay unchanged. @throws InvalidError for settings that are not valid */
  async update(
    access: ManageAccess,
    uid: string,
    { name, request }: Partial<ExportSettingInput>,
  ): Promise<ExportSetting> {
    const valid = request === undefined ? undefined : await this.validate(access, request);
    const isFound = await this.settings.update(access.assetId, uid, {
      dateModified: this.clock.now(),
      ...(name !== undefined && { name }),
      ...(valid !== undefined && { request: valid }),
    });
    if (!isFound) throw new NotFoundError();
    return this.show(access, uid);
  }

  async remove({ assetId }: ManageAccess, uid: string): Promise<void> {
    if (!(await this.settings.remove(assetId, uid))) throw new NotFoundError();
  }

  /** Exports the submissions that the caller may view. @param overrides of the settings @throws InvalidError */
  async exportWith(
    access: ReadAccess,
    uid: string,
    overrides: ExportRequest,
    origin: string,
  ): Promise<SynchronousExport> {
    const { request } = await this.show(access, uid);
    return this.open(access, { ...request, ...overrides }, origin);
  }

  /** Exports the submissions that the caller may view, with default options. @throws InvalidError */
  exportWithDefaults(access: ReadAccess, type: 'xls' | 'kml', origin: string): Promise<SynchronousExport> {
    return this.open(access, { ...DEFAULT_REQUEST, type }, origin);
  }

  private async open(access: ReadAccess, request: ExportRequest, origin: string): Promise<SynchronousExport> {
    const source = await this.builds.open(access, request, { origin });
    const { title, options, hasAllVersions } = source;
    return { ...source, fileName: exportFileName(title, options, hasAllVersions, this.clock.now()) };
  }

  private async validate(access: ManageAccess, request: ExportRequest): Promise<ExportRequest> {
    return readSavedRequest(request, await this.forms.languages(access));
  }
}

import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import type { ExportSettingEntity } from '../../database/entities/export-setting.entity';
import { makeUid, UID_PREFIX } from '../../domain/asset/uid';
import { NotFoundError } from '../../domain/errors';
import { exportFileName } from '../../domain/export/export-file-name';
import { type ExportRequest, readKeptRequest, USUAL_REQUEST } from '../../domain/export/export-request';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { Page, PageWindow } from '../../domain/page';
import { DeployedFormService } from '../deployment/deployed-form.service';
import type { ReadAccess } from '../submission/submission.service';
import { ExportBuildService, type ExportSource } from './export-build.service';
import { ExportSettingRepository } from './export-setting.repository';

export type ExportSetting = Readonly<Omit<ExportSettingEntity, 'id' | 'assetId'>>;

export interface ExportSettingInput {
  readonly name: string;
  readonly request: ExportRequest;
}

/** An export that is made while it is read, and what it is called. */
export interface ImmediateExport extends ExportSource {
  readonly fileName: string;
}

type ManageAccess = AssetAccess<'manage_asset'>;

/** How exports are made again and again, and what they make of the submissions right now. */
@Injectable()
export class ExportSettingService {
  constructor(
    private readonly settings: ExportSettingRepository,
    private readonly builds: ExportBuildService,
    private readonly forms: DeployedFormService,
    private readonly clock: Clock,
  ) {}

  /** Those that were changed last come first. */
  list({ assetId }: ReadAccess, window: PageWindow): Promise<Page<ExportSetting>> {
    return this.settings.list(assetId, window);
  }

  async show({ assetId }: ReadAccess | ManageAccess, uid: string): Promise<ExportSetting> {
    const setting = await this.settings.find(assetId, uid);
    if (setting === null) throw new NotFoundError();
    return setting;
  }

  /** @throws InvalidError for settings by which nothing can be made */
  async keep(access: ManageAccess, { name, request }: ExportSettingInput): Promise<ExportSetting> {
    const checked = await this.checked(access, request);
    const uid = makeUid(UID_PREFIX.exportSettings, randomBytes);
    const setting = { uid, name, request: checked, dateModified: this.clock.now() };
    await this.settings.insert({ ...setting, assetId: access.assetId });
    return setting;
  }

  /** What is absent stays. @throws InvalidError for settings by which nothing can be made */
  async change(
    access: ManageAccess,
    uid: string,
    { name, request }: Partial<ExportSettingInput>,
  ): Promise<ExportSetting> {
    const checked = request === undefined ? undefined : await this.checked(access, request);
    const isThere = await this.settings.update(access.assetId, uid, {
      dateModified: this.clock.now(),
      ...(name !== undefined && { name }),
      ...(checked !== undefined && { request: checked }),
    });
    if (!isThere) throw new NotFoundError();
    return this.show(access, uid);
  }

  async remove({ assetId }: ManageAccess, uid: string): Promise<void> {
    if (!(await this.settings.remove(assetId, uid))) throw new NotFoundError();
  }

  /** The submissions that the caller may see, by the settings but for their type. @throws InvalidError as exports do */
  async data(access: ReadAccess, uid: string, type: 'csv' | 'xls', origin: string): Promise<ImmediateExport> {
    const { request } = await this.show(access, uid);
    return this.immediate(access, { ...request, type }, origin);
  }

  /** The submissions that the caller may see, by no settings of anybody's. @throws InvalidError as exports do */
  usual(access: ReadAccess, type: 'xls', origin: string): Promise<ImmediateExport> {
    return this.immediate(access, { ...USUAL_REQUEST, type }, origin);
  }

  private async immediate(
    access: ReadAccess,
    request: ExportRequest,
    origin: string,
  ): Promise<ImmediateExport> {
    const source = await this.builds.open(access, request, { origin });
    const { title, options, hasAllVersions } = source;
    return { ...source, fileName: exportFileName(title, options, hasAllVersions, this.clock.now()) };
  }

  private async checked(access: ManageAccess, request: ExportRequest): Promise<ExportRequest> {
    return readKeptRequest(request, await this.forms.languages(access));
  }
}

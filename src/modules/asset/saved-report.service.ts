import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../domain/account/actor';
import { ConflictError, orNotFound } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { type SavedReport, savedReports, withoutReport, withReport } from '../../domain/report/saved-report';
import type { JsonObject } from '../../domain/text/json-members';
import { AssetRepository } from './asset.repository';
import { AssetService } from './asset.service';

/** Reports of a project with a name, which all who may view its submissions see; members of `report_custom`. */
@Injectable()
export class SavedReportService {
  constructor(
    private readonly assets: AssetRepository,
    private readonly changes: AssetService,
  ) {}

  async list({ assetId }: AssetAccess<'view_submissions'>): Promise<SavedReport[]> {
    return savedReports(orNotFound(await this.assets.find(assetId)).reportCustom);
  }

  /** Replaces the report of the same name. @throws InvalidError on `name` */
  save(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    report: Omit<SavedReport, 'id'>,
  ): Promise<void> {
    return this.change(actor, access, (custom) => withReport(custom, report, randomUUID()));
  }

  remove(actor: UserActor, access: AssetAccess<'change_asset'>, id: string): Promise<void> {
    return this.change(actor, access, (custom) => withoutReport(custom, id));
  }

  /** @throws ConflictError if another request changed the reports meanwhile */
  private async change(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    work: (custom: JsonObject) => JsonObject,
  ): Promise<void> {
    const { reportCustom } = orNotFound(await this.assets.find(access.assetId));
    const before = JSON.stringify(reportCustom);
    await this.changes.update(actor, access, { reportCustom: work(reportCustom) }, (stored) => {
      if (JSON.stringify(stored.reportCustom) !== before)
        throw new ConflictError('Somebody else saved a report at the same time. Try again.');
    });
  }
}

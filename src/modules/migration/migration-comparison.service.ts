import { Injectable } from '@nestjs/common';
import { compareAssets } from '../../domain/migration/compare-assets';
import { compareContent, compareReportStyles } from '../../domain/migration/compare-content';
import { objectOf } from '../../domain/migration/json-fields';
import type { SourceAsset } from '../../domain/migration/source-types';
import type { JsonObject } from '../../domain/text/json-value';
import { FormEngine } from '../../workers/form-engine/form-engine';
import { assetForOwner } from './asset-for-owner';
import type { AssetLog } from './asset-log';
import type { MigratingAsset } from './asset-migration.service';
import { LocalSource } from './local/local.source';
import type { MigrationObserver, MigrationOptions } from './migration-options';
import { SubmissionComparisonService } from './submission-comparison.service';

/** Compares replicas with their source, read anew: proof that nothing was lost. */
@Injectable()
export class MigrationComparisonService {
  constructor(
    private readonly local: LocalSource,
    private readonly submissions: SubmissionComparisonService,
    private readonly engine: FormEngine,
  ) {}

  /** Names the differences one by one in the log. */
  async compare(
    moving: MigratingAsset,
    options: MigrationOptions,
    observer: MigrationObserver,
  ): Promise<void> {
    const { source, summary, log } = moving;
    const original = assetForOwner(await source.readAsset(summary), options);
    const replica = await this.local.readAsset(summary);
    compareAssets(original, replica).forEach(log.differences.add);
    await this.compareForms(original, replica, log);
    if (original.deployment === undefined || log.assetId === undefined) return;
    await this.submissions.compare(moving, original, options, observer);
  }

  /** The content and report styles of the source as they would be stored here. */
  private async compareForms(original: SourceAsset, replica: SourceAsset, log: AssetLog): Promise<void> {
    const { assetType, content, reportStyles } = original;
    if (assetType === 'collection') return;
    const form = await this.engine.standardise(content, { assetType, reportStyles });
    compareContent(parseJson(form.content), replica.content).forEach(log.differences.add);
    compareReportStyles(parseJson(form.reportStyles), replica.reportStyles).forEach(log.differences.add);
  }
}

function parseJson(bytes: Uint8Array): JsonObject {
  return objectOf(JSON.parse(Buffer.from(bytes).toString()));
}

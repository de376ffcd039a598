import { Injectable } from '@nestjs/common';
import { compareAssets, compareContent, compareReportStyles } from '../../domain/migration/compare-assets';
import { objectOf } from '../../domain/migration/asset-json';
import type { SourceAsset } from '../../domain/migration/source-types';
import type { JsonObject } from '../../domain/text/json-members';
import { FormEngine } from '../../workers/form-engine/form-engine';
import { assetForOwner, type MigrationObserver, type MigrationOptions } from './migration-options';
import type { AssetLog } from './asset-log';
import { EntityMigrationService } from './entity-migration.service';
import type { MigratingAsset } from './asset-migration.service';
import { LocalSource } from './local/local.source';
import { SubmissionComparisonService } from './submission-comparison.service';
import { describeProblem, FormProblemsError } from '../../domain/content/form-problem';
import { DomainError } from '../../domain/errors';
import type { AccountMapping } from './account-mapping.service';
import { type MigrationSource, SourcePartError } from './migration-source.port';

/** Compares copies with their source, read anew: proof that nothing was lost. */
@Injectable()
export class MigrationComparisonService {
  constructor(
    private readonly local: LocalSource,
    private readonly entities: EntityMigrationService,
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
    const read = assetForOwner(await source.readAsset(summary), options);
    const named = await moving.accounts.withUsernames(read);
    const original = await this.entities.withoutListFiles(named, moving.owner);
    const copy = await this.local.readAsset(summary);
    compareAssets(original, copy).forEach(log.differences.add);
    await this.compareForms(original, copy, log);
    await this.entities.compare({ ...moving, asset: original });
    if (original.deployment === undefined || log.assetId === undefined) return;
    await this.submissions.compare(moving, original, options, observer);
  }

  /** The content and report styles of the source as they would be stored here. */
  private async compareForms(original: SourceAsset, copy: SourceAsset, log: AssetLog): Promise<void> {
    const { assetType, content, reportStyles } = original;
    if (assetType === 'collection') return;
    const form = await this.engine.standardise(content, { assetType, reportStyles });
    compareContent(parseJson(form.content), copy.content).forEach(log.differences.add);
    compareReportStyles(parseJson(form.reportStyles), copy.reportStyles).forEach(log.differences.add);
  }
}

function parseJson(bytes: Uint8Array): JsonObject {
  return objectOf(JSON.parse(Buffer.from(bytes).toString()));
}

/** Tells what a run would move and what it could not, without writing anything. */
@Injectable()
export class MigrationPlanService {
  constructor(private readonly engine: FormEngine) {}

  async plan(
    source: MigrationSource,
    asset: SourceAsset,
    log: AssetLog,
    accounts: AccountMapping,
  ): Promise<void> {
    asset.problems.forEach(log.problems.add);
    asset.notes?.forEach(log.notes.add);
    const { submissions } = log.summary;
    if (submissions !== undefined) log.notes.add(`${submissions} submissions`);
    if (asset.deployment !== undefined) await this.planAttachments(source, log);
    for (const username of new Set((asset.grants ?? []).map((grant) => grant.username)))
      if ((await accounts.find(username)) === undefined)
        log.notes.add(`Permissions of ${username} would be left out: there is no such user here`);
    if (asset.collectors !== undefined && asset.collectors.length > 0)
      log.notes.add(`Collectors that would need a link here: ${asset.collectors.join(', ')}. See --links`);
    for (const { name } of asset.hooks) log.notes.add(`Webhook ${name}: would arrive inactive`);
    await this.planForm(asset, log);
  }

  private async planAttachments(source: MigrationSource, log: AssetLog): Promise<void> {
    try {
      const { attachments, bytes } = await source.measure(log.summary);
      log.notes.add(`${attachments} attachments, ${bytes ?? 'an unknown number of'} bytes`);
    } catch (error) {
      if (!(error instanceof SourcePartError)) throw error;
      log.problems.add(`Submissions: ${error.message}`);
    }
  }

  private async planForm(
    { uid: formId, name: title, assetType, content, deployment }: SourceAsset,
    log: AssetLog,
  ): Promise<void> {
    try {
      const { content: standard } = await this.engine.standardise(content, { assetType });
      if (deployment === undefined || deployment.usesXform === true) return;
      const names = { formId, title, version: '1', formUuid: formId, versionUid: formId };
      await this.engine.deployable(standard, names);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      log.notes.add(
        deployment === undefined
          ? 'The content cannot be read here:'
          : 'The form does not compile here; its XForm would be taken over:',
      );
      const problems =
        error instanceof FormProblemsError ? error.problems.map(describeProblem) : [error.message];
      problems.forEach(log.notes.add);
    }
  }
}

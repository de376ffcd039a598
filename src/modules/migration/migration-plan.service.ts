import { Injectable } from '@nestjs/common';
import { DomainError } from '../../domain/errors';
import type { SourceAsset } from '../../domain/migration/source-types';
import { FormEngine } from '../../workers/form-engine/form-engine.port';
import type { AccountMapping } from './account-mapping.service';
import type { AssetLog } from './asset-log';

/** Tells what a run would move and what it could not, without writing anything. */
@Injectable()
export class MigrationPlanService {
  constructor(private readonly engine: FormEngine) {}

  async plan(asset: SourceAsset, log: AssetLog, accounts: AccountMapping): Promise<void> {
    asset.problems.forEach(log.problems.add);
    asset.notes?.forEach(log.notes.add);
    const { submissions } = log.summary;
    if (submissions !== undefined) log.notes.add(`${submissions} submissions`);
    for (const username of new Set((asset.grants ?? []).map((grant) => grant.username)))
      if ((await accounts.find(username)) === undefined)
        log.notes.add(`Permissions of ${username} would be left out: there is no such user here`);
    for (const { name } of asset.hooks) log.notes.add(`Webhook ${name}: would arrive inactive`);
    await this.planForm(asset, log);
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
      log.notes.add(`The form does not compile here; its XForm would be taken over: ${error.message}`);
    }
  }
}

import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { DomainError, InvalidError } from '../../domain/errors';
import type { MigrationReport } from '../../domain/migration/migration-report';
import type { SourceAsset, SourceAssetSummary } from '../../domain/migration/source-types';
import { assertStorableText } from '../../domain/text/unstorable-text';
import { AccountService } from '../account/account.service';
import { AssetDeletionService } from '../asset/lifecycle/asset-deletion.service';
import { PermissionService } from '../permission/permission.service';
import { type AccountMapping, AccountMappingService } from './account-mapping.service';
import { assetForOwner, type MigrationObserver, type MigrationOptions } from './migration-options';
import { AssetLog } from './asset-log';
import { CollectorMigrationService } from './collector-migration.service';
import { EntityMigrationService } from './entity-migration.service';
import { AssetMigrationService, type MigratingAsset } from './asset-migration.service';
import { MigrationComparisonService, MigrationPlanService } from './migration-comparison.service';
import {
  type MigrationSource,
  SourceCredentialsError,
  SourcePartError,
  SourcePartGoneError,
  type SourceListing,
  SourceUnavailableError,
} from './migration-source.port';
import { MigrationRepository, type MigratedAsset } from './migration.repository';
import { SubmissionMigrationService } from './submission-migration.service';

/** State of one run. */
interface Run {
  readonly source: MigrationSource;
  readonly sourceId: number;
  readonly options: MigrationOptions;
  readonly observer: MigrationObserver;
  readonly accounts: AccountMapping;
  readonly known: ReadonlyMap<string, MigratedAsset>;
}

/**
 * Moves the assets of a source, and compares them with it. A run that was interrupted is resumed by the next one, which
 * brings what is new, changed or deleted since (decision 150).
 */
@Injectable()
export class MigrationService {
  constructor(
    private readonly mapping: AccountMappingService,
    private readonly assets: AssetMigrationService,
    private readonly submissions: SubmissionMigrationService,
    private readonly collectors: CollectorMigrationService,
    private readonly entities: EntityMigrationService,
    private readonly comparison: MigrationComparisonService,
    private readonly plans: MigrationPlanService,
    private readonly state: MigrationRepository,
    private readonly deletions: AssetDeletionService,
    private readonly permissions: PermissionService,
    private readonly accounts: AccountService,
    private readonly clock: Clock,
  ) {}

  /** @throws SourceUnavailableError; what has been moved is kept */
  async run(
    source: MigrationSource,
    options: MigrationOptions,
    observer: MigrationObserver,
  ): Promise<MigrationReport> {
    const started = this.clock.now().toISOString();
    const account = await source.connect();
    const listing = await source.list(options.owner === undefined ? options.owners : [account.username]);
    const chosen = listing.assets.filter(({ uid }) => options.assetUids?.includes(uid) !== false);
    const { dryRun } = options;
    const accounts = this.mapping.open(options.createAccounts && !dryRun, source);
    const sourceId = dryRun ? 0 : await this.state.ensureSource(source.name, this.clock.now());
    const stored = dryRun ? [] : await this.state.listAssets(sourceId);
    const own = stored.filter(({ ownerId }) => options.owner === undefined || ownerId === options.owner.id);
    const known = new Map(own.map((each) => [each.uid, each]));
    const run: Run = { source, sourceId, options, observer, accounts, known };
    const logs = await this.moveAll(run, chosen);
    const isWhole = !dryRun && options.owner === undefined;
    const missing = missingUids(options, listing);
    // Failures elsewhere than in chosen assets are not of interest to a user.
    const isOfInterest = options.owner === undefined || missing.length > 0;
    const failed = [...(isOfInterest ? listing.failed : []), ...missing];
    const deletedAssets = isWhole ? await this.deleteGone(run, listing, failed) : [];
    const assets = logs.map((log) => log.toReport(dryRun));
    const report: MigrationReport = {
      source: source.name,
      started,
      finished: this.clock.now().toISOString(),
      dryRun,
      createdAccounts: accounts.created,
      missingAccounts: [...accounts.missing],
      omitted: listing.omitted,
      failed,
      assets,
      deletedAssets,
      verifiedFiles: options.verifyFiles,
      equal:
        failed.length === 0 &&
        assets.every(({ problems, differences }) => problems.length === 0 && differences.length === 0),
    };
    if (isWhole) await this.state.storeReport(sourceId, { ...report }, this.clock.now());
    return report;
  }

  /** Collections first, outer ones before inner ones; paired data, which need other assets, last. */
  private async moveAll(run: Run, chosen: readonly SourceAssetSummary[]): Promise<AssetLog[]> {
    const logs = new Map(chosen.map((summary) => [summary.uid, new AssetLog(summary)]));
    const moving: MigratingAsset[] = [];
    for (const [index, summary] of (await this.inOrder(run, chosen, logs)).entries()) {
      const log = logs.get(summary.uid)!;
      run.observer.started({ phase: 'moving', asset: summary, position: index + 1, total: chosen.length });
      await this.attempt(log, async () => {
        const moved = await this.start(run, summary, log);
        // The content is not needed any more, and large.
        if (moved !== undefined) moving.push({ ...moved, asset: { ...moved.asset, content: {} } });
      });
    }
    for (const each of moving)
      await this.attempt(each.log, () => this.entities.moveEntities(each, run.options.concurrency));
    for (const each of moving) await this.attempt(each.log, () => this.finish(each));
    for (const [index, each] of moving.entries()) {
      const { summary: asset, log } = each;
      run.observer.started({ phase: 'comparing', asset, position: index + 1, total: moving.length });
      await this.attempt(log, () => this.comparison.compare(each, run.options, run.observer));
    }
    return [...logs.values()];
  }

  private async inOrder(
    { source }: Run,
    chosen: readonly SourceAssetSummary[],
    logs: ReadonlyMap<string, AssetLog>,
  ): Promise<SourceAssetSummary[]> {
    const parents = new Map<string, string | null>();
    for (const summary of chosen.filter(({ assetType }) => assetType === 'collection')) {
      await this.attempt(logs.get(summary.uid)!, async () => {
        parents.set(summary.uid, (await source.readAsset(summary)).parentUid);
      });
    }
    const rank = ({ uid, assetType }: SourceAssetSummary): number =>
      assetType === 'collection' ? depthOf(uid, parents) : Infinity;
    return chosen.toSorted((one, other) => Math.sign(rank(one) - rank(other)) || 0);
  }

  /** @returns undefined if nothing can be moved */
  private async start(
    run: Run,
    summary: SourceAssetSummary,
    log: AssetLog,
  ): Promise<MigratingAsset | undefined> {
    const { options } = run;
    const read = assetForOwner(await run.source.readAsset(summary), options);
    const asset = await run.accounts.withUsernames(read);
    assertIdentifiers(asset);
    const owner = options.owner ?? (await run.accounts.actorOf(summary.owner));
    if (owner === undefined)
      log.problems.add(`Its owner ${summary.owner} has no account here. Create it, or use --create-users`);
    (await run.source.listNotMoved(summary)).forEach(log.notMoved.add);
    if (options.dryRun) await this.plans.plan(run.source, asset, log, run.accounts);
    if (options.dryRun || owner === undefined) return undefined;
    const moved = await this.entities.withoutListFiles(asset, owner);
    const moving = { source: run.source, summary, asset: moved, owner, accounts: run.accounts, log };
    await this.moveOne(run, moving);
    return moving;
  }

  private async moveOne(run: Run, moving: MigratingAsset): Promise<void> {
    await this.assets.moveForm(moving, run.sourceId, run.known.has(moving.summary.uid));
    await this.assets.moveGrants(moving);
    await this.entities.moveLists(moving);
    if (moving.asset.deployment === undefined) return;
    await this.entities.connectForm(moving);
    await this.collectors.move(moving, run.options);
    await this.submissions.move(moving, run.options, run.observer);
  }

  private async finish(moving: MigratingAsset): Promise<void> {
    const { log } = moving;
    await this.assets.movePairedData(moving);
    if (log.isComplete) await this.assets.setActive(moving, log.assetId!);
    await this.state.setComplete(log.assetId!, log.isComplete, this.clock.now());
  }

  /**
   * Deletes copies whose source is gone, if the accounts of their owners were listed.
   * @param failed receives those that the source neither lists nor says to be gone
   */
  private async deleteGone(
    { source, known }: Run,
    { assets, owners }: SourceListing,
    failed: string[],
  ): Promise<string[]> {
    const listed = new Set(owners.map((name) => name.toLowerCase()));
    const present = new Set(assets.map(({ uid }) => uid));
    const deleted: string[] = [];
    for (const { uid, name, ownerId } of known.values()) {
      if (present.has(uid)) continue;
      const owner = await this.accounts.actorForOperator(ownerId);
      // A list may miss an asset that changes its place meanwhile.
      if (!listed.has(owner.username.toLowerCase())) continue;
      const unread = await tryAsset(source, uid, owner.username);
      if (unread !== undefined && !(unread instanceof SourcePartGoneError))
        failed.push(`${uid} (${name}): not listed, and not readable, so it is kept here (${unread.message})`);
      if (!(unread instanceof SourcePartGoneError)) continue;
      const access = await this.permissions.authorize(owner, uid, 'manage_asset');
      if (access === undefined) continue;
      await this.deletions.delete(owner, access);
      deleted.push(`${uid} (${name})`);
    }
    return deleted;
  }

  /** Logs what concerns this asset only; the others move. */
  private async attempt(log: AssetLog, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof DomainError || error instanceof SourcePartError)) throw error;
      log.problems.add(error.message);
    }
  }
}

/** @returns why the asset cannot be read; undefined if it can */
async function tryAsset(source: MigrationSource, uid: string, owner: string): Promise<Error | undefined> {
  try {
    await source.readAsset({ uid, owner, name: '', assetType: 'collection', submissions: undefined });
    return undefined;
  } catch (error) {
    const isFinal = error instanceof SourceUnavailableError && !(error instanceof SourceCredentialsError);
    if (isFinal || error instanceof SourcePartError) return error;
    throw error;
  }
}

function depthOf(uid: string, parents: ReadonlyMap<string, string | null>): number {
  const seen = new Set<string>();
  for (let at: string | null = uid; at !== null && !seen.has(at); at = parents.get(at) ?? null) seen.add(at);
  return seen.size;
}

/** Identifiers become names in XML and paths: a hostile source must not choose any text. @throws InvalidError */
function assertIdentifiers({ uid, versions, content: _, ...asset }: SourceAsset): void {
  for (const each of [uid, ...versions.map((version) => version.uid)]) {
    if (!/^[A-Za-z][A-Za-z0-9_-]{2,63}$/.test(each))
      throw new InvalidError(
        `The identifier ${JSON.stringify(each.slice(0, 100))} of the source is not valid.`,
      );
  }
  assertStorableText(asset, 'A text of the asset');
}

function missingUids({ assetUids = [] }: MigrationOptions, { assets }: SourceListing): string[] {
  return assetUids
    .filter((uid) => !assets.some((asset) => asset.uid === uid))
    .map((uid) => `${uid}: the source has no such asset, or it belongs to another account`);
}

import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { type Actor, ANONYMOUS_USERNAME, type SERVICE, type UserActor } from '../../domain/account/actor';
import {
  type AccountEvent,
  type AssetEvent,
  type AuditLog,
  type AuditMetadata,
  classifyAction,
} from '../../domain/audit/audit-action';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { Page, PageWindow } from '../../domain/page';
import { readAuditSearch } from '../../domain/query/audit-search';
import { type AuditEntry, type AuditScope, AuditRepository } from './audit.repository';

export interface SignInAttempt {
  /** Null for an unknown username. */
  readonly account: { readonly id: number; readonly username: string } | null;
  /** Reason of the refusal; absent after a success. */
  readonly refused?: string;
  readonly address: string | undefined;
}

const BATCH_SIZE = 500;

/** Append-only audit log, written in the transaction of the audited change (decision 72). */
@Injectable()
export class AuditService {
  constructor(
    private readonly entries: AuditRepository,
    private readonly clock: Clock,
  ) {}

  async recordAssetEvents(
    transaction: Transaction,
    actor: Actor | typeof SERVICE,
    asset: number | readonly number[],
    events: readonly AssetEvent[],
  ): Promise<void> {
    const assetIds = typeof asset === 'number' ? [asset] : asset;
    if (events.length === 0 || assetIds.length === 0) return;
    const rows = events.map(({ action, metadata = {} }) => {
      const { log, subtype } = classifyAction(action);
      return { log, action, metadata: { ...(subtype && { log_subtype: subtype }), ...limitSize(metadata) } };
    });
    await this.entries.insertAssetEvents(transaction, assetIds, callerOf(actor), this.clock.now(), rows);
  }

  async recordAccountEvent(
    transaction: Transaction,
    actor: Actor | typeof SERVICE,
    { action, metadata }: AccountEvent,
  ): Promise<void> {
    const event = { action, metadata: limitSize(metadata) };
    await this.entries.insertAccountEvent(transaction, callerOf(actor), event, this.clock.now());
  }

  /** Omits unknown usernames, which may be passwords typed into the wrong field. */
  async recordSignIn({ account, refused, address }: SignInAttempt): Promise<void> {
    await this.entries.insertSignIn({
      action: refused === undefined ? 'auth' : 'auth-failed',
      userId: account?.id ?? null,
      username: account?.username ?? '',
      address: address ?? null,
      metadata: refused === undefined ? {} : { reason: refused },
      now: this.clock.now(),
    });
  }

  /** History of an asset, newest first. */
  listProject(
    actor: UserActor,
    { assetId }: AssetAccess<'manage_asset'>,
    search: string | undefined,
    window: PageWindow,
  ): Promise<Page<AuditEntry>> {
    return this.page({ log: 'project', assetId, ...viewerOf(actor) }, search, window);
  }

  /** Whole history of an asset, newest first. */
  streamProject(actor: UserActor, { assetId }: AssetAccess<'manage_asset'>): AsyncIterable<AuditEntry> {
    return this.stream({ log: 'project', assetId, ...viewerOf(actor) });
  }

  /** All entries of one log, newest first, read in batches. */
  async *stream(scope: AuditScope & { readonly log: AuditLog }): AsyncGenerator<AuditEntry> {
    let last: string | undefined;
    for (;;) {
      const entries = await this.entries.listBefore(scope, last, BATCH_SIZE);
      yield* entries;
      if (entries.length < BATCH_SIZE) return;
      last = entries.at(-1)!.id;
    }
  }

  /** Distinct actions in the history of an asset, sorted. */
  listProjectActions({ assetId }: AssetAccess<'manage_asset'>): Promise<string[]> {
    return this.entries.actions({ log: 'project', assetId });
  }

  /** Entries of all logs or of one, newest first. */
  list(
    scope: Pick<AuditScope, 'log' | 'userId'>,
    search: string | undefined,
    window: PageWindow,
  ): Promise<Page<AuditEntry>> {
    return this.page(scope, search, window);
  }

  private async page(
    scope: AuditScope,
    search: string | undefined,
    window: PageWindow,
  ): Promise<Page<AuditEntry>> {
    const filter = search === undefined ? undefined : readAuditSearch(search);
    return this.entries.page(scope, filter, window);
  }
}

/** Larger metadata, such as map styles, is replaced by its keys. */
const MAX_METADATA_LENGTH = 64 * 1024;

function limitSize(metadata: AuditMetadata): AuditMetadata {
  return JSON.stringify(metadata).length > MAX_METADATA_LENGTH
    ? { changed: Object.keys(metadata), too_large_to_keep: true }
    : metadata;
}

function viewerOf({ id, isSuperuser }: UserActor): Pick<AuditScope, 'viewerId'> {
  return isSuperuser ? {} : { viewerId: id };
}

function callerOf(actor: Actor | typeof SERVICE) {
  if (actor.kind === 'service') {
    return { userId: null, username: '', credential: null, address: null, agent: null };
  }
  const { address = null, agent = null } = actor.from ?? {};
  return actor.kind === 'user'
    ? { userId: actor.id, username: actor.username, credential: actor.credential, address, agent }
    : { userId: null, username: ANONYMOUS_USERNAME, credential: null, address, agent };
}

export type { AuditEntry };

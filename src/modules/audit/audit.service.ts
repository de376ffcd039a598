import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { type Actor, ANONYMOUS_USERNAME, type SERVICE } from '../../domain/account/actor';
import {
  type AccountEvent,
  type AssetEvent,
  type AuditMetadata,
  placeOf,
} from '../../domain/audit/audit-action';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { Page, PageWindow } from '../../domain/page';
import { readAuditSearch } from '../../domain/query/audit-search';
import { type AuditEntry, type AuditScope, AuditQuery } from './audit.query';

/** Somebody tried to sign in with a password. */
export interface SignInAttempt {
  /** Null for a name that is nobody's. */
  readonly account: { readonly id: number; readonly username: string } | null;
  /** Why they were not let in; absent for those who were. */
  readonly refused?: string;
  readonly address: string | undefined;
}

/** Entries that are read at a time. */
const READ_AHEAD = 500;

/** Who did what: written down in the transaction that does it, never changed afterwards (decision 72). */
@Injectable()
export class AuditService {
  constructor(
    private readonly entries: AuditQuery,
    private readonly clock: Clock,
  ) {}

  /** Writes down what happens to an asset, or to each of several, if and only if it happens. */
  async tell(
    transaction: Transaction,
    actor: Actor | typeof SERVICE,
    asset: number | readonly number[],
    events: readonly AssetEvent[],
  ): Promise<void> {
    const assetIds = typeof asset === 'number' ? [asset] : asset;
    if (events.length === 0 || assetIds.length === 0) return;
    const told = events.map(({ action, metadata = {} }) => {
      const { log, subtype } = placeOf(action);
      return { log, action, metadata: { ...(subtype && { log_subtype: subtype }), ...bounded(metadata) } };
    });
    await this.entries.insertOfAssets(transaction, assetIds, callerOf(actor), this.clock.now(), told);
  }

  /** Writes down what happens to an account and to what it is entered with, if and only if it happens. */
  async tellOfAccount(
    transaction: Transaction,
    actor: Actor | typeof SERVICE,
    { action, metadata }: AccountEvent,
  ): Promise<void> {
    const event = { action, metadata: bounded(metadata) };
    await this.entries.insertOfAccount(transaction, callerOf(actor), event, this.clock.now());
  }

  /** A name that nobody has is not kept: people type their password there. */
  async tellSignIn({ account, refused, address }: SignInAttempt): Promise<void> {
    await this.entries.insertOfSignIn({
      action: refused === undefined ? 'auth' : 'auth-failed',
      userId: account?.id ?? null,
      username: account?.username ?? '',
      address: address ?? null,
      metadata: refused === undefined ? {} : { reason: refused },
      now: this.clock.now(),
    });
  }

  /** What happened to one project, newest first. @param search absent: all of it */
  ofProject(
    { assetId }: AssetAccess<'manage_asset'>,
    search: string | undefined,
    window: PageWindow,
  ): Promise<Page<AuditEntry>> {
    return this.page({ log: 'project', assetId }, search, window);
  }

  /** The whole history of one project, newest first, read while it is sent. */
  async *wholeOf({ assetId }: AssetAccess<'manage_asset'>): AsyncGenerator<AuditEntry> {
    let last: string | undefined;
    for (;;) {
      const entries = await this.entries.older(assetId, last, READ_AHEAD);
      yield* entries;
      if (entries.length < READ_AHEAD) return;
      last = entries.at(-1)!.id;
    }
  }

  /** The actions that the history of a project has, sorted. */
  actionsOf({ assetId }: AssetAccess<'manage_asset'>): Promise<string[]> {
    return this.entries.actions({ log: 'project', assetId });
  }

  /** All that happened, or all of one log, newest first. */
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

/** Styles of maps and reports may be as large as a body; that they changed is told all the same. */
const MOST_METADATA_CHARACTERS = 64 * 1024;

function bounded(metadata: AuditMetadata): AuditMetadata {
  return JSON.stringify(metadata).length > MOST_METADATA_CHARACTERS
    ? { changed: Object.keys(metadata), too_large_to_keep: true }
    : metadata;
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

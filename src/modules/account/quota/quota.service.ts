import { LRUCache } from 'lru-cache';
import { Injectable } from '@nestjs/common';
import { type StoredAmounts, QuotaBalance, type StoredAmount } from '../../../domain/quota';
import { type OwnedProject, type Use, type Extent, QuotaRepository } from './quota.repository';
import { Environment } from '../../../config/environment';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';
import type { OverQuotaError } from '../../../domain/errors';

const CACHE_LIMITS = { max: 5_000, ttl: 5_000 };
/** Share of each limit that must stay free for a cached reading to be used. */
const FREE_SHARE = 0.1;

/**
 * Caches sums of file sizes for five seconds, with what this process adds, while a tenth of each limit stays free: a sum reads
 * every attachment of the owner (40 ms for 100 000). Near a limit each addition reads it anew. Other processes, or other
 * projects of the owner, would have to store a tenth of a limit within five seconds to exceed it unseen.
 */
export class RecentFileBytes {
  private readonly uses = new LRUCache<string, Use>(CACHE_LIMITS);

  constructor(private readonly limits: StoredAmounts) {}

  /** The last reading; undefined if the addition needs a new one. */
  find(owned: OwnedProject, bytes: number): Use | undefined {
    const use = this.uses.get(keyOf(owned));
    const isFree = (['project', 'owner'] as const).every((scope) => {
      const limit = this.limits[scope].bytes;
      return limit === Infinity || (use?.[scope] ?? 0) + bytes <= limit * (1 - FREE_SHARE);
    });
    return isFree ? use : undefined;
  }

  keep(owned: OwnedProject, use: Use): void {
    this.uses.set(keyOf(owned), use);
  }

  /** Counts what is about to be stored, without extending the life of the reading. */
  add(owned: OwnedProject, bytes: number): void {
    const use = this.uses.get(keyOf(owned));
    if (use === undefined) return;
    const added = { project: use.project + bytes, owner: use.owner + bytes };
    this.uses.set(keyOf(owned), added, { noUpdateTTL: true });
  }
}

function keyOf({ assetId, ownerId }: OwnedProject): string {
  return `${ownerId} ${assetId}`;
}

export type { OwnedProject };

/** Limit of a user and how much is used; the limit is undefined if there is none. */
export interface UserQuota {
  readonly limit: number | undefined;
  readonly used: number;
}

export interface UserQuotas {
  readonly submissions: UserQuota;
  readonly bytes: UserQuota;
}

/** Reads on one connection. */
type UseReader = Pick<QuotaRepository, 'countSubmissions' | 'sumFileBytes'>;

/** Id of no project, for the use of a user. */
const NO_PROJECT = 0;

/** Some of each kind. */
const ANY: StoredAmount = { submissions: 1, bytes: 1 };
const NOTHING = { project: 0, owner: 0 };

/**
 * Quotas of stored submissions and files, per project and per owner, off by default. Without a limit no statement is sent;
 * with one, the use is read before storing, without a lock: concurrent writes exceed a limit by those in flight at most, files
 * also as `RecentFileBytes` says.
 * Deleted submissions and projects do not count, so that deleting makes room at once.
 */
@Injectable()
export class QuotaService {
  private readonly limits: StoredAmounts;
  private readonly recent: RecentFileBytes;

  constructor(
    private readonly quotas: QuotaRepository,
    environment: Environment,
  ) {
    this.limits = {
      project: {
        submissions: limitOf(environment.MAX_SUBMISSIONS_PER_PROJECT),
        bytes: limitOf(environment.MAX_FILE_BYTES_PER_PROJECT),
      },
      owner: {
        submissions: limitOf(environment.MAX_SUBMISSIONS_PER_USER),
        bytes: limitOf(environment.MAX_FILE_BYTES_PER_USER),
      },
    };
    this.recent = new RecentFileBytes(this.limits);
  }

  /** Returns the error of a limit that the addition exceeds. */
  async excess(owned: OwnedProject, addition: StoredAmount): Promise<OverQuotaError | undefined> {
    return this.excessBy(this.quotas, owned, addition);
  }

  /** @throws OverQuotaError if the addition exceeds a limit */
  async assertRoom(owned: OwnedProject, addition: StoredAmount): Promise<void> {
    const excess = await this.excess(owned, addition);
    if (excess !== undefined) throw excess;
  }

  /** `assertRoom` on the connection of a transaction. */
  async assertRoomWithin(
    transaction: Transaction,
    owned: OwnedProject,
    addition: StoredAmount,
  ): Promise<void> {
    const excess = await this.excessBy(this.within(transaction), owned, addition);
    if (excess !== undefined) throw excess;
  }

  /** Refuses what the transaction has stored. @throws OverQuotaError if a limit is exceeded now */
  async assertWithin(transaction: Transaction, owned: OwnedProject): Promise<void> {
    const exceeded = (await this.read(this.within(transaction), owned, ANY)).exceeded();
    if (exceeded !== undefined) throw exceeded;
  }

  /** Balance to which several submissions with files are added, one by one. */
  balance(owned: OwnedProject): Promise<QuotaBalance> {
    return this.read(this.quotas, owned, ANY);
  }

  /** Limits of a user with their use; undefined if users have none. */
  async ofUser(ownerId: number): Promise<UserQuotas | undefined> {
    const { submissions, bytes } = this.limits.owner;
    if (submissions === Infinity && bytes === Infinity) return undefined;
    const owned = { assetId: NO_PROJECT, ownerId };
    const [counted, summed] = await Promise.all([
      this.quotas.countSubmissions(owned, 'owner'),
      this.quotas.sumFileBytes(owned, 'owner'),
    ]);
    return {
      submissions: { limit: finite(submissions), used: counted.owner },
      bytes: { limit: finite(bytes), used: summed.owner },
    };
  }

  private async excessBy(
    reader: UseReader,
    owned: OwnedProject,
    addition: StoredAmount,
  ): Promise<OverQuotaError | undefined> {
    const balance = await this.read(this.recently(reader, addition.bytes), owned, addition);
    const excess = balance.excess(addition);
    if (excess === undefined) this.recent.add(owned, addition.bytes);
    return excess;
  }

  /** Reads the use of the kinds that are limited and added to. */
  private async read(reader: UseReader, owned: OwnedProject, addition: StoredAmount): Promise<QuotaBalance> {
    const submissions = this.isLimited('submissions', addition)
      ? await reader.countSubmissions(owned, this.extentOf('submissions'))
      : NOTHING;
    const bytes = this.isLimited('bytes', addition)
      ? await reader.sumFileBytes(owned, this.extentOf('bytes'))
      : NOTHING;
    return new QuotaBalance(this.limits, {
      project: { submissions: submissions.project, bytes: bytes.project },
      owner: { submissions: submissions.owner, bytes: bytes.owner },
    });
  }

  /** Reads file sizes from the cache if that leaves room for the addition. */
  private recently(reader: UseReader, addedBytes: number): UseReader {
    return {
      countSubmissions: (...given) => reader.countSubmissions(...given),
      sumFileBytes: async (owned, extent) => {
        const recent = this.recent.find(owned, addedBytes);
        if (recent !== undefined) return recent;
        const use = await reader.sumFileBytes(owned, extent);
        this.recent.keep(owned, use);
        return use;
      },
    };
  }

  private within(transaction: Transaction): UseReader {
    return {
      countSubmissions: (...given) => this.quotas.countSubmissionsWithin(transaction, ...given),
      sumFileBytes: (...given) => this.quotas.sumFileBytesWithin(transaction, ...given),
    };
  }

  private isLimited(kind: keyof StoredAmount, addition: StoredAmount): boolean {
    const { project, owner } = this.limits;
    return addition[kind] > 0 && Math.min(project[kind], owner[kind]) < Infinity;
  }

  private extentOf(kind: keyof StoredAmount): Extent {
    return this.limits.owner[kind] < Infinity ? 'owner' : 'project';
  }
}

/** @param setting 0: no limit */
function limitOf(setting: number): number {
  return setting === 0 ? Infinity : setting;
}

function finite(limit: number): number | undefined {
  return limit === Infinity ? undefined : limit;
}

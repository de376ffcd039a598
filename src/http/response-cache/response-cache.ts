import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import type {
  AssetReader,
  RevalidatedRead,
  Validation,
  ValidationRequest,
} from '../../domain/revalidated-read';
import { LRUCache } from 'lru-cache';

/** Tells whether assets changed since an earlier snapshot; the database implements it. */
export abstract class ResponseValidator {
  abstract validate(requests: readonly ValidationRequest[]): Promise<Validation[]>;
}

export interface CacheableBody {
  /** Memory use in bytes. */
  readonly byteSize: number;
  /** Assets whose submission counts the body shows. */
  readonly countedAssetIds?: readonly number[];
}

export interface ValidBody<Body> {
  readonly body: Body;
  /** Current counts of `countedAssetIds` as JSON; undefined: the body was rendered just now, with its counts. */
  readonly submissionCounts: string | undefined;
}

interface Entry {
  readonly body: CacheableBody;
  /** Taken before the read, or at the last successful validation. */
  snapshot: string;
  readonly server: string;
}

const MB = 1024 * 1024;

/** An asset id and its counts as text. */
const BYTES_PER_COUNTED_ASSET = 40;

/** Bounds the wait of the first request of a batch for the counts of the last. */
const MAX_BATCH_SIZE = 20;

/** Three owner quotas fit: a user can call signed in, anonymously and through a collector link. */
const BUDGET = { maxBytes: 16 * MB, maxBytesPerOwner: 5 * MB, maxKeyLength: 2_000 };

/**
 * Caches rendered response bodies. Every hit is revalidated by one batched query, so that changes by any process show at
 * once (docs/performance.md#revalidated-response-cache).
 */
@Injectable()
export class ResponseCache {
  private readonly cache = new QuotaCache<Entry>(BUDGET);
  /**
   * Batches validations of one event loop iteration into one statement. Requests made after it was sent wait for the next,
   * so that results show every transaction committed before the request.
   */
  private readonly validations: DataLoader<ValidationRequest, Validation>;
  /** Single flight: requests of one key share a result until their validation is sent. */
  private readonly inFlight = new Map<string, Promise<ValidBody<CacheableBody>>>();

  constructor(validator: ResponseValidator) {
    this.validations = new DataLoader(
      (batch) => {
        this.inFlight.clear();
        return validator.validate(batch);
      },
      { cache: false, maxBatchSize: MAX_BATCH_SIZE, batchScheduleFn: (send) => setImmediate(send) },
    );
  }

  /**
   * Returns the cached body (the same object) if it is still valid, else reads and renders it.
   * @param variant contains every input of `render` other than the result
   */
  async get<Result, Body extends CacheableBody>(
    { key, reader, assetId, read }: RevalidatedRead<Result>,
    variant: readonly string[],
    render: (result: Result) => Body,
  ): Promise<ValidBody<Body>> {
    const cacheKey = key === undefined ? undefined : JSON.stringify([key, ...variant]);
    const load = async () => render(await read());
    if (cacheKey === undefined || !this.cache.accepts(cacheKey)) {
      return { body: await load(), submissionCounts: undefined };
    }
    const found = this.inFlight.get(cacheKey) ?? this.validateOrLoad(cacheKey, { reader, assetId }, load);
    this.inFlight.set(cacheKey, found);
    return found as Promise<ValidBody<Body>>;
  }

  clear(): void {
    this.cache.clear();
  }

  private async validateOrLoad(
    key: string,
    { reader, assetId }: Pick<ValidationRequest, 'reader' | 'assetId'>,
    load: () => Promise<CacheableBody>,
  ): Promise<ValidBody<CacheableBody>> {
    const cached = this.cache.get(key);
    const countedAssetIds = cached?.body.countedAssetIds ?? [];
    const request = { reader, assetId, since: cached?.snapshot, countedAssetIds };
    const { snapshot, server, hasChanged, submissionCounts } = await this.validations.load(request);
    if (cached !== undefined && server === cached.server && !hasChanged) {
      cached.snapshot = snapshot;
      this.cache.touch(key);
      return { body: cached.body, submissionCounts: submissionCounts ?? undefined };
    }
    const body = await load();
    const bytes = body.byteSize + BYTES_PER_COUNTED_ASSET * (body.countedAssetIds?.length ?? 0);
    this.cache.set(key, ownerOf(reader), { body, snapshot, server }, bytes);
    return { body, submissionCounts: undefined };
  }
}

/** The caller is the first of the users; callers through a collector link have none. */
function ownerOf({ userIds }: AssetReader): string {
  return String(userIds[0] ?? '');
}

interface QuotaEntry<Value> {
  readonly value: Value;
  readonly owner: string;
  readonly bytes: number;
}

export interface CacheBudget {
  readonly maxBytes: number;
  /** Quota: an owner that exceeds it evicts its own entries, not those of others. */
  readonly maxBytesPerOwner: number;
  /** Longer keys are not cached: clients control their length. */
  readonly maxKeyLength: number;
}

/** Estimated memory of the map entries, objects and buffer header of one entry. */
const ENTRY_OVERHEAD_BYTES = 500;

/** LRU cache with a byte budget, and a byte quota per owner. */
export class QuotaCache<Value> {
  private readonly entries: LRUCache<string, QuotaEntry<Value>>;
  /** Keys in LRU order, as in `entries`. */
  private readonly owners = new Map<string, { bytes: number; readonly keys: Set<string> }>();

  constructor(private readonly budget: CacheBudget) {
    this.entries = new LRUCache({
      maxSize: budget.maxBytes,
      maxEntrySize: budget.maxBytesPerOwner,
      sizeCalculation: ({ bytes }) => bytes,
      dispose: (entry, key) => this.releaseQuota(entry, key),
    });
  }

  get totalBytes(): number {
    return this.entries.calculatedSize;
  }

  /** Does not count as a use: the entry may turn out to be stale. */
  get(key: string): Value | undefined {
    return this.entries.peek(key)?.value;
  }

  accepts(key: string): boolean {
    return key.length <= this.budget.maxKeyLength;
  }

  touch(key: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    const { keys } = this.owners.get(entry.owner)!;
    keys.delete(key);
    keys.add(key);
  }

  /** Replaces the entry of a key; a value over the owner's quota is not cached. */
  set(key: string, owner: string, value: Value, valueBytes: number): void {
    if (!this.accepts(key)) return;
    this.entries.set(key, { value, owner, bytes: valueBytes + 2 * key.length + ENTRY_OVERHEAD_BYTES });
    const entry = this.entries.peek(key);
    if (entry === undefined) return;
    const own = this.owners.get(owner) ?? { bytes: 0, keys: new Set<string>() };
    this.owners.set(owner, own);
    own.keys.add(key);
    own.bytes += entry.bytes;
    while (own.bytes > this.budget.maxBytesPerOwner) this.entries.delete(own.keys.values().next().value!);
  }

  clear(): void {
    this.entries.clear();
  }

  private releaseQuota({ owner, bytes }: QuotaEntry<Value>, key: string): void {
    const own = this.owners.get(owner)!;
    own.bytes -= bytes;
    own.keys.delete(key);
    if (own.keys.size === 0) this.owners.delete(owner);
  }
}

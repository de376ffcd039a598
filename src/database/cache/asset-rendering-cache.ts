import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import type { Sized } from '../../domain/text/rendering';
import { ChangeNotifications, type ChangeSubscriber } from '../change-notifications';
import {
  AssetChangeQuery,
  type AssetReader,
  type CacheValidation,
  type ValidationRequest,
} from './asset-change.query';
import { QuotaCache } from './quota-cache';

export type { AssetReader };

export interface FreshRendering<Text> {
  readonly text: Text;
  /** Assets whose submission counts the text leaves open. */
  readonly countedAssetIds: readonly number[];
}

export interface CachedRendering<Text> extends FreshRendering<Text> {
  /** Current counts as JSON of `submissionCountsSql`; undefined: not read yet. */
  readonly submissionCounts: string | undefined;
}

export interface RenderingRequest<Text extends Sized> {
  /** Cache key: contains all input of the text other than the database. */
  readonly key: string;
  readonly reader: AssetReader;
  readonly assetId?: number;
  /** Renders on a miss; may read only data whose changes are recorded in `asset_change`. */
  readonly load: () => Promise<FreshRendering<Text>>;
}

interface Entry extends FreshRendering<Sized> {
  /** Taken before the load, or at the last successful validation. */
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
 * Caches rendered asset JSON. Every hit is revalidated by one batched query, so that changes by any process show at once
 * (decision 120).
 */
@Injectable()
export class AssetRenderingCache implements ChangeSubscriber {
  private readonly cache = new QuotaCache<Entry>(BUDGET);
  /**
   * Batches validations of one event loop iteration into one statement. Requests made after it was sent wait for the next,
   * so that results show every transaction committed before the request.
   */
  private readonly validations: DataLoader<ValidationRequest, CacheValidation>;
  /** Single flight: requests of one key share a result until their validation is sent. */
  private readonly inFlight = new Map<string, Promise<CachedRendering<Sized>>>();
  private generation = 0;

  constructor(
    private readonly changes: AssetChangeQuery,
    notifications: ChangeNotifications,
  ) {
    this.validations = new DataLoader(
      (batch) => {
        this.inFlight.clear();
        return this.changes.validate(batch);
      },
      { cache: false, maxBatchSize: MAX_BATCH_SIZE, batchScheduleFn: (send) => setImmediate(send) },
    );
    notifications.subscribe(this);
  }

  /** Returns the cached text (the same object) if it is still valid, else loads it. */
  async get<Text extends Sized>(request: RenderingRequest<Text>): Promise<CachedRendering<Text>> {
    const { key } = request;
    if (!this.cache.accepts(key)) return { ...(await request.load()), submissionCounts: undefined };
    const result = this.inFlight.get(key) ?? this.validateOrLoad(request);
    this.inFlight.set(key, result);
    return result as Promise<CachedRendering<Text>>;
  }

  /** No-op: hits are revalidated. */
  invalidate(): void {}

  /** After a reconnect another server may respond, such as a promoted standby. */
  invalidateAll(): void {
    this.generation += 1;
    this.cache.clear();
  }

  /** Prunes recorded changes; cached texts are then loaded once more. */
  prune(): Promise<void> {
    return this.changes.prune();
  }

  private async validateOrLoad({
    key,
    reader,
    assetId,
    load,
  }: RenderingRequest<Sized>): Promise<CachedRendering<Sized>> {
    const { generation } = this;
    const cached = this.cache.get(key);
    const { snapshot, server, hasChanged, submissionCounts } = await this.validations.load({
      reader,
      assetId,
      since: cached?.snapshot,
      countedAssetIds: cached?.countedAssetIds ?? [],
    });
    const isSameServer = generation === this.generation && server === cached?.server;
    if (cached !== undefined && isSameServer && !hasChanged) {
      cached.snapshot = snapshot;
      this.cache.touch(key);
      const { text, countedAssetIds } = cached;
      return { text, countedAssetIds, submissionCounts: submissionCounts ?? undefined };
    }
    const fresh = await load();
    if (generation === this.generation) {
      const bytes = fresh.text.byteSize + BYTES_PER_COUNTED_ASSET * fresh.countedAssetIds.length;
      this.cache.set(key, ownerOf(reader), { ...fresh, snapshot, server }, bytes);
    }
    return { ...fresh, submissionCounts: undefined };
  }
}

/** The caller is the first of the users; callers through a collector link have none. */
function ownerOf({ userIds }: AssetReader): string {
  return String(userIds[0] ?? '');
}

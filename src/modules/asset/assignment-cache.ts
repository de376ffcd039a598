import { LRUCache } from 'lru-cache';
import type { VisibleHolders } from '../../domain/permission/assignable';
import type { Codename } from '../../domain/permission/codename';
import type { StoredPartialGrants } from '../../domain/permission/partial-grant';

export interface AssignmentView {
  readonly uid: string;
  readonly userId: number;
  readonly username: string;
  readonly codename: Codename;
  readonly partialGrants: StoredPartialGrants | null;
}

/** Entries take a few kilobytes each. */
const MAX_CACHED_ASSETS = 2_000;
/** Distinct sets of visible holders per asset. */
const MAX_CACHED_SUBSETS = 20;

const NONE: readonly never[] = [];

/** Assignments of one asset. Returns the same array per set of holders, so that callers can cache by identity. */
export class AssetAssignments {
  private readonly codenames = new Map<number, Codename[]>();
  /** A map that is cleared when full: `LRUCache` takes 2 KB per asset even if empty. */
  private readonly subsets = new Map<string, readonly AssignmentView[]>();

  constructor(readonly all: readonly AssignmentView[]) {
    for (const { userId, codename } of all) {
      const own = this.codenames.get(userId);
      if (own === undefined) this.codenames.set(userId, [codename]);
      else own.push(codename);
    }
  }

  codenamesOf(userId: number | undefined): readonly Codename[] {
    return (userId === undefined ? undefined : this.codenames.get(userId)) ?? NONE;
  }

  visibleTo(holders: VisibleHolders): readonly AssignmentView[] {
    if (holders === 'all') return this.all;
    const key = [...holders].join();
    const cached = this.subsets.get(key);
    if (cached !== undefined) return cached;
    if (this.subsets.size >= MAX_CACHED_SUBSETS) this.subsets.clear();
    const subset = this.all.filter(({ userId }) => holders.has(userId));
    this.subsets.set(key, subset);
    return subset;
  }
}

/** LRU cache of parsed assignments, keyed by their JSON, which contains uids and so differs between assets. */
export class AssignmentCache {
  private readonly entries = new LRUCache<string, AssetAssignments>({ max: MAX_CACHED_ASSETS });

  get(text: string): AssetAssignments {
    const cached = this.entries.get(text);
    if (cached !== undefined) return cached;
    const assignments = parse(text);
    this.entries.set(text, assignments);
    return assignments;
  }
}

function parse(text: string): AssetAssignments {
  const rows = JSON.parse(text) as [string, number, string, Codename, StoredPartialGrants | null][];
  return new AssetAssignments(
    rows.map(([uid, userId, username, codename, partialGrants]) => ({
      uid,
      userId,
      username,
      codename,
      partialGrants,
    })),
  );
}

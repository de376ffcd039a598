import type { VisibleHolders } from '../../domain/permission/assignment-visibility';
import type { Codename } from '../../domain/permission/codename';
import type { KeptPartialGrants } from '../../domain/permission/partial-grant';

/** One assignment as the JSON of its asset shows it. */
export interface ShownAssignment {
  readonly uid: string;
  readonly userId: number;
  readonly username: string;
  readonly codename: Codename;
  readonly partialGrants: KeptPartialGrants | null;
}

/** A few thousand bytes each. */
const MOST_KNOWN = 2_000;
/** Viewers who are shown different parts of one asset's assignments. */
const MOST_PARTS = 20;

const NONE: readonly never[] = [];

/** The assignments of one asset. Each part of them is one array for ever, so that what is made of it can be kept beside it. */
export class AssetAssignments {
  private readonly codenames = new Map<number, Codename[]>();
  private readonly parts = new Map<string, readonly ShownAssignment[]>();

  constructor(readonly all: readonly ShownAssignment[]) {
    for (const { userId, codename } of all) {
      const own = this.codenames.get(userId);
      if (own === undefined) this.codenames.set(userId, [codename]);
      else own.push(codename);
    }
  }

  codenamesOf(userId: number | undefined): readonly Codename[] {
    return (userId === undefined ? undefined : this.codenames.get(userId)) ?? NONE;
  }

  shownTo(holders: VisibleHolders): readonly ShownAssignment[] {
    if (holders === 'all') return this.all;
    const key = [...holders].join();
    const known = this.parts.get(key);
    if (known !== undefined) return known;
    if (this.parts.size >= MOST_PARTS) this.parts.clear();
    const part = this.all.filter(({ userId }) => holders.has(userId));
    this.parts.set(key, part);
    return part;
  }
}

/**
 * Reads assignments out of the text that the database makes of them: uid, id and name of the user, codename and filters of
 * each. A text that is known is not read again; it holds the uids, so that no two assets share one.
 */
export class KnownAssignments {
  private readonly known = new Map<string, AssetAssignments>();

  read(text: string): AssetAssignments {
    const known = this.known.get(text) ?? parse(text);
    // What was used last stands last, and what stands first makes room.
    this.known.delete(text);
    this.known.set(text, known);
    if (this.known.size > MOST_KNOWN) this.known.delete(this.known.keys().next().value!);
    return known;
  }
}

function parse(text: string): AssetAssignments {
  const rows = JSON.parse(text) as [string, number, string, Codename, KeptPartialGrants | null][];
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

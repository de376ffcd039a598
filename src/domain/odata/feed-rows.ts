import type { FeedSet } from './feed-model';

/** Answers as JSON: those of a submission, with what the service adds to them, or those of one copy of a repeat. */
export type Answers = Readonly<Record<string, unknown>>;

/** A row of a set. At the top there is one in each submission, without an index. */
export interface FeedRow {
  readonly answers: Answers;
  /** Among the rows of its set in the submission, from 1. */
  readonly index: number | undefined;
  /** Of the row around it; absent where a version of the form has none there. */
  readonly parentIndex: number | undefined;
}

/** The rows of one submission, in the order of the document. `feed-rows-sql.ts` counts the same rows in the database. */
export class SubmissionRows {
  private readonly known = new Map<FeedSet, readonly FeedRow[]>();

  constructor(readonly submission: Answers) {}

  of(set: FeedSet, parent: FeedSet | undefined): readonly FeedRow[] {
    const known = this.known.get(set);
    if (known !== undefined) return known;
    const rows = this.read(set, parent);
    this.known.set(set, rows);
    return rows;
  }

  private read({ chains }: FeedSet, parent: FeedSet | undefined): FeedRow[] {
    if (chains.length === 0) return [{ answers: this.submission, index: undefined, parentIndex: undefined }];
    const rows: FeedRow[] = [];
    for (const chain of chains) {
      const before = parent && this.rowsBefore(parent, chain);
      for (const { answers, around } of this.copies(chain)) {
        const parentIndex = before === undefined ? undefined : before + around;
        rows.push({ answers, index: rows.length + 1, parentIndex });
      }
    }
    return rows;
  }

  /** Rows of the parent's set that stand before those around a chain; undefined where others stand around it. */
  private rowsBefore(parent: FeedSet, chain: readonly string[]): number | undefined {
    const at = chainAround(parent, chain);
    if (at === -1) return undefined;
    return parent.chains.slice(0, at).reduce((count, each) => count + this.copies(each).length, 0);
  }

  private copies(chain: readonly string[]): { answers: Answers; around: number }[] {
    let copies = [{ answers: this.submission, around: 0 }];
    for (const path of chain) {
      copies = copies.flatMap(({ answers }, index) =>
        objectsIn(answers[path]).map((inner) => ({ answers: inner, around: index + 1 })),
      );
    }
    return copies;
  }
}

/** Which chain of the set around it a chain goes on from; -1 when none. */
export function chainAround(parent: FeedSet, chain: readonly string[]): number {
  const around = JSON.stringify(chain.slice(0, -1));
  return parent.chains.findIndex((each) => JSON.stringify(each) === around);
}

function objectsIn(value: unknown): Answers[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (each): each is Answers => typeof each === 'object' && each !== null && !Array.isArray(each),
  );
}

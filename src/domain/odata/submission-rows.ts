import { isJsonObject } from '../text/json-members';
import type { EntitySet } from './entity-model';

/** JSON of a submission, with its system keys, or of a repeat instance. */
export type Answers = Readonly<Record<string, unknown>>;

/** Row of an entity set. The top level has one per submission, without an index. */
export interface EntityRow {
  readonly answers: Answers;
  /** Position among the rows of its set in the submission, from 1. */
  readonly index: number | undefined;
  /** Index of the enclosing row; undefined if the form version has no enclosing repeat. */
  readonly parentIndex: number | undefined;
}

/** Rows of one submission, in document order. `odata-rows-sql.ts` numbers them equally in the database. */
export class SubmissionRows {
  private readonly cache = new Map<EntitySet, readonly EntityRow[]>();

  constructor(readonly submission: Answers) {}

  get(set: EntitySet, parent: EntitySet | undefined): readonly EntityRow[] {
    const cached = this.cache.get(set);
    if (cached !== undefined) return cached;
    const rows = this.read(set, parent);
    this.cache.set(set, rows);
    return rows;
  }

  private read({ chains }: EntitySet, parent: EntitySet | undefined): EntityRow[] {
    if (chains.length === 0) return [{ answers: this.submission, index: undefined, parentIndex: undefined }];
    const rows: EntityRow[] = [];
    for (const chain of chains) {
      const before = parent && this.rowsBefore(parent, chain);
      for (const { answers, outerIndex } of this.instances(chain)) {
        const parentIndex = before === undefined ? undefined : before + outerIndex;
        rows.push({ answers, index: rows.length + 1, parentIndex });
      }
    }
    return rows;
  }

  /** Number of parent rows of preceding chains; undefined if the chain is not nested in the parent. */
  private rowsBefore(parent: EntitySet, chain: readonly string[]): number | undefined {
    const at = parentChainIndex(parent, chain);
    if (at === -1) return undefined;
    return parent.chains.slice(0, at).reduce((count, each) => count + this.instances(each).length, 0);
  }

  private instances(chain: readonly string[]): { answers: Answers; outerIndex: number }[] {
    let instances = [{ answers: this.submission, outerIndex: 0 }];
    for (const path of chain) {
      instances = instances.flatMap(({ answers }, index) =>
        objectsIn(answers[path]).map((inner) => ({ answers: inner, outerIndex: index + 1 })),
      );
    }
    return instances;
  }
}

/** Index of the parent's chain that a chain continues; -1 if none. */
export function parentChainIndex(parent: EntitySet, chain: readonly string[]): number {
  const outer = JSON.stringify(chain.slice(0, -1));
  return parent.chains.findIndex((each) => JSON.stringify(each) === outer);
}

function objectsIn(value: unknown): Answers[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

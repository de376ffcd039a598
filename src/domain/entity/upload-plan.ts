import { createHash } from 'node:crypto';
import { excerpt } from '../text/excerpt';
import {
  decideRow,
  type PropertyChange,
  type RowDecision,
  type UploadColumns,
  type UploadRefusal,
  type UploadRow,
  type UploadTarget,
} from './entity-upload';

export interface UploadOptions {
  /** Whether rows may change entities of the list. */
  readonly updates: boolean;
  /** Treatment of columns that the list has no property for. */
  readonly newProperties: 'add' | 'ignore' | 'refuse';
}

type LeftOutColumns = Pick<UploadColumns, 'ignored' | 'invalid'>;

export interface UploadPlan extends LeftOutColumns {
  readonly created: number;
  readonly updated: number;
  /** Rows that equal what is in the list. */
  readonly unchanged: number;
  readonly refused: number;
  /** Properties of the file that the list has. */
  readonly properties: readonly string[];
  /** Properties of the file that the list lacks. */
  readonly newProperties: readonly string[];
  /** The first ones of each kind. */
  readonly samples: UploadSamples;
  /** Equal for equal decisions on equal versions, and columns that the list has and lacks. */
  readonly fingerprint: string;
}

export interface UploadSamples {
  readonly created: readonly {
    readonly row: number;
    readonly label: string;
    readonly values: readonly string[];
  }[];
  readonly updated: readonly {
    readonly row: number;
    readonly uuid: string;
    readonly label: string;
    readonly changes: readonly PropertyChange[];
  }[];
  readonly refused: readonly {
    readonly row: number;
    readonly refusal: UploadRefusal;
    readonly label: string;
  }[];
}

const MAX_SAMPLES = 20;
const MAX_REFUSED_SAMPLES = 100;

export interface DecidedRow<Target> {
  readonly row: UploadRow;
  readonly target: Target | undefined;
  readonly decision: RowDecision;
}

/** Decides on rows one after the other, and counts them. */
export class UploadPlanner<Target extends UploadTarget> {
  private readonly seen = new Set<string>();
  private readonly hash = createHash('sha256');
  private readonly counts = { create: 0, update: 0, unchanged: 0, refuse: 0 };
  private readonly samples = {
    created: [] as UploadSamples['created'][number][],
    updated: [] as UploadSamples['updated'][number][],
    refused: [] as UploadSamples['refused'][number][],
  };

  constructor(
    private readonly known: readonly string[],
    private readonly added: readonly string[],
  ) {
    // A column that the list gets meanwhile would be stored, although the preview left it out.
    this.hash.update(`${JSON.stringify([known, added])}\n`);
  }

  decide(
    row: UploadRow,
    targets: ReadonlyMap<string, Target>,
    { updates, newProperties }: UploadOptions,
  ): DecidedRow<Target> {
    const target = row.uuid === undefined ? undefined : targets.get(row.uuid);
    const names = newProperties === 'add' ? [...this.known, ...this.added] : this.known;
    const data = Object.fromEntries(
      names.flatMap((name) => (Object.hasOwn(row.data, name) ? [[name, row.data[name]!]] : [])),
    );
    const isRepeated = row.uuid !== undefined && this.seen.size === this.seen.add(row.uuid).size;
    const decision: RowDecision =
      isRepeated && row.refusal === undefined
        ? { kind: 'refuse', refusal: 'uuid_repeated' }
        : decideRow({ ...row, data }, target, updates);
    this.count(row, decision, names);
    // Whether a row changes anything depends on the columns that are left out.
    const kind = decision.kind === 'unchanged' ? 'update' : decision.kind;
    const refusal = decision.kind === 'refuse' ? decision.refusal : '';
    this.hash.update(`${row.row} ${kind} ${refusal} ${target?.version ?? ''}\n`);
    return { row, target, decision };
  }

  plan({ ignored, invalid }: LeftOutColumns): UploadPlan {
    const { create: created, update: updated, unchanged, refuse: refused } = this.counts;
    return {
      created,
      updated,
      unchanged,
      refused,
      properties: this.known,
      newProperties: this.added,
      ignored,
      invalid,
      samples: this.samples,
      fingerprint: this.hash.copy().digest('base64url'),
    };
  }

  private count(
    { row, uuid = '', label = '' }: UploadRow,
    decision: RowDecision,
    names: readonly string[],
  ): void {
    this.counts[decision.kind] += 1;
    const { created, updated, refused } = this.samples;
    if (decision.kind === 'create' && created.length < MAX_SAMPLES) {
      created.push({
        row,
        label: excerpt(decision.label),
        values: names.map((name) => excerpt(decision.data[name] ?? '')),
      });
    }
    if (decision.kind === 'update' && updated.length < MAX_SAMPLES) {
      const changes = decision.changes.map(({ name, before, after }) => {
        return { name, before: excerpt(before), after: excerpt(after) };
      });
      updated.push({ row, uuid, label: excerpt(decision.label), changes });
    }
    if (decision.kind === 'refuse' && refused.length < MAX_REFUSED_SAMPLES) {
      refused.push({ row, refusal: decision.refusal, label: excerpt(label) });
    }
  }
}

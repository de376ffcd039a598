import { OverQuotaError } from './errors';

/** Billing period of usage: a calendar month in UTC. */
export interface UsagePeriod {
  readonly start: Date;
  /** Exclusive. */
  readonly end: Date;
}

/** The period that contains `now`. */
export function usagePeriodAt(now: Date): UsagePeriod {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { start: new Date(Date.UTC(year, month, 1)), end: new Date(Date.UTC(year, month + 1, 1)) };
}

/** Submissions, and bytes of files. */
export interface StoredAmount {
  readonly submissions: number;
  readonly bytes: number;
}

/** Of one project, and of all projects of its owner together. */
export interface StoredAmounts {
  readonly project: StoredAmount;
  readonly owner: StoredAmount;
}

/** Files of a stored submission or of a project. */
export function filesOf(files: readonly { readonly byteSize: number }[]): StoredAmount {
  return { submissions: 0, bytes: files.reduce((sum, { byteSize }) => sum + byteSize, 0) };
}

/** A submission with its files. */
export function submissionWith(files: Parameters<typeof filesOf>[0]): StoredAmount {
  return { ...filesOf(files), submissions: 1 };
}

type Scope = keyof StoredAmounts;
type Kind = keyof StoredAmount;

const SCOPES = ['project', 'owner'] as const satisfies readonly Scope[];
const KINDS = ['submissions', 'bytes'] as const satisfies readonly Kind[];

const MESSAGES: Readonly<Record<Scope, Readonly<Record<Kind, (limit: number) => string>>>> = {
  project: {
    submissions: (limit) =>
      `The project may store ${limit} submissions, and has no room for more. Delete what is not needed any more, or ask the operator of the service for more.`,
    bytes: (limit) =>
      `The project may store ${limit} bytes of files, and has no room for these. Delete what is not needed any more, or ask the operator of the service for more.`,
  },
  owner: {
    submissions: (limit) =>
      `All projects of this owner may store ${limit} submissions together, and have no room for more. Delete what is not needed any more, or ask the operator of the service for more.`,
    bytes: (limit) =>
      `All projects of this owner may store ${limit} bytes of files together, and have no room for these. Delete what is not needed any more, or ask the operator of the service for more.`,
  },
};

/** Limits and use of a project and its owner, to which stored things are added. An absent limit is `Infinity`. */
export class QuotaBalance {
  private added: StoredAmount = { submissions: 0, bytes: 0 };

  constructor(
    private readonly limits: StoredAmounts,
    private readonly used: StoredAmounts,
  ) {}

  /**
   * Returns the error of the first limit that the addition exceeds, without counting it. A kind of which nothing is added
   * never exceeds, so that text can be stored beside too many files.
   */
  excess(addition: StoredAmount): OverQuotaError | undefined {
    for (const scope of SCOPES) {
      for (const kind of KINDS) {
        const limit = this.limits[scope][kind];
        const total = this.used[scope][kind] + this.added[kind] + addition[kind];
        if (addition[kind] > 0 && total > limit) return new OverQuotaError(MESSAGES[scope][kind](limit));
      }
    }
    return undefined;
  }

  /** Returns the error of the first limit that is exceeded already, such as by what a transaction has just stored. */
  exceeded(): OverQuotaError | undefined {
    for (const scope of SCOPES) {
      for (const kind of KINDS) {
        const limit = this.limits[scope][kind];
        if (this.used[scope][kind] > limit) return new OverQuotaError(MESSAGES[scope][kind](limit));
      }
    }
    return undefined;
  }

  /** Counts an addition that fits. @returns the error of the limit that it exceeds; then it is not counted */
  add(addition: StoredAmount): OverQuotaError | undefined {
    const excess = this.excess(addition);
    if (excess !== undefined) return excess;
    const { submissions, bytes } = this.added;
    this.added = { submissions: submissions + addition.submissions, bytes: bytes + addition.bytes };
    return undefined;
  }
}

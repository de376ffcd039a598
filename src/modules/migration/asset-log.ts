import type {
  AssetReport,
  Counts,
  MovedSubmissions,
  SubmissionComparison,
} from '../../domain/migration/migration-report';
import type { SourceAssetSummary } from '../../domain/migration/source-types';

/** Differences and problems that are named one by one, per asset. */
const MAX_SENTENCES = 1000;

const NOTHING_MOVED: MovedSubmissions = {
  created: 0,
  changed: 0,
  deleted: 0,
  unchanged: 0,
  attachments: 0,
  attachmentBytes: 0,
};

/** Collects the report of one asset during a run. */
export class AssetLog {
  readonly notes = new BoundedList(MAX_SENTENCES);
  readonly notMoved = new BoundedList(MAX_SENTENCES);
  readonly problems = new BoundedList(MAX_SENTENCES);
  readonly differences = new BoundedList(MAX_SENTENCES);
  moved: { -readonly [Key in keyof MovedSubmissions]: number } = { ...NOTHING_MOVED };
  /** Undefined until the asset itself has been saved. */
  assetId: number | undefined;
  comparison: SubmissionComparison | undefined;
  /** Entities by list, once compared. */
  entities: Counts | undefined;

  constructor(readonly summary: SourceAssetSummary) {}

  get isComplete(): boolean {
    return this.assetId !== undefined && this.problems.length === 0;
  }

  toReport(dryRun: boolean): AssetReport {
    const { uid, name, assetType, owner } = this.summary;
    return {
      uid,
      name,
      assetType,
      owner,
      state: dryRun ? 'planned' : this.isComplete ? 'complete' : 'incomplete',
      notes: this.notes.toList(),
      notMoved: this.notMoved.toList(),
      problems: this.problems.toList(),
      ...(!dryRun && { submissions: this.moved }),
      ...(this.comparison !== undefined && { comparison: this.comparison }),
      ...(this.entities !== undefined && { entities: this.entities }),
      differences: this.differences.toList(),
    };
  }
}

/** List of sentences that counts those beyond its limit. */
class BoundedList {
  private readonly kept: string[] = [];
  length = 0;

  constructor(private readonly limit: number) {}

  readonly add = (sentence: string): void => {
    this.length += 1;
    if (this.kept.length < this.limit) this.kept.push(sentence);
  };

  toList(): string[] {
    const omitted = this.length - this.kept.length;
    return omitted === 0 ? [...this.kept] : [...this.kept, `and ${omitted} more`];
  }
}

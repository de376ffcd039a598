import { DigestSum } from '../../domain/migration/submission-state';
import { DifferenceSum, VisibleSum } from '../../domain/migration/visible-submission';
import type { AssetLog } from './asset-log';

/** Counts on both sides by name. */
class CountsByName {
  readonly source = new Map<string, number>();
  readonly here = new Map<string, number>();

  add(side: 'source' | 'here', name: string | null | undefined): void {
    if (name != null) this[side].set(name, (this[side].get(name) ?? 0) + 1);
  }

  totals() {
    return { source: Object.fromEntries(this.source), here: Object.fromEntries(this.here) };
  }
}

/** Running totals of the comparison of one asset. */
export class Totals {
  readonly digest = { source: new DigestSum(), here: new DigestSum() };
  readonly count = { source: 0, here: 0 };
  readonly attachments = { source: 0, here: 0 };
  readonly visible = { source: new VisibleSum(), here: new VisibleSum() };
  readonly statuses = new CountsByName();
  readonly versions = new CountsByName();
  readonly differences = new DifferenceSum();
  /** Differences of what the source shows from what its own version of the form says. */
  readonly shownOtherwise = new DifferenceSum();
  /** Submissions of no version that the source has, by the version that they have here. */
  readonly unknown = new Map<string, (string | number)[]>();
  edited = 0;
  supplemented = 0;
}

/** Writes what the comparison found into the report of the asset. */
export function logTotals(totals: Totals, log: AssetLog, isOneVersion: boolean): void {
  totals.differences.sentences().forEach(log.differences.add);
  for (const sentence of totals.shownOtherwise.sentences())
    log.notes.add(
      `Shown otherwise at the source; here read by the version of the form that they name: ${sentence}`,
    );
  if (!isOneVersion) {
    for (const [uid, [first, ...others]] of totals.unknown)
      log.notes.add(
        `${others.length + 1} submissions name no version that the source has, such as ${first!}: here they are read by the version ${uid}`,
      );
  }
  if (totals.edited > 0) log.notMoved.add(`earlier versions of ${totals.edited} edited submissions`);
  if (totals.supplemented > 0)
    log.notMoved.add(`transcripts, translations and analysis of ${totals.supplemented} submissions`);
  log.comparison = {
    count: totals.count,
    digest: { source: String(totals.digest.source), here: String(totals.digest.here) },
    attachments: totals.attachments,
    visible: { source: totals.visible.source.totals(), here: totals.visible.here.totals() },
    validationStatuses: totals.statuses.totals(),
    versions: totals.versions.totals(),
  };
}

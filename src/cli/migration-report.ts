import type {
  AssetReport,
  MigrationReport,
  SubmissionComparison,
} from '../domain/migration/migration-report';
import { migrationSpeed } from '../domain/migration/migration-task';
import type { MigrationObserver, MigrationPhase } from '../modules/migration/migration-options';

const INTERVAL_MS = 2000;

/** Prints what is being moved, how fast, and for how long still. */
export class MigrationProgress implements MigrationObserver {
  private label = '';
  private total: number | undefined;
  private startTime = 0;
  private printed = 0;

  constructor(
    private readonly stream: Pick<NodeJS.WriteStream, 'write'>,
    private readonly now: () => number = Date.now,
  ) {}

  started({ phase, asset: { uid, name, submissions }, position, total }: MigrationPhase): void {
    const action = phase === 'comparing' ? 'Comparing ' : '';
    this.label = `${action}${position}/${total} ${uid} ${printable(name)}`;
    this.total = submissions;
    this.startTime = this.now();
    this.printed = this.startTime;
    this.print('');
  }

  submissionsDone(done: number): void {
    const now = this.now();
    if (now - this.printed < INTERVAL_MS) return;
    this.printed = now;
    const speed = migrationSpeed(done, this.total ?? null, (now - this.startTime) / 1000);
    const left = speed?.secondsLeft ?? null;
    const remaining = left === null ? '' : `, ${Math.ceil(left)} s left`;
    const rate = Math.round(speed?.perSecond ?? 0);
    this.print(`: ${done} of ${this.total ?? '?'} submissions, ${rate}/s${remaining}`);
  }

  private print(text: string): void {
    this.stream.write(`${this.label}${text}\n`);
  }
}

/** Names come from another server: control characters must not reach the terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, 400);
}

/** Prints a report for people; `--report FILE` has all of it as JSON. */
export function printReport(report: MigrationReport, printLine: (line: string) => void): void {
  const print = (line: string): void => printLine(printable(line));
  for (const asset of report.assets) printAsset(asset, print, printLine);
  const lists = [
    ['Created deactivated accounts', report.createdAccounts],
    ['Users without an account here', report.missingAccounts],
    ['Not included', report.omitted],
    ['Could not be listed', report.failed],
    ['Deleted here, as at the source', report.deletedAssets],
  ] as const;
  for (const [title, items] of lists) {
    if (items.length === 0) continue;
    print(`${title}:`);
    for (const item of items) printLine(`  ${printable(item)}`);
  }
  const complete = report.assets.filter(({ state }) => state === 'complete').length;
  if (report.dryRun) print(`Assets that would be moved: ${report.assets.length}.`);
  else print(`Complete assets: ${complete} of ${report.assets.length}.`);
  if (!report.dryRun) {
    if (report.equal) conclusion(report).forEach(printLine);
    else print('There are differences from the source.');
  }
}

/** Says what was compared, and no more. */
function conclusion({ verifiedFiles, assets }: MigrationReport): string[] {
  const has = (part: 'notes' | 'earlierStates'): boolean =>
    assets.some(({ comparison }) => comparison?.[part] !== undefined);
  const compared = [
    'All that was compared is equal to the source: forms, settings, permissions, media files; XML, answers, repeats, places, versions and validation statuses of submissions',
    ...(has('notes') ? ['comments'] : []),
    ...(has('earlierStates') ? ['states before edits'] : []),
    ...(assets.some(({ entities }) => entities !== undefined) ? ['current values of entities'] : []),
  ].join('; ');
  const lines = [
    verifiedFiles === true
      ? `${compared}; attachments with their bytes.`
      : `${compared}; names of attachments. Their bytes were not compared: --verify-files does that.`,
  ];
  if (assets.some(({ notMoved = [] }) => notMoved.length > 0))
    lines.push('Parts of the source are not here: see the lines NOT MOVED.');
  return lines;
}

function printAsset(
  { uid, name, assetType, state, submissions, comparison, ...asset }: AssetReport,
  print: (line: string) => void,
  printLine: (line: string) => void,
): void {
  print(`${uid} ${assetType} ${name}: ${state}`);
  if (submissions !== undefined && comparison !== undefined) {
    const { created, changed, deleted, unchanged, attachments } = submissions;
    printLine(
      `  submissions: ${created} new, ${changed} changed, ${deleted} deleted, ${unchanged} unchanged; ${attachments} attachments`,
    );
    printLine(`  source: ${countsOf(comparison, 'source')}`);
    printLine(`  here:   ${countsOf(comparison, 'here')}`);
  }
  const lists = [
    ['note', asset.notes],
    ['NOT MOVED', asset.notMoved ?? []],
    ['PROBLEM', asset.problems],
    ['DIFFERENT', asset.differences],
  ] as const;
  for (const [title, items] of lists) for (const item of items) printLine(`  ${title}: ${printable(item)}`);
}

function countsOf(
  { count, digest, attachments, visible }: SubmissionComparison,
  side: 'source' | 'here',
): string {
  const { answers, places, rows } = visible?.[side] ?? { answers: 0, places: 0, rows: {} };
  const inRepeats = Object.values(rows).reduce((sum, each) => sum + each, 0);
  return `${count[side]} submissions, ${answers} answers, ${inRepeats} rows of repeats, ${places} places, ${attachments[side]} attachments, digest ${digest[side].slice(0, 16)}`;
}

import type { AssetReport, MigrationReport } from '../domain/migration/migration-report';
import { printable } from './migration-progress';

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
    print(report.equal ? 'All are equal to the source.' : 'There are differences from the source.');
  }
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
    const { count, digest } = comparison;
    printLine(`  source: ${count.source} submissions, digest ${digest.source.slice(0, 16)}`);
    printLine(`  here:   ${count.here} submissions, digest ${digest.here.slice(0, 16)}`);
  }
  const lists = [
    ['note', asset.notes],
    ['PROBLEM', asset.problems],
    ['DIFFERENT', asset.differences],
  ] as const;
  for (const [title, items] of lists) for (const item of items) printLine(`  ${title}: ${printable(item)}`);
}

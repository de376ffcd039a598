import type { AssetReport, MigrationReport } from '../domain/migration/migration-report';
import { printReport } from './migration-report';

const ASSET: AssetReport = {
  uid: 'aWells',
  name: 'Wells',
  assetType: 'survey',
  owner: 'ann',
  state: 'complete',
  notes: [],
  problems: [],
  differences: [],
};
const REPORT: MigrationReport = {
  source: 'https://central.example.org',
  started: '',
  finished: '',
  dryRun: false,
  createdAccounts: [],
  missingAccounts: [],
  omitted: [],
  failed: [],
  assets: [ASSET],
  deletedAssets: [],
  equal: true,
};

function linesOf(report: Partial<MigrationReport>): string[] {
  const lines: string[] = [];
  printReport({ ...REPORT, ...report }, (line) => lines.push(line));
  return lines;
}

describe('the last lines of a report', () => {
  it('claim the bytes of attachments only if they were compared', () => {
    expect(linesOf({}).at(-1)).toMatch(
      /^All that was compared is equal .* Their bytes were not compared: --verify-files/,
    );
    expect(linesOf({ verifiedFiles: true }).at(-1)).toMatch(
      /^All that was compared .*; attachments with their bytes\.$/,
    );
  });

  it('point at what is not here, which is counted by form', () => {
    const lines = linesOf({
      assets: [{ ...ASSET, notMoved: ['13 comments on 13 submissions', '2 public links'] }],
    });
    expect(lines).toContain('  NOT MOVED: 13 comments on 13 submissions');
    expect(lines.at(-1)).toBe('Parts of the source are not here: see the lines NOT MOVED.');
  });

  it('claim no equality of what differs', () => {
    expect(linesOf({ equal: false }).at(-1)).toBe('There are differences from the source.');
  });
});

import type { AssetReport, MigrationReport } from '../domain/migration/migration-report';
import { printReport, MigrationProgress } from './migration-report';

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

describe('MigrationProgress', () => {
  const print = (submissions: number | undefined): string[] => {
    const lines: string[] = [];
    let now = 0;
    const progress = new MigrationProgress(
      { write: (text: string | Uint8Array) => lines.push(String(text)) > 0 },
      () => now,
    );
    const asset = { uid: 'aWells', name: 'Wells\u001b[2J', submissions };
    progress.started({ phase: 'moving', asset, position: 1, total: 2 });
    for (const [seconds, done] of [
      [1, 10],
      [4, 200],
    ] as const) {
      now = seconds * 1000;
      progress.submissionsDone(done);
    }
    return lines;
  };

  it('prints what is moved, how many, how fast and for how long still, at most every 2 s', () => {
    expect(print(1000)).toEqual([
      '1/2 aWells Wells [2J\n',
      '1/2 aWells Wells [2J: 200 of 1000 submissions, 50/s, 16 s left\n',
    ]);
  });

  it('prints no remaining time for an unknown number', () => {
    expect(print(undefined).at(-1)).toBe('1/2 aWells Wells [2J: 200 of ? submissions, 50/s\n');
  });
});

import { MigrationProgress } from './migration-progress';

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

import { Progress } from './progress';

function outputOf(isTTY: boolean, total: number): string[] {
  const lines: string[] = [];
  const stream = { isTTY, write: (text: string) => lines.push(text) } as unknown as NodeJS.WriteStream;
  const progress = new Progress('Copying files', total, stream);
  for (let step = 0; step < total; step += 1) progress.step();
  return lines;
}

describe('Progress', () => {
  it('draws a progress bar on a terminal', () => {
    const bars = outputOf(true, 4);
    expect(bars[1]).toBe(`\rCopying files ${'█'.repeat(15)}${'░'.repeat(15)} 2/4`);
    expect(bars.at(-1)).toBe('\n');
  });

  it('prints a line per quarter otherwise', () => {
    expect(outputOf(false, 100)).toEqual(
      ['25', '50', '75', '100'].map((done) => `Copying files ${done}/100\n`),
    );
  });
});

import { compileXForm } from '../../src/domain/xform/compile-xform';
import { readFormFacts } from '../../src/domain/xform/form-facts';
import { cpuTimeOf } from '../measure/cpu-time';
import { largeForm } from './large-form';

/** Median processor time in milliseconds, after two warm-up runs. */
async function median(runs: number, run: () => unknown): Promise<number> {
  for (let index = 0; index < 2; index++) run();
  const times: number[] = [];
  for (let index = 0; index < runs; index++) times.push(await cpuTimeOf(run));
  return times.sort((left, right) => left - right)[Math.floor(runs / 2)]!;
}

describe('speed of compiling', () => {
  // Bounds are several times the measurements on two slow cores, so that only a change in complexity exceeds them.
  it('compiles 1,000 questions with 3,000 choices in 4 languages in well under a second', async () => {
    const content = largeForm(1000, 3000, 4);
    expect(await median(5, () => compileXForm(content))).toBeLessThan(600);
  });

  it('reads the facts of that form in well under a second', async () => {
    const { xml } = compileXForm(largeForm(1000, 3000, 4));
    expect(await median(5, () => readFormFacts(xml))).toBeLessThan(600);
  });

  it('compiles in linear time', async () => {
    const small = largeForm(500, 1500, 2);
    const large = largeForm(5000, 15000, 2);
    const ratio = (await median(3, () => compileXForm(large))) / (await median(5, () => compileXForm(small)));
    expect(ratio).toBeLessThan(30);
  });
});

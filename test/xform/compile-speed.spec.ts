import { compileXForm } from '../../src/domain/xform/compile-xform';
import { readFormFacts } from '../../src/domain/xform/form-facts';
import { processorTimeOf } from '../measure/processor-time';
import { largeForm } from './large-form';

/** Median processor milliseconds of some runs, after some that warm up. */
async function median(runs: number, work: () => unknown): Promise<number> {
  for (let index = 0; index < 2; index++) work();
  const times: number[] = [];
  for (let run = 0; run < runs; run++) times.push(await processorTimeOf(work));
  return times.sort((left, right) => left - right)[Math.floor(runs / 2)]!;
}

describe('speed of compiling', () => {
  // Bounds are several times what is measured on two slow cores, so that only a change of kind breaks them.
  it('compiles 1,000 questions with 3,000 choices in 4 languages in well under a second', async () => {
    const content = largeForm(1000, 3000, 4);
    expect(await median(5, () => compileXForm(content))).toBeLessThan(600);
  });

  it('reads the facts of that form back in less than that', async () => {
    const { xml } = compileXForm(largeForm(1000, 3000, 4));
    expect(await median(5, () => readFormFacts(xml))).toBeLessThan(600);
  });

  it('takes time in proportion to the size of the form', async () => {
    const small = largeForm(500, 1500, 2);
    const large = largeForm(5000, 15000, 2);
    const ratio = (await median(3, () => compileXForm(large))) / (await median(5, () => compileXForm(small)));
    expect(ratio).toBeLessThan(30);
  });
});

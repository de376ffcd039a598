import { performance } from 'node:perf_hooks';
import { compileXForm } from '../../src/domain/xform/compile-xform';
import { readFormFacts } from '../../src/domain/xform/form-facts';
import { largeForm } from './large-form';

/** Median milliseconds of some runs, after some that warm up. */
function median(runs: number, work: () => unknown): number {
  for (let index = 0; index < 2; index++) work();
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  }).sort((left, right) => left - right);
  return times[Math.floor(runs / 2)]!;
}

describe('speed of compiling', () => {
  // Bounds are several times what is measured on two slow cores, so that only a change of kind breaks them.
  it('compiles 1,000 questions with 3,000 choices in 4 languages in well under half a second', () => {
    const content = largeForm(1000, 3000, 4);
    expect(median(5, () => compileXForm(content))).toBeLessThan(400);
  });

  it('reads the facts of that form back in less than that', () => {
    const { xml } = compileXForm(largeForm(1000, 3000, 4));
    expect(median(5, () => readFormFacts(xml))).toBeLessThan(400);
  });

  it('takes time in proportion to the size of the form', () => {
    const small = largeForm(500, 1500, 2);
    const large = largeForm(5000, 15000, 2);
    const ratio = median(3, () => compileXForm(large)) / median(5, () => compileXForm(small));
    expect(ratio).toBeLessThan(30);
  });
});

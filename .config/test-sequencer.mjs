import sequencer from '@jest/test-sequencer';

/** Node imports the class itself; the types describe its module. */
const Sequencer = /** @type {typeof sequencer.default} */ (/** @type {unknown} */ (sequencer));

/** Longest suites first, so that no worker idles at the end; those with most of the browser tests before all others. */
const KINDS = [
  /\/groups\/(http|openrosa)\./,
  /\/groups\/(?!unit-)/,
  /\/groups\/unit-/,
  /\/test\/contract\//,
  /\/test\/e2e\//,
];

/** @param {{ path: string }} test */
function rank({ path }) {
  const index = KINDS.findIndex((kind) => kind.test(path));
  return index === -1 ? KINDS.length : index;
}

export default class TestSequencer extends Sequencer {
  /** @override @param {import('@jest/test-result').Test[]} tests */
  sort(tests) {
    const sorted = /** @type {import('@jest/test-result').Test[]} */ (super.sort(tests));
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}

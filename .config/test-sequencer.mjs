import sequencer from '@jest/test-sequencer';

/** Node hands over the class itself, where the types tell of the module that holds it. */
const Sequencer = /** @type {typeof sequencer.default} */ (/** @type {unknown} */ (sequencer));

/** Suites by what they are: what takes longest begins first, so that no worker waits for another at the end. */
const KINDS = ['/test/groups/service-', '/test/groups/rules-', '/test/contract/', '/test/e2e/'];

/** @param {{ path: string }} test */
function rank({ path }) {
  const place = KINDS.findIndex((kind) => path.includes(kind));
  return place === -1 ? KINDS.length : place;
}

export default class TestSequencer extends Sequencer {
  /** @override @param {import('@jest/test-result').Test[]} tests */
  sort(tests) {
    const sorted = /** @type {import('@jest/test-result').Test[]} */ (super.sort(tests));
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}

const Sequencer = require('@jest/test-sequencer').default;

/** Suites by how long they take, by kind: what takes longest begins first, so that no worker waits for another at the end. */
const KINDS = ['/test/groups/', '/test/faults/', '/test/contract/', '/test/e2e/'];

/** @param {{ path: string }} test */
function rank({ path }) {
  const place = KINDS.findIndex((kind) => path.includes(kind));
  return place === -1 ? KINDS.length : place;
}

module.exports = class TestSequencer extends Sequencer {
  /** @param {import('@jest/test-result').Test[]} tests */
  sort(tests) {
    return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
  }
};

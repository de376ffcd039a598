/**
 * Makes the image and runs it as containers are run: process 1, a root that can't be written to, no capabilities, users of
 * many kinds. Every check is one line; the last line counts them. Needs root on a Linux that allows namespaces, and says so
 * loudly where it is not allowed. TEST_PROFILE=full builds everything anew and does every round.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { check, counts, hold, note, notTested } from './container/checks.mjs';
import { composedChecks } from './container/composed.mjs';
import { fillingChecks } from './container/filling.mjs';
import { checkout, FULL, Ground } from './container/ground.mjs';
import { makeImage } from './container/image.mjs';
import { obstacle } from './container/namespace.mjs';
import { nodeFolder, versionOfImage } from './container/node.mjs';
import { startingChecks } from './container/starting.mjs';
import { stoppingChecks } from './container/stopping.mjs';

const MOST_MEGABYTES = 60;

const ground = new Ground();

async function imageIsMade() {
  const version = versionOfImage(checkout);
  const node = nodeFolder(checkout, version);
  if (node === '') {
    const instead = `Node ${process.versions.node} of this machine stands in for it.`;
    notTested(`the Node of the image, ${version}`, "npm can't get it here", instead);
  }
  const folder = join(ground.scratch, 'image');
  const build = () => cpSync(join(checkout, 'dist'), join(folder, 'build/app/dist'), { recursive: true });
  ground.image = makeImage(checkout, folder, { node, ...(FULL ? {} : { instead: { build } }) });
  const packages = join(ground.image.root, 'app/node_modules');
  const megabytes = Number.parseInt(spawnSync('du', ['-sm', packages], { encoding: 'utf8' }).stdout, 10);
  note(`node_modules: ${megabytes} MB`);
  hold(megabytes < MOST_MEGABYTES, `node_modules are ${megabytes} MB`);
  hold(existsSync(join(ground.image.root, 'app/sbom.spdx.json')), 'there is no list of what is in it');
  const asked = ground.run({ cmd: ['node', '--version'] });
  await asked.ended;
  note(`Node ${asked.out.trim()}`);
  hold(node === '' || asked.out === `v${version}\n`, `it runs on ${asked.out}`);
}

async function run() {
  await ground.open();
  await check('the image is made', imageIsMade);
  if (counts.failed > 0) return;
  await startingChecks(ground);
  await stoppingChecks(ground);
  await fillingChecks(ground);
  await composedChecks(ground);
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void ground.close().finally(() => process.exit(1)));
}

const hindrance = obstacle();
if (hindrance === undefined) {
  try {
    await run();
  } catch (error) {
    counts.failed += 1;
    console.log(error);
  } finally {
    await ground.close();
  }
} else {
  const why = `this machine allows no namespaces (${hindrance})`;
  notTested(
    'the image, which was neither made nor run',
    why,
    'Run .ci/container.mjs as root on a Linux that does.',
  );
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed > 0 ? 1 : 0);

/**
 * Builds the image and runs it as a container: as process 1, with a read-only root, without capabilities, as several users.
 * Prints one line per check, then the counts. Needs root on a Linux that allows namespaces; prints NOT TESTED without.
 * TEST_PROFILE=full rebuilds everything and runs all rounds.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { check, counts, assert, note, notTested } from './container/checks.mjs';
import { composedChecks } from './container/composed.mjs';
import { diskFullChecks } from './container/disk-full.mjs';
import { checkout, FULL, TestBed } from './container/test-bed.mjs';
import { buildImage } from './container/image.mjs';
import { namespaceError } from './container/namespace.mjs';
import { nodeFolder, versionOfImage } from './container/node.mjs';
import { startingChecks } from './container/starting.mjs';
import { stoppingChecks } from './container/stopping.mjs';

const MAX_MEGABYTES = 60;

const testBed = new TestBed();

async function buildsImage() {
  const version = versionOfImage(checkout);
  const node = nodeFolder(checkout, version);
  if (node === '') {
    const substitute = `Node ${process.versions.node} of this machine is used instead.`;
    notTested(`the Node of the image, ${version}`, 'npm cannot install it here', substitute);
  }
  const folder = join(testBed.scratch, 'image');
  const build = () => cpSync(join(checkout, 'dist'), join(folder, 'build/app/dist'), { recursive: true });
  testBed.image = buildImage(checkout, folder, { node, ...(FULL ? {} : { instead: { build } }) });
  const packages = join(testBed.image.root, 'app/node_modules');
  const megabytes = Number.parseInt(spawnSync('du', ['-sm', packages], { encoding: 'utf8' }).stdout, 10);
  note(`node_modules: ${megabytes} MB`);
  assert(megabytes < MAX_MEGABYTES, `node_modules are ${megabytes} MB`);
  assert(existsSync(join(testBed.image.root, 'app/sbom.spdx.json')), 'the SBOM is missing');
  const command = testBed.run({ cmd: ['node', '--version'] });
  await command.ended;
  note(`Node ${command.out.trim()}`);
  assert(node === '' || command.out === `v${version}\n`, `it runs on ${command.out}`);
}

async function run() {
  await testBed.open();
  await check('the image is built', buildsImage);
  if (counts.failed > 0) return;
  await startingChecks(testBed);
  await stoppingChecks(testBed);
  await diskFullChecks(testBed);
  await composedChecks(testBed);
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void testBed.close().finally(() => process.exit(1)));
}

const unavailable = namespaceError();
if (unavailable === undefined) {
  try {
    await run();
  } catch (error) {
    counts.failed += 1;
    console.log(error);
  } finally {
    await testBed.close();
  }
} else {
  const reason = `this machine allows no namespaces (${unavailable})`;
  notTested(
    'the image, which was neither built nor run',
    reason,
    'Run .ci/container.mjs as root on a Linux that does.',
  );
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed > 0 ? 1 : 0);

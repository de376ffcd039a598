import { spawnSync } from 'node:child_process';

/** Sets TEST_SEED, unless given, to a number of the current commit, so that all machines test the same cases. */
export function setTestSeed() {
  if (process.env['TEST_SEED'] !== undefined) return;
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  // Without a repository, as in an archive of the sources, the seed is constant.
  const seed = Number.parseInt((stdout ?? '').slice(0, 7), 16) || 1;
  process.env['TEST_SEED'] = String(seed);
  process.stderr.write(`TEST_SEED=${seed}\n`);
}

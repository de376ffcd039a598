/** Runs specs by Jest and counts their results. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listRepeated, readResults } from '../.config/test-results.mjs';

const checkout = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Prints `N passed, N failed` last, and sets the exit code.
 * @param {string} project of jest.config.mjs
 * @param {readonly string[]} specs
 * @param {Record<string, string>} variables
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runSpecs(project, specs, variables) {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-specs-'));
  const results = join(folder, 'results.json');
  const options = [
    `--selectProjects=${project}`,
    '--passWithNoTests=false',
    '--json',
    `--outputFile=${results}`,
  ];
  const tests = spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...options, '--', ...specs], {
    cwd: checkout,
    env: { ...process.env, ...variables },
    // The JSON is printed too.
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // Ends the tests, and then what the caller started.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => tests.kill('SIGTERM'));
  const code = await new Promise((done) => tests.on('close', (exitCode) => done(exitCode ?? 1)));
  const counts = readResults(results);
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  rmSync(folder, { recursive: true, force: true });
  listRepeated(counts.repeated);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  process.exitCode = code;
  return counts;
}

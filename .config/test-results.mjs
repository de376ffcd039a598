import { readFileSync } from 'node:fs';

/**
 * Counts the results that Jest wrote; a suite that does not load counts as failed.
 * @param {string} path of the JSON
 * @returns {{ passed: number, failed: number, skipped: number, repeated: string[] }} repeated: tests that passed only when
 *   TEST_RETRIES let them run again
 */
export function readResults(path) {
  try {
    /** @typedef {{ fullName: string, status: string, invocations?: number }} Test */
    /** @type {{ numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number, numPendingTests: number, testResults: { assertionResults: Test[] }[] }} */
    const results = JSON.parse(readFileSync(path, 'utf8'));
    return {
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests,
      repeated: results.testResults
        .flatMap(({ assertionResults }) => assertionResults)
        .filter(({ status, invocations = 1 }) => status === 'passed' && invocations > 1)
        .map(({ fullName }) => fullName),
    };
  } catch {
    return { passed: 0, failed: 0, skipped: 0, repeated: [] };
  }
}

/** @param {readonly string[]} repeated */
export function listRepeated(repeated) {
  for (const name of repeated) console.log(`Failed once, then passed: ${name}`);
}

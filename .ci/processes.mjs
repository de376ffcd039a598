/**
 * Runs end-to-end specs with three API processes and two workers behind a proxy that sends each request to another process.
 * Specs of test/groups/one-process.json, which look into the process or change it, are left out. By default: accounts,
 * credentials, sessions and OAuth2; `node .ci/processes.mjs --all` runs every group, `… authorization exports` some. The last
 * line is: N passed, N failed.
 */
import { runSpecs } from './spec-run.mjs';

const ALL = [
  'accounts',
  'assets',
  'authorization',
  'exports',
  'http',
  'imports',
  'migration',
  'openrosa',
  'operations',
  'submissions',
  'web-app',
];

const [, , ...named] = process.argv;
const groups = named.includes('--all') ? ALL : named.length > 0 ? named : ['accounts'];
await runSpecs('grouped', [`test/groups/(${groups.join('|')}).group`], { TEST_PROCESSES: '3' });

/**
 * Runs end-to-end specs with three API processes and two workers behind a proxy that sends each request to another process.
 * Specs of test/groups/one-process.json are left out. By default: accounts, credentials, assets, deployments, imports and
 * webhooks; `node .ci/processes.mjs --all` runs every group, `… authorization exports` some. The last line is: N passed,
 * N failed.
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

/** Those in which processes tell each other most, within some ten minutes. */
const DEFAULT = ['accounts', 'assets', 'imports'];

const [, , ...named] = process.argv;
const groups = named.includes('--all') ? ALL : named.length > 0 ? named : DEFAULT;
await runSpecs('grouped', [`test/groups/(${groups.join('|')}).group`], { TEST_PROCESSES: '3' });

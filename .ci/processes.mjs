/**
 * Runs end-to-end specs with three API processes and two workers behind a proxy that sends each request to another process.
 * Specs of test/groups/one-process.json are left out. By default: sign-in, credentials, assets, deployments, imports and
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

/** Those in which processes tell each other most, within some minutes. */
const DEFAULT = ['accounts', 'assets', 'imports'];
const DEFAULT_SPECS =
  'test/e2e/((asset|asset-lifecycle|authentication|credential|deployment|hook|import|oauth|session)/|account/(reset-key|sign-in-throttle|two-processes))';

const [, , ...named] = process.argv;
const groups = named.includes('--all') ? ALL : named.length > 0 ? named : DEFAULT;
await runSpecs('grouped', [`test/groups/(${groups.join('|')}).group`], {
  TEST_PROCESSES: '3',
  ...(groups === DEFAULT && { TEST_SPECS: DEFAULT_SPECS }),
});

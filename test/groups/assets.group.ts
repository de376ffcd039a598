import { runGroup } from './run-group';

runGroup(
  'test/e2e/asset',
  'test/e2e/asset-lifecycle',
  'test/e2e/collection',
  'test/e2e/deployment',
  'test/e2e/snapshot',
);

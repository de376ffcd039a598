import { runGroup } from './run-group';

runGroup('test/e2e/export', 'test/e2e/odata', 'test/e2e/paired-data', 'test/e2e/report', 'test/e2e/usage');

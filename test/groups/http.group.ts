import { runGroup } from './run-group';

runGroup('test/contract', 'test/e2e/http', 'test/e2e/media', 'test/e2e/web');

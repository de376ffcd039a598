import { runGroup } from './run-group';

runGroup('test/e2e/openrosa', 'test/e2e/web-form');

import { runGroup } from './run-group';

runGroup('test/e2e/environment', 'test/e2e/organization', 'test/e2e/project-view', 'test/e2e/web-app');

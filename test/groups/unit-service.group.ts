import { runGroup } from './run-group';

runGroup(
  'src/admission-control',
  'src/authentication',
  'src/backup',
  'src/bootstrap',
  'src/browser',
  'src/cli',
  'src/concurrency',
  'src/config',
  'src/database',
  'src/health',
  'src/http',
  'src/jobs',
  'src/modules',
  'src/openrosa',
  'src/outbound-http',
  'src/storage',
  'src/web',
);

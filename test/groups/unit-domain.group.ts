import { runGroup } from './run-group';

runGroup(
  'src/domain/account',
  'src/domain/asset',
  'src/domain/export',
  'src/domain/file',
  'src/domain/form-history',
  'src/domain/geo',
  'src/domain/hook',
  'src/domain/lazy.spec.ts',
  'src/domain/media',
  'src/domain/oauth',
  'src/domain/odata',
  'src/domain/ownership',
  'src/domain/page.spec.ts',
  'src/domain/permission',
  'src/domain/query',
  'src/domain/report',
  'src/domain/sharing',
  'src/domain/submission',
  'src/domain/text',
  'src/domain/usage-period.spec.ts',
);

import { runGroup } from './run-group';

runGroup(
  'src/domain/content',
  'src/domain/workbook',
  'src/domain/xform',
  'src/domain/xlsform',
  'src/workers',
  'test/xform',
);

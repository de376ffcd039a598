import type { ExportTaskEntity } from '../../../src/database/entities/export-task.entity';
import { readExportSearch } from '../../../src/domain/query/export-search';
import { TaskRepository } from '../../../src/jobs/task/task.repository';
import { ExportSettingRepository } from '../../../src/modules/export/export-setting.repository';
import { ExportQuery } from '../../../src/modules/export/export.query';
import { ExportRepository } from '../../../src/modules/export/export.repository';
import { HASH, ID, LATER, NOW, UID, WAITING_UID } from './sample-rows';
import { samplesOf } from './samples';

const OWNER = { assetId: ID, userId: ID };
const WINDOW = { limit: 10, start: 20 };
const SEARCH = readExportSearch('data__type:csv AND status:complete');

/** With the columns of the tasks of every kind. */
const NEW_TASK = {
  ...OWNER,
  ...{ sourceSha256: HASH, source: null },
  ...{ uid: 'export', request: { type: 'csv' }, origin: '', rowFilter: null },
  ...{ fileName: null, sha256: null, byteSize: null, lastSubmissionTime: null },
};
const HELD = { uid: UID, attempt: 0 };
const PROGRESS = { rowsDone: 1, rowsTotal: 2 };

/** What is asked of the tasks of every kind is the same. */
export const exportSamples = [
  samplesOf<ExportQuery>(ExportQuery, (transaction) => ({
    hold: [[transaction, OWNER]],
    list: [
      [OWNER, { search: undefined, oldestFirst: false, window: WINDOW }],
      [OWNER, { search: SEARCH, oldestFirst: true, window: WINDOW }],
    ],
    findOpen: [[transaction, { ...OWNER, request: { type: 'csv' }, origin: '', rowFilter: null }]],
    removeOld: [[transaction, OWNER, 10]],
  })),
  samplesOf<ExportRepository>(ExportRepository, (transaction) => ({
    find: [[OWNER, UID]],
    findMany: [[[UID]]],
    findByFile: [[OWNER, 'wells.csv']],
    hasFile: [[transaction, OWNER, 'wells.csv']],
    setOutcome: [
      [transaction, UID, { fileName: 'wells.csv', sha256: HASH, byteSize: 1, lastSubmissionTime: NOW }],
    ],
    remove: [[OWNER, 'none']],
    removeEnded: [[ID, NOW]],
    named: [[[HASH]]],
    assetUidOf: [[ID]],
  })),
  samplesOf<ExportSettingRepository>(ExportSettingRepository, () => ({
    list: [[ID, WINDOW]],
    find: [[ID, UID]],
    insert: [[{ uid: 'new', assetId: ID, name: 'weekly', request: { type: 'csv' }, dateModified: NOW }]],
    update: [
      [ID, UID, { dateModified: NOW, name: 'weekly' }],
      [ID, UID, { dateModified: NOW, request: { type: 'xls' } }],
    ],
    remove: [[ID, 'none']],
  })),
  samplesOf<TaskRepository<ExportTaskEntity>>(TaskRepository, (transaction) => ({
    insert: [[transaction, NEW_TASK, NOW]],
    // While it still waits.
    askAgain: [[transaction, LATER, NOW]],
    take: [[WAITING_UID, NOW]],
    beat: [[HELD, PROGRESS, NOW]],
    complete: [[transaction, HELD, { ...PROGRESS, messages: {} }, NOW]],
    fail: [[HELD, {}, NOW]],
    letGo: [[transaction, HELD, NOW]],
    cancel: [[transaction, UID, {}, NOW]],
    giveUp: [[NOW, {}, NOW]],
  })),
];

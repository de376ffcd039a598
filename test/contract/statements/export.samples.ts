import type { ExportTaskEntity } from '../../../src/database/entities/task.entity';
import { readExportSearch } from '../../../src/domain/query/audit-search';
import { TaskRepository } from '../../../src/jobs/task/task.repository';
import { ExportSettingRepository, ExportRepository } from '../../../src/modules/export/export.repository';
import { HASH, ID, LATER, NOW, UID, WAITING_UID } from './sample-rows';
import { samplesOf } from './samples';

const OWNER = { assetId: ID, userId: ID };
const WINDOW = { limit: 10, start: 20 };
const SEARCH = readExportSearch('data__type:csv AND status:complete');

const NEW_TASK = {
  ...OWNER,
  sourceSha256: HASH,
  source: null,
  uid: 'export',
  request: { type: 'csv' },
  origin: '',
  rowFilter: null,
  fileName: null,
  sha256: null,
  byteSize: null,
  lastSubmissionTime: null,
};
const CLAIMED = { uid: UID, attempt: 0 };
const PROGRESS = { rowsDone: 1, rowsTotal: 2 };

/** Statements for tasks of other kinds are the same. */
export const exportSamples = [
  samplesOf<ExportRepository>(ExportRepository, (transaction) => ({
    lockOwner: [[transaction, OWNER]],
    list: [
      [OWNER, { search: undefined, oldestFirst: false, window: WINDOW }],
      [OWNER, { search: SEARCH, oldestFirst: true, window: WINDOW }],
    ],
    findOpen: [[transaction, { ...OWNER, request: { type: 'csv' }, origin: '', rowFilter: null }]],
    deleteOld: [[transaction, OWNER, 10]],
    find: [[OWNER, UID]],
    findMany: [[[UID]]],
    findByFile: [[OWNER, 'wells.csv']],
    hasFile: [[transaction, OWNER, 'wells.csv']],
    setFile: [
      [transaction, UID, { fileName: 'wells.csv', sha256: HASH, byteSize: 1, lastSubmissionTime: NOW }],
    ],
    remove: [[OWNER, 'none']],
    deleteEnded: [[ID, NOW]],
    findReferenced: [[[HASH]]],
    findAssetUid: [[ID]],
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
    // Before it is claimed.
    requeue: [[transaction, LATER, NOW]],
    claim: [[WAITING_UID, NOW]],
    heartbeat: [[CLAIMED, PROGRESS, NOW]],
    complete: [[transaction, CLAIMED, { ...PROGRESS, messages: {} }, NOW]],
    fail: [[CLAIMED, {}, NOW]],
    release: [[transaction, CLAIMED, NOW]],
    reopen: [[NOW, 2]],
    expire: [[NOW, {}, NOW]],
  })),
];

import type { ImportTaskEntity } from '../../../src/database/entities/import-task.entity';
import { TaskRepository } from '../../../src/jobs/task/task.repository';
import { ImportSourceQuery } from '../../../src/modules/import/import-source.query';
import { ImportRepository } from '../../../src/modules/import/import.repository';
import { HASH, ID, LATER, NOW, UID, WAITING_UID } from './sample-rows';
import { samplesOf } from './samples';

const HELD = { uid: UID, attempt: 0 };
const PROGRESS = { rowsDone: 1, rowsTotal: 2 };

/** Imports show what is asked of the tasks of every kind. */
export const importSamples = [
  samplesOf<ImportRepository>(ImportRepository, () => ({
    list: [[ID, 10, 20]],
    find: [[ID, UID]],
    named: [[[HASH]]],
  })),
  samplesOf<ImportSourceQuery>(ImportSourceQuery, () => ({ read: [[UID]] })),
  samplesOf<TaskRepository<ImportTaskEntity>>(TaskRepository, (transaction) => ({
    insert: [
      [
        transaction,
        { uid: 'import', userId: ID, request: { library: false }, sourceSha256: HASH, source: null },
        NOW,
      ],
    ],
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

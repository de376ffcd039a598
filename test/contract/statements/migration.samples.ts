import {
  MigrationRepository,
  MigrationTaskRepository,
} from '../../../src/modules/migration/migration.repository';
import { HASH, ID, NOW, UID } from './sample-rows';
import { samplesOf } from './samples';

const STEP = {
  phase: 'moving' as const,
  uid: UID,
  name: '',
  position: 1,
  total: 1,
  started: NOW.toISOString(),
} as const;
const COPY = { submissionId: ID, sourceSubmissionId: ID, fingerprint: HASH };

export const migrationSamples = [
  samplesOf<MigrationRepository>(MigrationRepository, (transaction) => ({
    ensureSource: [['https://kf.example.org', NOW]],
    storeReport: [[ID, { equal: true }, NOW]],
    listAssets: [[ID]],
    assetIds: [[[UID]]],
    saveAsset: [[transaction, { assetId: ID, sourceId: ID, now: NOW }]],
    setComplete: [[ID, true, NOW]],
    listBetween: [[ID, 0, ID]],
    saveSubmissions: [[transaction, ID, [COPY]]],
  })),
  samplesOf<MigrationTaskRepository>(MigrationTaskRepository, (transaction) => ({
    list: [[ID, 10, 20]],
    find: [[ID, UID]],
    lockAndFindOpen: [[transaction, ID]],
    readToken: [[UID]],
    saveStep: [[{ uid: UID, attempt: 1 }, STEP]],
    remove: [[ID, 'none']],
  })),
];

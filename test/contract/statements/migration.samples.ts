import { MigrationRepository } from '../../../src/modules/migration/migration.repository';
import { HASH, ID, NOW } from './sample-rows';
import { samplesOf } from './samples';

const REPLICA = { submissionId: ID, sourceSubmissionId: ID, fingerprint: HASH };

export const migrationSamples = [
  samplesOf<MigrationRepository>(MigrationRepository, (transaction) => ({
    ensureSource: [['https://kf.example.org', NOW]],
    storeReport: [[ID, { equal: true }, NOW]],
    listAssets: [[ID]],
    saveAsset: [[transaction, { assetId: ID, sourceId: ID, now: NOW }]],
    setComplete: [[ID, true, NOW]],
    listBetween: [[ID, 0, ID]],
    saveSubmissions: [[transaction, ID, [REPLICA]]],
  })),
];

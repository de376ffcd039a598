import { PassThrough } from 'node:stream';
import type { SubmissionScope } from '../../../src/domain/query/submission-scope';
import { DeletedSubmissionRepository } from '../../../src/modules/submission/deleted-submission.repository';
import { DeletedSubmissionListRepository } from '../../../src/modules/submission/deleted/deleted-submission-list.repository';
import { HASH, ID, NOW } from './sample-rows';
import { samplesOf } from './samples';

const ALL = { assetId: ID, filter: undefined } as SubmissionScope;
const SOME = {
  assetId: ID,
  filter: { kind: 'exists', field: { source: 'answer', path: 'pump/depth' } },
} as SubmissionScope;
const FRAME = { head: '[', tail: ']' };

export const deletedSubmissionSamples = [
  samplesOf<DeletedSubmissionListRepository>(DeletedSubmissionListRepository, () => ({
    findIds: [[ALL], [SOME]],
    find: [
      [ALL, { limit: 10, start: 20 }],
      [SOME, { limit: 10, start: 20 }],
    ],
    stream: [[ALL, [1, 2], 30, FRAME, [], new PassThrough().resume()]],
    findJson: [
      [ALL, ID, 30],
      [SOME, ID, 30],
    ],
  })),
  samplesOf<DeletedSubmissionRepository>(DeletedSubmissionRepository, (transaction) => ({
    batches: [
      [transaction, 'submission', ID, [ID]],
      [transaction, 'deleted_submission', ID, [ID]],
    ],
    keep: [[transaction, { assetId: ID, deletedBy: 'ann', now: NOW }, [ID + 1]]],
    restore: [[transaction, { assetId: ID, now: NOW }, [ID + 1]]],
    remove: [[transaction, ID, [ID + 1]]],
    listHashes: [[transaction, ID, [ID]]],
    lock: [
      [transaction, ALL, [ID]],
      [transaction, SOME, [ID]],
    ],
    lockExpired: [[transaction, ID, NOW]],
    assetsWithExpired: [[NOW]],
    nextOf: [[ID]],
    findReferenced: [[[HASH]]],
  })),
];

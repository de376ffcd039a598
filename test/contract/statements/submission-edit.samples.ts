import {
  SubmissionPurgeRepository,
  SubmissionRereadingRepository,
} from '../../../src/modules/submission/submission.repository';
import { ID, NOW, UID } from './sample-rows';
import { samplesOf } from './samples';

export const submissionEditSamples = [
  samplesOf<SubmissionPurgeRepository>(SubmissionPurgeRepository, () => ({
    next: [[ID]],
    removeChanges: [[ID]],
  })),
  samplesOf<SubmissionRereadingRepository>(SubmissionRereadingRepository, (transaction) => ({
    next: [[]],
    lock: [[transaction, ID]],
    nextBatch: [[transaction, { assetId: ID, lastId: 0 }]],
    storeProgress: [[transaction, ID, ID]],
    finish: [[transaction, ID]],
    replaceAnswers: [
      [
        transaction,
        { assetId: ID, now: NOW },
        [
          {
            id: ID,
            versionUid: UID,
            answersJson: '{}',
            json: '{}',
            questionXpaths: new Map([['att', 'photo']]),
          },
        ],
      ],
    ],
  })),
];

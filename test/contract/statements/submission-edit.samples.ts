import { SubmissionPurgeQuery } from '../../../src/modules/submission/edit/submission-purge.query';
import { SubmissionRereadingQuery } from '../../../src/modules/submission/edit/submission-rereading.query';
import { ID, NOW, UID } from './sample-rows';
import { samplesOf } from './samples';

export const submissionEditSamples = [
  samplesOf<SubmissionPurgeQuery>(SubmissionPurgeQuery, () => ({
    next: [[ID]],
    removeChanges: [[ID]],
  })),
  samplesOf<SubmissionRereadingQuery>(SubmissionRereadingQuery, (transaction) => ({
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

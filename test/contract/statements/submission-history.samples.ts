import {
  SubmissionHistoryRepository,
  SubmissionNoteRepository,
} from '../../../src/modules/submission/read/submission-history.repository';
import { HASH, ID, NOW, UID } from './sample-rows';
import { samplesOf } from './samples';

export const submissionHistorySamples = [
  samplesOf<SubmissionHistoryRepository>(SubmissionHistoryRepository, (transaction) => ({
    list: [[ID, ID, { limit: 10, start: 0 }]],
    findLatestEdit: [[transaction, ID, UID]],
    existsByUuid: [[transaction, ID, UID]],
    existsByHash: [[transaction, ID, ID, HASH]],
    listOf: [[ID, [ID]]],
    insert: [
      [
        transaction,
        ID,
        [
          {
            submissionId: ID,
            uuid: 'moved',
            xmlHash: HASH,
            versionUid: null,
            xml: '<a/>',
            dateReplaced: NOW,
            replacedBy: 'ann',
          },
        ],
      ],
    ],
  })),
  samplesOf<SubmissionNoteRepository>(SubmissionNoteRepository, (transaction) => ({
    list: [[ID, ID, { limit: 10, start: 0 }]],
    listOf: [[ID, [ID]]],
    append: [
      [
        transaction,
        { assetId: ID, submissionId: ID },
        { body: 'Why?', createdBy: 'ann', dateCreated: NOW },
        1000,
      ],
    ],
    insert: [
      [transaction, ID, [{ submissionId: ID, ordinal: 1, body: 'Why?', createdBy: 'ann', dateCreated: NOW }]],
    ],
  })),
];

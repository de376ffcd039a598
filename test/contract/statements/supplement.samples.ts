import type { SubmissionScope } from '../../../src/domain/query/submission-scope';
import type { SupplementVersion } from '../../../src/domain/supplement/supplement-input';
import {
  QuestionFeatureRepository,
  SupplementRepository,
} from '../../../src/modules/submission/supplement.repository';
import { ID, NOW, UID } from './sample-rows';
import { samplesOf } from './samples';

const ALL = { assetId: ID, filter: undefined } as SubmissionScope;
const SOME = {
  assetId: ID,
  filter: { kind: 'exists', field: { source: 'answer', path: 'pump/depth' } },
} as SubmissionScope;

const TRANSCRIPTION = {
  action: 'manual_transcription',
  questionXpath: 'voice',
  params: [{ language: 'en' }],
} as const;

const VERSION: SupplementVersion = {
  ordinal: 1,
  uuid: '5b9e0c5e-9d4b-4f4a-8a3f-4c9d1c8b7a60',
  questionXpath: 'voice',
  action: 'manual_transcription',
  subject: '',
  data: { language: 'en', value: 'Water' },
  transcriptUuid: null,
  createdBy: 'ann',
  dateCreated: NOW,
  dateVerified: null,
};
const KEY = { assetId: ID, submissionId: ID };

export const supplementSamples = [
  samplesOf<QuestionFeatureRepository>(QuestionFeatureRepository, (transaction) => ({
    list: [[ID]],
    listWithin: [[transaction, ID]],
    find: [[ID, UID]],
    lock: [[transaction, ID, UID]],
    insert: [[transaction, ID, { uid: 'feature', ...TRANSCRIPTION }, NOW]],
    setParams: [[transaction, { assetId: ID, uid: UID, now: NOW }, TRANSCRIPTION]],
  })),
  samplesOf<SupplementRepository>(SupplementRepository, (transaction) => ({
    list: [[ID, ID]],
    listWithin: [[transaction, ID, ID]],
    insert: [[transaction, KEY, [VERSION]]],
    setVerified: [[transaction, KEY, VERSION]],
    listSubmissionIds: [[transaction, ID, 'voice', 0, 10]],
    listLatest: [[transaction, ID, [ID]]],
    listTags: [
      [ALL, UID, 10],
      [SOME, UID, 10],
    ],
  })),
];

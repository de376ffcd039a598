import { PassThrough } from 'node:stream';
import type { SubmissionScope } from '../../../src/domain/query/submission-scope';
import { ImportRepository, type OpenTask } from '../../../src/modules/import/import.repository';
import { IntakeQuery } from '../../../src/modules/submission/intake.query';
import { type PageIds, SubmissionQuery } from '../../../src/modules/submission/submission.query';
import { EVERY_KIND_OF_FILTER } from './sample-filter';
import { HASH, ID, NOW, UID } from './sample-rows';
import { samplesOf } from './samples';

const ATTACHMENT = {
  uid: 'attachment',
  name: 'asha.jpg',
  nameKey: 'asha.jpg',
  mimetype: 'image/jpeg',
  byteSize: 10,
  sha256: HASH,
  questionXpath: 'photo',
};

const submission = (rootUuid: string) => ({
  assetId: ID,
  rootUuid,
  uuid: rootUuid,
  xmlHash: HASH,
  versionUid: null,
  submittedBy: null,
  submittedAt: NOW,
  answersJson: '{}',
  membersJson: '"well":"north"',
  xml: '',
});

const TASK: OpenTask = {
  uid: UID,
  userId: ID,
  username: UID,
  isSuperuser: false,
  isActive: true,
  request: { library: false },
  sourceSha256: null,
  sourceLength: 1,
};

const ALL = { assetId: ID, filter: undefined } as SubmissionScope;
const SOME = {
  assetId: ID,
  filter: { kind: 'exists', field: { source: 'answer', path: 'pump/depth' } },
} as SubmissionScope;
const FILTERED = { assetId: ID, filter: EVERY_KIND_OF_FILTER } as SubmissionScope;
const POSITION = { limit: 10, descending: false, after: undefined, start: 20 };

export const submissionSamples = [
  samplesOf<IntakeQuery>(IntakeQuery, (transaction) => ({
    insert: [
      [{ ...submission('without files'), attachments: [] }],
      [{ ...submission('with files'), attachments: [ATTACHMENT] }],
    ],
    lock: [[transaction, ID, UID]],
    named: [[[HASH]]],
    addAttachments: [[transaction, { assetId: ID, id: ID, json: '{}', now: NOW }, [ATTACHMENT]]],
  })),
  samplesOf<SubmissionQuery>(SubmissionQuery, () => ({
    counts: [
      [ALL, '2026-01-01'],
      [SOME, '2026-01-01'],
    ],
    page: [
      [ALL, POSITION],
      [ALL, { ...POSITION, descending: true }],
      [ALL, { ...POSITION, after: 100 }],
      [ALL, { ...POSITION, after: 100, descending: true }],
      [SOME, POSITION],
      [FILTERED, POSITION],
    ],
    streamJson: [
      [
        ALL,
        { ids: [1, 2], anyAttachments: false } as unknown as PageIds,
        { head: '[', tail: ']', descending: false },
        [],
        new PassThrough().resume(),
      ],
    ],
    findJson: [
      [ALL, { id: 1 }],
      [ALL, { rootUuid: 'uuid' }],
      [SOME, { id: 1 }],
    ],
    findAttachment: [
      [ALL, 1, 'attachment'],
      [SOME, 1, 'attachment'],
    ],
  })),
  samplesOf<ImportRepository>(ImportRepository, (transaction) => ({
    insert: [
      [transaction, { uid: 'import', userId: ID, request: { library: false }, sourceSha256: HASH, now: NOW }],
    ],
    list: [[ID, 10, 20]],
    find: [[ID, UID]],
    begin: [[UID, NOW]],
    readSource: [[TASK]],
    beat: [[UID, NOW]],
    named: [[[HASH]]],
    complete: [[transaction, UID, {}, NOW]],
    fail: [[UID, {}, NOW]],
    endAbandoned: [[NOW, {}, NOW]],
    askAgain: [[transaction, NOW, NOW]],
  })),
];

import { SUMMARY_LIMITS } from '../../../src/database/summary/summary.repository';
import { findTimeZone } from '../../../src/domain/time-zone';
import { PassThrough } from 'node:stream';
import type { Projection } from '../../../src/domain/query/data-page';
import type { SubmissionScope } from '../../../src/domain/query/submission-scope';
import { ValidationStatusRepository } from '../../../src/modules/submission/edit/validation-status.repository';
import { AnsweredPathRepository } from '../../../src/modules/submission/stream/answered-path.repository';
import { AttachmentRepository } from '../../../src/modules/submission/attachment.repository';
import { ChangeListRepository } from '../../../src/modules/submission/stream/change-list.repository';
import {
  IntakeRepository,
  type PublishFunction,
} from '../../../src/modules/submission/intake/intake.repository';
import { SubmissionCountRepository } from '../../../src/modules/submission/intake/submission-count.repository';
import { SubmissionRepository } from '../../../src/modules/submission/submission.repository';
import { SubmissionWriteRepository } from '../../../src/modules/submission/submission-write.repository';
import { MovedSubmissionRepository } from '../../../src/modules/submission/moved/moved-submission.repository';
import {
  type PageIds,
  SubmissionPageRepository,
} from '../../../src/modules/submission/read/submission-page.repository';
import { SubmissionStreamRepository } from '../../../src/modules/submission/stream/submission-stream.repository';
import { SubmissionReadRepository } from '../../../src/modules/submission/read/submission-read.repository';
import { SubmitterCountRepository } from '../../../src/modules/submission/read/submitter-count.repository';
import { EVERY_KIND_OF_FILTER } from './sample-filter';
import { BY_ID, LATEST_FIRST, NEWEST_FIRST, SORTED, SORTED_BY_TYPE, SORTED_TWICE } from './sample-order';
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

const COPY = {
  id: ID + 7,
  rootUuid: 'copy',
  uuid: 'copy',
  xmlHash: HASH,
  versionUid: null,
  submittedBy: null,
  submittedAt: NOW,
  validationStatus: null,
  answersJson: '{}',
  json: '{}',
  xml: '<a/>',
  attachments: [{ ...ATTACHMENT, dateDeleted: null, dateDropped: null }],
};

const CHANGE = {
  transactionId: 1,
  submissionId: ID,
  kind: 'edited',
  changedAt: NOW,
  exists: true,
  hasFiles: false,
} as const;

const VALIDATION_STATUS = {
  timestamp: 1,
  uid: 'validation_status_approved',
  by_whom: 'ann',
  label: 'Approved',
} as const;

const EDIT = {
  id: ID,
  uuid: 'edited',
  xmlHash: HASH,
  versionUid: null,
  answersJson: '{}',
  json: '{}',
  xml: '',
  attachments: {
    kept: [{ uid: 'kept', questionXpath: 'photo' }],
    dropped: [{ uid: 'dropped' }],
    added: [ATTACHMENT],
  },
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

const batched = (rootUuid: string, publishFunctions: readonly PublishFunction[] = []) => ({
  submission: { ...submission(rootUuid), attachments: [] },
  publishFunctions,
  versions: [],
});

const ALL = { assetId: ID, filter: undefined } as SubmissionScope;
const SOME = {
  assetId: ID,
  filter: { kind: 'exists', field: { source: 'answer', path: 'pump/depth' } },
} as SubmissionScope;
const FILTERED = { assetId: ID, filter: EVERY_KIND_OF_FILTER } as SubmissionScope;
const submittedAt = (relation: 'gt' | 'eq', value: string) =>
  ({
    assetId: ID,
    filter: { kind: 'compare', field: { source: 'column', column: 'submittedAt' }, relation, value },
  }) as SubmissionScope;
const CURSOR = { sorted: [], id: 100 };
const POSITION = { limit: 10, order: BY_ID, after: undefined, start: 20 };
const PAGE = { ids: [1, 2], order: BY_ID, anyAttachments: false } as unknown as PageIds;
const PROJECTION: Projection = { keys: ['_id', 'pump/depth'], validationStatus: false };
const FRAME = { head: '[', tail: ']' };

export const submissionSamples = [
  samplesOf<IntakeRepository>(IntakeRepository, (transaction) => ({
    insert: [
      [{ ...submission('without files'), attachments: [] }],
      [{ ...submission('with files'), attachments: [ATTACHMENT] }],
      [{ ...submission('subscribed'), attachments: [] }, ['note_deliveries']],
      [{ ...submission('subscribed with files'), attachments: [ATTACHMENT] }, ['note_deliveries']],
    ],
    insertBatch: [[[batched('first of a batch'), batched('second of a batch', ['note_deliveries'])]]],
    insertWithEntities: [[batched('with entities')]],
    insertEntityBatch: [[[batched('batched with entities')]]],
    insertWithin: [[transaction, { ...submission('in a transaction'), attachments: [] }]],
    addAttachments: [[transaction, { assetId: ID, id: ID, json: '{}', now: NOW }, [ATTACHMENT]]],
  })),
  samplesOf<AttachmentRepository>(AttachmentRepository, (transaction) => ({
    listCurrent: [[transaction, ID, [ID]]],
    listDropped: [[ID, ID]],
    listDroppedContents: [[transaction, ID, ID]],
    submissionIdsOf: [[transaction, ID, ['attachment']]],
    markDeleted: [[transaction, ID, [{ submissionId: ID, uid: 'attachment' }], NOW]],
    page: [
      [ALL, undefined, 10],
      [SOME, { submissionId: ID, uid: UID }, 10],
      [ALL, undefined, 10, ['meta/audit']],
    ],
  })),
  samplesOf<SubmissionRepository>(SubmissionRepository, (transaction) => ({
    existsByRootUuid: [[transaction, ID, UID]],
    findVersionUid: [[ID, UID]],
    findIdsByRootUuid: [[transaction, ID, [UID]]],
    lockMany: [[transaction, ID, [ID]]],
    listWithXml: [[transaction, ID, [ID]]],
    listJson: [[transaction, ID, [ID]]],
    deleteMany: [[ID, [ID + 1]]],
  })),
  samplesOf<SubmissionWriteRepository>(SubmissionWriteRepository, (transaction) => ({
    lock: [
      [transaction, ID, { rootUuid: UID }],
      [transaction, ID, { currentUuid: UID }],
      [transaction, ID, { uuid: UID }],
      [transaction, ID, { id: ID }],
    ],
    lockAsset: [[transaction, ID]],
    filterByScope: [[transaction, SOME, [ID]]],
    updateJson: [[transaction, { assetId: ID, now: NOW }, [{ id: ID, json: '{}' }]]],
    replace: [[transaction, { assetId: ID, editedBy: 'ann', now: NOW }, [EDIT]]],
    listHashes: [[transaction, ID, [ID]]],
    remove: [[transaction, ID, [ID + 1]]],
    noteViewers: [
      [transaction, SOME, [ID], [ID]],
      [transaction, FILTERED, [ID], [ID]],
    ],
    recordChange: [[transaction, { assetId: ID, submissionIds: [ID], kind: 'edited', now: NOW }]],
  })),
  samplesOf<ValidationStatusRepository>(ValidationStatusRepository, (transaction) => ({
    idsByStatus: [[transaction, ID, [ID]]],
    nextChange: [[transaction]],
    log: [[transaction, ID, { assetId: ID, ids: [ID], now: NOW }]],
    set: [[transaction, { assetId: ID, ids: [ID], now: NOW }, VALIDATION_STATUS]],
    listChanged: [[transaction, ID, ID]],
    filterUnchanged: [[transaction, ID, ID, [ID]]],
    restore: [[transaction, ID, { assetId: ID, ids: [ID], now: NOW }]],
  })),
  samplesOf<ChangeListRepository>(ChangeListRepository, () => ({
    find: [
      [ALL, undefined, { transactionId: 0, submissionId: 0 }, 10],
      [SOME, ID, { transactionId: 0, submissionId: 0 }, 10],
    ],
    stream: [[ALL, [CHANGE], { ...FRAME, before: ['{'], after: '}' }, [], new PassThrough().resume()]],
  })),
  samplesOf<SubmissionStreamRepository>(SubmissionStreamRepository, () => ({
    all: [[ALL], [SOME]],
    allWithTimestamps: [[ALL], [SOME]],
    count: [[ALL], [SOME]],
    listIdentities: [[ALL, 0, 10]],
    find: [[ALL, UID]],
    listFiles: [[ALL, { id: ID }]],
    measure: [[ALL], [SOME]],
    next: [
      [ALL, PAGE, 'xml', 0],
      [ALL, PAGE, 'answers', 0],
      [ALL, PAGE, 'json', 0],
    ],
  })),
  // The second call uses the cached paths of the asset.
  ...[0, Infinity].flatMap((minSubmissions) => [
    samplesOf<AnsweredPathRepository>(AnsweredPathRepository, () => {
      SUMMARY_LIMITS.minSubmissions = minSubmissions;
      return { list: [[ALL], [ALL], [SOME]] };
    }),
    samplesOf<SubmitterCountRepository>(SubmitterCountRepository, () => ({
      list: [
        [ALL, 10],
        [SOME, 10],
      ],
    })),
  ]),
  samplesOf<SubmissionReadRepository>(SubmissionReadRepository, () => ({
    listXmlAfter: [
      [ALL, 0],
      [SOME, 0],
    ],
    counts: [
      [ALL, '2026-01-01'],
      [SOME, '2026-01-01'],
      [ALL, '2026-01-01', findTimeZone('Asia/Kathmandu')],
    ],
    findJson: [
      [ALL, { id: 1 }, undefined],
      [ALL, { uuid: 'uuid' }, undefined],
      [ALL, { id: 1 }, PROJECTION],
      [SOME, { id: 1 }, undefined],
    ],
    findXml: [[ALL, { id: 1 }]],
    findValidationStatus: [[ALL, { id: 1 }]],
    findId: [
      [ALL, { id: 1 }],
      [ALL, { uuid: 'uuid' }],
    ],
    findIds: [[ALL], [SOME]],
    findNeighbours: [
      [ALL, NEWEST_FIRST, 100],
      [SOME, NEWEST_FIRST, 100],
      [ALL, SORTED, ID],
      [SOME, SORTED_BY_TYPE, ID],
    ],
    findAttachment: [
      [ALL, { id: 1 }, 'attachment'],
      [SOME, { id: 1 }, 'attachment'],
      [ALL, { uuid: 'uuid' }, 'attachment'],
    ],
  })),
  samplesOf<SubmissionCountRepository>(SubmissionCountRepository, (transaction) => ({
    listUnfolded: [['2026-01-01']],
    fold: [[transaction, ID, '2026-01-01']],
  })),
  samplesOf<SubmissionPageRepository>(SubmissionPageRepository, () => ({
    find: [
      [ALL, POSITION],
      [ALL, { ...POSITION, order: NEWEST_FIRST }],
      [ALL, { ...POSITION, start: 5_000 }],
      [ALL, { ...POSITION, after: CURSOR }],
      [ALL, { ...POSITION, after: CURSOR, order: NEWEST_FIRST }],
      [ALL, { ...POSITION, order: SORTED }],
      [ALL, { ...POSITION, after: { ...CURSOR, sorted: ['12'] }, order: SORTED }],
      [SOME, { ...POSITION, after: { ...CURSOR, sorted: [null, 'ann'] }, order: SORTED_TWICE }],
      [ALL, { ...POSITION, after: { ...CURSOR, sorted: ['12', '5'] }, order: SORTED_BY_TYPE }],
      [SOME, POSITION],
      [FILTERED, POSITION],
      [submittedAt('gt', '2019-01-01T08'), POSITION],
      [submittedAt('gt', '2019-01-01T08'), { ...POSITION, after: CURSOR, order: NEWEST_FIRST }],
      [submittedAt('eq', '2019-01-01T08:00:00'), POSITION],
      [ALL, { ...POSITION, order: LATEST_FIRST }],
      [
        submittedAt('gt', '2019-01-01T08'),
        { ...POSITION, after: { ...CURSOR, sorted: ['2020-01-01T08:00:00'] }, order: LATEST_FIRST },
      ],
    ],
    streamJson: [
      [ALL, PAGE, FRAME, [], new PassThrough().resume()],
      [ALL, { ...PAGE, order: SORTED }, FRAME, [], new PassThrough().resume()],
    ],
    jsonChunks: [[ALL, PAGE]],
    streamProjection: [[ALL, PAGE, PROJECTION, FRAME, [], new PassThrough().resume()]],
  })),
  samplesOf<MovedSubmissionRepository>(MovedSubmissionRepository, (transaction) => ({
    reserveIds: [[ID]],
    nextIds: [[2]],
    findTaken: [[transaction, ID, { ids: [ID], rootUuids: [UID] }]],
    insert: [[transaction, { assetId: ID, now: NOW, edited: [] }, [COPY]]],
    findIds: [[ID, ['copy']]],
    list: [[ID, [ID]]],
    listIds: [[ID, 0, 10]],
    listFiles: [[ID, [ID]]],
  })),
];

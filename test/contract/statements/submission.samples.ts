import { PassThrough } from 'node:stream';
import type { Projection } from '../../../src/domain/query/projection';
import type { SubmissionOrder } from '../../../src/domain/query/submission-order';
import type { SubmissionScope } from '../../../src/domain/query/submission-scope';
import { AnsweredPathQuery } from '../../../src/modules/submission/answered-path.query';
import { AttachmentRemovalQuery } from '../../../src/modules/submission/attachment-removal.query';
import { AttachmentRepository } from '../../../src/modules/submission/attachment.repository';
import { ChangeFeedQuery } from '../../../src/modules/submission/change-feed.query';
import { EditQuery } from '../../../src/modules/submission/edit.query';
import { IntakeQuery } from '../../../src/modules/submission/intake.query';
import { StoredSubmissionQuery } from '../../../src/modules/submission/stored-submission.query';
import { SubmissionChangeQuery } from '../../../src/modules/submission/submission-change.query';
import { SubmissionPurgeQuery } from '../../../src/modules/submission/submission-purge.query';
import { SubmissionRemovalQuery } from '../../../src/modules/submission/submission-removal.query';
import { ValidationStatusQuery } from '../../../src/modules/submission/validation-status.query';
import { SubmissionHistoryRepository } from '../../../src/modules/submission/submission-history.repository';
import { type PageIds, SubmissionPageQuery } from '../../../src/modules/submission/submission-page.query';
import { SubmissionInstanceQuery } from '../../../src/modules/submission/submission-instance.query';
import { SubmissionPieceQuery } from '../../../src/modules/submission/submission-piece.query';
import { SubmissionStreamQuery } from '../../../src/modules/submission/submission-stream.query';
import { SubmissionPullQuery } from '../../../src/modules/submission/submission-pull.query';
import { SubmissionTallyQuery } from '../../../src/modules/submission/submission-tally.query';
import { SubmissionQuery } from '../../../src/modules/submission/submission.query';
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

const CHANGE = {
  transactionId: 1,
  submissionId: ID,
  kind: 'edited',
  changedAt: NOW,
  isThere: true,
  hasFiles: false,
} as const;

const VERDICT = {
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

const ALL = { assetId: ID, filter: undefined } as SubmissionScope;
const SOME = {
  assetId: ID,
  filter: { kind: 'exists', field: { source: 'answer', path: 'pump/depth' } },
} as SubmissionScope;
const FILTERED = { assetId: ID, filter: EVERY_KIND_OF_FILTER } as SubmissionScope;
const BY_ID: SubmissionOrder = { by: [], descending: false };
const NEWEST_FIRST: SubmissionOrder = { by: [], descending: true };
const SORTED: SubmissionOrder = {
  by: [{ field: { source: 'answer', path: 'pump/depth' }, descending: true }],
  descending: false,
};
const SORTED_TWICE: SubmissionOrder = {
  by: [...SORTED.by, { field: { source: 'column', column: 'submittedBy' }, descending: false }],
  descending: true,
};
const BEHIND = { sorted: [], id: 100 };
const POSITION = { limit: 10, order: BY_ID, after: undefined, start: 20 };
const PAGE = { ids: [1, 2], order: BY_ID, anyAttachments: false } as unknown as PageIds;
const SHOWN: Projection = { keys: ['_id', 'pump/depth'], validationStatus: false };
const FRAME = { head: '[', tail: ']' };

export const submissionSamples = [
  samplesOf<IntakeQuery>(IntakeQuery, (transaction) => ({
    insert: [
      [{ ...submission('without files'), attachments: [] }],
      [{ ...submission('with files'), attachments: [ATTACHMENT] }],
      [{ ...submission('noted'), attachments: [] }, ['note_deliveries']],
      [{ ...submission('noted with files'), attachments: [ATTACHMENT] }, ['note_deliveries']],
    ],
    insertGroup: [
      [
        [
          { submission: { ...submission('one of two'), attachments: [] }, notes: [] },
          { submission: { ...submission('the other'), attachments: [] }, notes: ['note_deliveries'] },
        ],
      ],
    ],
    insertWithin: [[transaction, { ...submission('told to listeners'), attachments: [] }]],
    addAttachments: [[transaction, { assetId: ID, id: ID, json: '{}', now: NOW }, [ATTACHMENT]]],
  })),
  samplesOf<AttachmentRepository>(AttachmentRepository, (transaction) => ({
    live: [[transaction, ID, [ID]]],
    dropped: [[ID, ID]],
    submissionsOf: [[transaction, ID, ['attachment']]],
    markDeleted: [[transaction, ID, [{ submissionId: ID, uid: 'attachment' }], NOW]],
    named: [[[HASH]]],
  })),
  samplesOf<AttachmentRemovalQuery>(AttachmentRemovalQuery, (transaction) => ({
    idsOf: [[transaction, ID, [UID]]],
    show: [[transaction, { assetId: ID, now: NOW }, [{ id: ID, json: '{}' }]]],
  })),
  samplesOf<StoredSubmissionQuery>(StoredSubmissionQuery, (transaction) => ({
    lock: [
      [transaction, ID, { rootUuid: UID }],
      [transaction, ID, { presentUuid: UID }],
      [transaction, ID, { uuid: UID }],
      [transaction, ID, { id: ID }],
    ],
    lockMany: [[transaction, ID, [ID]]],
    read: [[transaction, ID, [ID]]],
    isRoot: [[transaction, ID, UID]],
    holdAll: [[transaction, ID]],
    within: [[transaction, SOME, [ID]]],
  })),
  samplesOf<SubmissionRemovalQuery>(SubmissionRemovalQuery, (transaction) => ({
    remove: [[transaction, ID, [ID + 1]]],
  })),
  samplesOf<SubmissionPurgeQuery>(SubmissionPurgeQuery, () => ({
    next: [[ID]],
    remove: [[ID, [ID + 1]]],
    removeChanges: [[ID]],
  })),
  samplesOf<ValidationStatusQuery>(ValidationStatusQuery, (transaction) => ({
    judge: [[transaction, { assetId: ID, ids: [ID], now: NOW }, VERDICT]],
  })),
  samplesOf<ChangeFeedQuery>(ChangeFeedQuery, () => ({
    find: [
      [ALL, { transactionId: 0, submissionId: 0 }, 10],
      [SOME, { transactionId: 0, submissionId: 0 }, 10],
    ],
    stream: [[ALL, [CHANGE], { ...FRAME, before: ['{'], after: '}' }, [], new PassThrough().resume()]],
  })),
  samplesOf<SubmissionInstanceQuery>(SubmissionInstanceQuery, () => ({
    find: [[ALL, ID]],
    after: [
      [ALL, 0],
      [SOME, 0],
    ],
  })),
  samplesOf<SubmissionStreamQuery>(SubmissionStreamQuery, () => ({
    all: [[ALL], [SOME]],
    found: [[ALL], [SOME]],
    count: [[ALL], [SOME]],
  })),
  // What is known of an asset is asked for the second time.
  samplesOf<AnsweredPathQuery>(AnsweredPathQuery, () => ({ within: [[ALL], [ALL], [SOME]] })),
  samplesOf<EditQuery>(EditQuery, (transaction) => ({
    replace: [[transaction, { assetId: ID, editedBy: 'ann', now: NOW }, [EDIT]]],
  })),
  samplesOf<SubmissionHistoryRepository>(SubmissionHistoryRepository, (transaction) => ({
    list: [[ID, ID, { limit: 10, start: 0 }]],
    knows: [[transaction, ID, UID]],
    holds: [[transaction, ID, ID, HASH]],
  })),
  samplesOf<SubmissionChangeQuery>(SubmissionChangeQuery, (transaction) => ({
    record: [[transaction, { assetId: ID, submissionIds: [ID], kind: 'edited', now: NOW }]],
  })),
  samplesOf<SubmissionQuery>(SubmissionQuery, () => ({
    counts: [
      [ALL, '2026-01-01'],
      [SOME, '2026-01-01'],
    ],
    findJson: [
      [ALL, { id: 1 }, undefined],
      [ALL, { uuid: 'uuid' }, undefined],
      [ALL, { id: 1 }, SHOWN],
      [SOME, { id: 1 }, undefined],
    ],
    findXml: [[ALL, { id: 1 }]],
    findVerdict: [[ALL, { id: 1 }]],
    findId: [[ALL, { id: 1 }]],
    findIds: [[ALL], [SOME]],
    findAttachment: [
      [ALL, { id: 1 }, 'attachment'],
      [SOME, { id: 1 }, 'attachment'],
      [ALL, { uuid: 'uuid' }, 'attachment'],
    ],
  })),
  samplesOf<SubmissionPullQuery>(SubmissionPullQuery, () => ({
    identities: [[ALL, 0, 10]],
    find: [[ALL, UID]],
    files: [[ALL, { id: ID }]],
  })),
  samplesOf<SubmissionTallyQuery>(SubmissionTallyQuery, (transaction) => ({
    due: [['2026-01-01']],
    fold: [[transaction, ID, '2026-01-01']],
  })),
  samplesOf<SubmissionPieceQuery>(SubmissionPieceQuery, () => ({
    next: [
      [ALL, PAGE, 'xml', 0],
      [ALL, PAGE, 'answers', 0],
      [ALL, PAGE, 'json', 0],
    ],
  })),
  samplesOf<SubmissionPageQuery>(SubmissionPageQuery, () => ({
    find: [
      [ALL, POSITION],
      [ALL, { ...POSITION, order: NEWEST_FIRST }],
      [ALL, { ...POSITION, start: 5_000 }],
      [ALL, { ...POSITION, after: BEHIND }],
      [ALL, { ...POSITION, after: BEHIND, order: NEWEST_FIRST }],
      [ALL, { ...POSITION, order: SORTED }],
      [ALL, { ...POSITION, after: { ...BEHIND, sorted: ['12'] }, order: SORTED }],
      [SOME, { ...POSITION, after: { ...BEHIND, sorted: [null, 'ann'] }, order: SORTED_TWICE }],
      [SOME, POSITION],
      [FILTERED, POSITION],
    ],
    streamJson: [
      [ALL, PAGE, FRAME, [], new PassThrough().resume()],
      [ALL, { ...PAGE, order: SORTED }, FRAME, [], new PassThrough().resume()],
    ],
    streamProjection: [[ALL, PAGE, SHOWN, FRAME, [], new PassThrough().resume()]],
  })),
];

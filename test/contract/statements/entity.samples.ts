import { EntityIntakeRepository } from '../../../src/modules/entity/entity-intake.repository';
import { EntityRepository } from '../../../src/modules/entity/entity.repository';
import { MovedEntityRepository } from '../../../src/modules/entity/moved-entity.repository';
import {
  PendingChangeRepository,
  EntityUploadRepository,
} from '../../../src/modules/entity/pending-change.repository';
import { EntityListRepository } from '../../../src/modules/entity/entity-list.repository';
import { ID, NOW, UID } from './sample-rows';
import { samplesOf } from './samples';

const UUID = '3f15cdfb-8d5c-4a39-9fd1-58c9a1b6a0f2';
const READER = { id: ID, isSuperuser: false };
const WINDOW = { limit: 10, start: 20 };
const KEY = { listId: ID, uuid: UUID };
const SOURCE = { assetId: ID, submissionId: ID, createdBy: 'ann', now: NOW };
const VERSION = {
  version: 2,
  label: 'Asha',
  data: { village: 'Kisumu' },
  branchId: null,
  branchBase: null,
  baseVersion: 1,
  trunkVersion: null,
  conflict: null,
  conflicting: [],
};
const NODE = {
  dataset: 'households',
  id: UUID,
  creates: true,
  updates: false,
  label: 'Asha',
  data: {},
  baseVersion: '',
  trunkVersion: '',
  branchId: '',
};
const LIST = {
  uid: 'entity-list',
  ownerId: ID,
  name: 'households',
  properties: ['village'],
  approvalRequired: false,
  dateCreated: NOW,
  dateModified: NOW,
};

export const entitySamples = [
  samplesOf<EntityListRepository>(EntityListRepository, (transaction) => ({
    list: [[READER, WINDOW]],
    find: [[READER, UID]],
    insert: [[transaction, LIST]],
    ensure: [[transaction, LIST]],
    lockProperties: [
      [transaction, ID],
      [transaction, ID, 'others'],
    ],
    holdProperties: [[transaction, ID]],
    update: [[transaction, ID, { properties: ['village'], approvalRequired: true, now: NOW }]],
    remove: [[transaction, ID]],
    usingForms: [[transaction, ID]],
    usedBy: [[ID]],
    listsOfOwner: [[transaction, { assetId: ID, names: ['households'], userId: ID }]],
    setUses: [[transaction, ID, [{ listId: ID, declares: true, reads: false }]]],
  })),
  samplesOf<EntityIntakeRepository>(EntityIntakeRepository, (transaction) => ({
    lockDeclared: [[transaction, ID, [{ list: 'households', uuid: UUID }]]],
    lock: [[transaction, [KEY]]],
    find: [[transaction, KEY, { baseVersion: 1, trunkVersion: null, branchId: null }]],
    create: [[transaction, KEY, VERSION, SOURCE]],
    createAll: [[transaction, ID, [{ uuid: UUID, label: 'Asha', data: {} }], SOURCE]],
    existing: [[transaction, ID, [UUID]]],
    append: [[transaction, String(ID), VERSION, SOURCE]],
    remove: [[transaction, String(ID), NOW]],
    addProblem: [[transaction, { key: KEY, problem: 'exists', node: NODE }, SOURCE]],
    problemKeys: [[transaction, ID, ID]],
    removeProblemsOf: [[transaction, ID, [ID]]],
    changedBy: [[transaction, ID, ID]],
    removeProblem: [[transaction, String(ID)]],
  })),
  samplesOf<EntityUploadRepository>(EntityUploadRepository, (transaction) => ({
    targets: [[transaction, ID, [UUID]]],
    appendAll: [
      [
        transaction,
        [{ id: String(ID), version: 2, label: 'Asha', data: {} }],
        { createdBy: 'ann', now: NOW },
      ],
    ],
  })),
  samplesOf<PendingChangeRepository>(PendingChangeRepository, (transaction) => ({
    waiting: [[transaction, [KEY]]],
    pendingOf: [[transaction, ID, [ID]]],
    unapproved: [[transaction, ID]],
  })),
  samplesOf<MovedEntityRepository>(MovedEntityRepository, (transaction) => ({
    listsByUid: [[[UID]]],
    hasList: [[ID, 'people']],
    listsOf: [[ID]],
    versionsOf: [[ID, [UUID]]],
    statesAfter: [
      [ID, '', 10],
      [ID, UUID, 10],
    ],
    replace: [
      [
        transaction,
        ID,
        [
          {
            uuid: '5b26cdfb-8d5c-4a39-9fd1-58c9a1b6a0f4',
            conflict: null,
            version: 1,
            versions: [{ ...VERSION, version: 1, createdBy: 'ann', dateCreated: NOW, origin: undefined }],
          },
        ],
      ],
    ],
    markDeleted: [[transaction, ID, [UUID], NOW]],
  })),
  samplesOf<EntityRepository>(EntityRepository, () => ({
    list: [[ID, { text: 'asha', data: { village: 'Kisumu' }, hasConflict: false }, WINDOW]],
    find: [[ID, UUID]],
    versions: [[READER, String(ID), WINDOW]],
    problems: [[ID, WINDOW]],
    readBy: [[ID, UID]],
    presenceOf: [[ID, [UUID]]],
    stateOf: [[ID]],
    rowsAfter: [[ID, '0', 10]],
  })),
];

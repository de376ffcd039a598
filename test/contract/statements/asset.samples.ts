import { PassThrough } from 'node:stream';
import { AssetChangeRepository } from '../../../src/database/cache/asset-change.repository';
import { AssetRepository } from '../../../src/modules/asset/asset.repository';
import { readAssetSearch } from '../../../src/domain/query/asset-search';
import { readAssetOrder } from '../../../src/domain/query/asset-field';
import { AssetListRepository } from '../../../src/modules/asset/asset-list.repository';
import { AssetViewRepository } from '../../../src/modules/asset/asset-view.repository';
import { FormDraftRepository } from '../../../src/modules/asset/draft/form-draft.repository';
import { VersionRepository } from '../../../src/modules/asset/version.repository';
import { DeploymentRepository } from '../../../src/modules/deployment/deployment.repository';
import { InheritanceRepository } from '../../../src/modules/permission/inheritance.repository';
import { AssetLifecycleRepository } from '../../../src/modules/asset/lifecycle/asset-lifecycle.repository';
import { PermissionRepository } from '../../../src/modules/permission/permission.repository';
import { SubscriptionRepository } from '../../../src/modules/asset/subscription/subscription.repository';
import { SnapshotRepository } from '../../../src/modules/web-form/snapshot/snapshot.repository';
import { ID, NOW, UID } from './sample-rows';
import { samplesOf } from './samples';

const JSON_BYTES = Buffer.from('{}');
const BYTES = { content: JSON_BYTES, reportStyles: JSON_BYTES };

const DEPLOYED = {
  versionId: ID,
  versionLabel: '1 (2026-01-01 00:00:00)',
  xml: Buffer.alloc(0),
  xmlMd5: '',
  facts: JSON_BYTES,
  encrypted: false,
  dateDeployed: NOW,
  dateModified: NOW,
};

const VALUES = {
  assetType: 'survey',
  name: 'Wells',
  summary: {},
  settings: {},
  tags: ['water'],
  reportCustom: {},
  mapStyles: {},
  mapCustom: {},
  advancedFeatures: {},
} as const;

const SNAPSHOT = { ownerId: ID, assetId: ID, xml: Buffer.alloc(0), warnings: [], now: NOW };

const DRAFT = {
  assetId: ID,
  userId: ID,
  content: JSON_BYTES,
  baseVersionUid: UID,
  revision: 'revision',
  dateModified: NOW,
};

const RIGHT = { assetId: ID, userId: ID, codename: 'change_asset' } as const;

const LISTED = {
  viewerId: ID,
  anonymousUserId: ID,
  scope: 'listed',
  includesEmpty: false,
  collections: [],
  assetType: undefined,
  search: undefined,
} as const;
const SURVEYS = { ...LISTED, scope: 'granted', assetType: 'survey' } as const;
const PAGE = { limit: 10, start: 20 };
const { filter: SEARCH } = readAssetSearch(
  'wells NOT (tags__name:water OR parent__name:Zeta) date_created__gt:2026-01-01 settings__country[]__value:KEN NOT settings__x__icontains:a date_created__month:1',
);

export const assetSamples = [
  samplesOf<PermissionRepository>(PermissionRepository, (transaction) => ({
    listByAsset: [[ID]],
    listAllIn: [[transaction, ID]],
    listPartialIn: [[transaction, ID]],
    lockAsset: [[transaction, ID]],
    insert: [
      [transaction, ID, [{ uid: 'assignment', userId: ID, codename: 'view_asset', partialGrants: null }]],
    ],
    updatePartialGrants: [[transaction, ID, ID, { view_submissions: [{ village: 'Karatu' }] }]],
    removeAllOf: [[transaction, ID, ID]],
    remove: [[transaction, ID, [{ uid: 'assignment' }]]],
    find: [[UID, ID, ID]],
    findMany: [[[UID], ID, ID]],
  })),
  samplesOf<InheritanceRepository>(InheritanceRepository, (transaction) => ({
    lockTree: [[transaction]],
    lockAssets: [[transaction, [ID]]],
    childrenOf: [[transaction, [ID]]],
    ancestorsOf: [[transaction, ID]],
    listAssignments: [[transaction, [ID]]],
    listDenials: [[transaction, [ID]]],
    insert: [[transaction, [RIGHT]]],
    remove: [[transaction, [RIGHT]]],
    convertToOwn: [[transaction, [RIGHT]]],
    insertDenials: [[transaction, [RIGHT]]],
    deleteDenials: [[transaction, [RIGHT]]],
  })),
  samplesOf<AssetChangeRepository>(AssetChangeRepository, () => ({
    validate: [
      [
        [
          {
            reader: { userIds: [ID], seesAll: false },
            assetId: undefined,
            since: undefined,
            countedAssetIds: [],
          },
        ],
      ],
    ],
    prune: [[]],
  })),
  samplesOf<AssetRepository>(AssetRepository, (transaction) => ({
    insert: [[transaction, { ...VALUES, uid: 'asset', ownerId: ID, createdBy: 'mary', now: NOW }, BYTES]],
    find: [[ID]],
    findByUid: [[UID]],
    listOwned: [[ID]],
    lock: [[transaction, ID]],
    update: [
      [transaction, ID, { ...VALUES, lastModifiedBy: 'mary', dateModified: NOW }, BYTES],
      [transaction, ID, { lastModifiedBy: 'mary', dateModified: NOW }],
    ],
    isDeployed: [[transaction, ID]],
    findParent: [[ID]],
    setParent: [[transaction, ID, null]],
    findForm: [[ID]],
    findForDeployment: [[ID]],
    ofAsset: [[ID]],
    reportStylesOf: [[ID]],
    languagesOf: [[ID]],
    ofVersion: [[ID]],
  })),
  samplesOf<FormDraftRepository>(FormDraftRepository, () => ({
    find: [[ID, ID]],
    insert: [[DRAFT]],
    replace: [[DRAFT, 'former']],
    remove: [
      [ID, ID],
      [ID, ID, 'former'],
    ],
    exists: [[ID, ID]],
  })),
  samplesOf<VersionRepository>(VersionRepository, (transaction) => ({
    find: [[ID, UID]],
    newest: [[ID]],
    newestIn: [[transaction, ID]],
    insert: [
      [
        transaction,
        {
          uid: 'version',
          assetId: ID,
          name: 'Wells',
          contentHash: 'hash',
          dateModified: NOW,
        },
      ],
    ],
    insertMoved: [
      [
        transaction,
        {
          uid: 'version',
          assetId: ID,
          name: 'Wells',
          contentHash: 'hash',
          deployed: true,
          dateModified: NOW,
        },
        BYTES.content,
      ],
    ],
    listAll: [[ID]],
    markDeployedAt: [[transaction, ID, UID, NOW]],
    markDeployed: [[transaction, ID, NOW]],
    countDeployed: [[ID]],
    countDeployedIn: [[transaction, ID]],
    page: [[ID, { deployed: true }, { limit: 10, start: 20 }]],
    findView: [[ID, UID]],
  })),
  samplesOf<AssetListRepository>(AssetListRepository, () => ({
    pageOfIds: [
      [LISTED, [], PAGE],
      [{ ...SURVEYS, search: SEARCH }, readAssetOrder('name,-date_deployed__date', true), PAGE],
      [{ ...LISTED, scope: 'owned' }, readAssetOrder('-subscribers_count', false), PAGE],
      [{ ...LISTED, scope: 'owned' }, [], PAGE],
      [{ ...LISTED, scope: 'discoverable' }, [], PAGE],
      [{ ...LISTED, scope: 'followed', collections: [UID] }, [], PAGE],
    ],
    minimalPage: [
      [LISTED, [], PAGE],
      [{ ...LISTED, scope: 'owned' }, [], PAGE],
      [{ ...LISTED, scope: 'sharing' }, [], PAGE],
    ],
    listMetadataSources: [[LISTED]],
    deploymentCounts: [[LISTED], [{ ...LISTED, scope: 'owned' }]],
    tags: [[LISTED, PAGE]],
    hash: [[LISTED]],
  })),
  samplesOf<AssetViewRepository>(AssetViewRepository, () => ({
    rows: [[[ID], { userId: ID, anonymousUserId: ID, isSuperuser: false }]],
    row: [[ID, { userId: ID, anonymousUserId: ID, isSuperuser: false }]],
    detail: [[ID]],
    deployedVersions: [[ID]],
    exportSettings: [[[ID]]],
    assignments: [[[ID]]],
    submissionCounts: [[[ID]]],
  })),
  samplesOf<SubscriptionRepository>(SubscriptionRepository, () => ({
    findDiscoverable: [[UID, ID]],
    count: [[ID, undefined]],
    list: [[ID, undefined, 10, 20]],
    find: [[ID, UID]],
    insert: [[{ uid: 'subscription', assetId: ID, userId: ID, dateCreated: NOW }]],
    remove: [[ID, 'subscription']],
  })),
  samplesOf<AssetLifecycleRepository>(AssetLifecycleRepository, (transaction) => ({
    lock: [[transaction, [ID]]],
    findAbandoned: [[NOW]],
    abandon: [[ID, NOW]],
    idsOwnedBy: [[ID]],
    lockRestorable: [
      [transaction, { uids: [UID] }],
      [transaction, { ownerId: ID }],
    ],
    anyDeleted: [[[UID]]],
    setActive: [[transaction, [ID], { active: false, now: NOW }]],
    softDelete: [[transaction, [ID], NOW]],
    restore: [[transaction, [ID], NOW]],
    findPurgeable: [[NOW]],
    beginPurge: [[ID, NOW]],
    detachChildren: [[transaction, ID]],
    hardDelete: [[transaction, ID]],
  })),
  samplesOf<DeploymentRepository>(DeploymentRepository, (transaction) => ({
    find: [[ID]],
    mediaNames: [[ID]],
    insert: [[transaction, { assetId: ID, uuid: 'uuid', active: true }, DEPLOYED]],
    replaceForm: [
      [transaction, ID, DEPLOYED, undefined],
      [transaction, ID, DEPLOYED, true],
    ],
    update: [[transaction, ID, { active: false, dateModified: NOW }]],
    versionFacts: [[ID]],
    versionContent: [[ID]],
    storeMissingFacts: [
      [ID, { version: null, questions: [], repeatPaths: [], geopointPaths: [], fileQuestions: [] }],
    ],
    findXml: [[ID]],
    findAnyXml: [[ID]],
    findForm: [[{ formUuid: 'uuid' }], [{ assetUid: UID }]],
    history: [
      [ID, undefined],
      [ID, [UID]],
    ],
    languages: [[ID]],
    findFacts: [[ID]],
    findFormer: [
      ['wells', { assetUid: UID }],
      ['wells', { owner: 'ann' }],
    ],
    listForms: [[{ submitterIds: [ID], all: false, username: undefined, formId: undefined }]],
  })),
  samplesOf<SnapshotRepository>(SnapshotRepository, () => ({
    reuse: [[ID, NOW]],
    insert: [
      [{ ...SNAPSHOT, uid: 'of a version', versionId: ID, source: null }],
      [{ ...SNAPSHOT, uid: 'of a source', versionId: null, source: JSON_BYTES }],
    ],
    remove: [['snapshot']],
    count: [[ID]],
    list: [[ID, 10, 20]],
    streamSources: [
      [[7, 8], { head: '[', before: ['{', '{'], after: '}', tail: ']' }, new PassThrough().resume()],
    ],
    find: [[UID]],
    findXml: [[UID]],
    deleteUnused: [[NOW]],
  })),
];

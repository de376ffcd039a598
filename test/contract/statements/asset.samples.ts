import type { Content } from '../../../src/domain/content/content';
import type { FormFacts } from '../../../src/domain/xform/form-facts';
import { AssetRepository } from '../../../src/modules/asset/asset.repository';
import { AssetViewRepository } from '../../../src/modules/asset/asset-view.repository';
import { DeploymentRepository } from '../../../src/modules/deployment/deployment.repository';
import { PermissionRepository } from '../../../src/modules/permission/permission.repository';
import { SnapshotRepository } from '../../../src/modules/snapshot/snapshot.repository';
import { ID, NOW, UID } from './sample-rows';
import { samplesOf } from './samples';

const CONTENT: Content = { schema: '1', translations: [null], translated: [], survey: [], settings: {} };

const VALUES = {
  assetType: 'survey',
  name: 'Wells',
  content: CONTENT,
  summary: {},
  settings: {},
  tags: ['water'],
  reportStyles: {},
  reportCustom: {},
  mapStyles: {},
  mapCustom: {},
  advancedFeatures: {},
} as const;

export const assetSamples = [
  samplesOf<PermissionRepository>(PermissionRepository, (transaction) => ({
    findRights: [[UID, ID, ID]],
    listByAsset: [[ID]],
    listByAssetIn: [[transaction, ID]],
    lockAsset: [[transaction, ID]],
    insert: [[transaction, ID, [{ uid: 'assignment', userId: ID, codename: 'view_asset' }]]],
    remove: [[transaction, ID, ID, ['view_asset']]],
  })),
  samplesOf<AssetRepository>(AssetRepository, (transaction) => ({
    insert: [[transaction, { ...VALUES, uid: 'asset', ownerId: ID, createdBy: 'mary', now: NOW }]],
    lock: [[transaction, ID]],
    update: [[transaction, ID, { ...VALUES, lastModifiedBy: 'mary', dateModified: NOW }]],
    newestVersion: [[ID]],
    newestVersionIn: [[transaction, ID]],
    versionContent: [[ID, ID]],
    insertVersion: [
      [
        transaction,
        {
          uid: 'version',
          assetId: ID,
          name: 'Wells',
          content: CONTENT,
          contentHash: 'hash',
          dateModified: NOW,
        },
      ],
    ],
    markDeployed: [[transaction, ID, NOW]],
    countDeployedVersions: [[ID]],
    findForm: [[ID]],
    findForDeployment: [[ID]],
  })),
  samplesOf<AssetViewRepository>(AssetViewRepository, () => ({
    countVisible: [[{ viewerId: ID, assetType: 'survey' }]],
    listVisibleIds: [[{ viewerId: ID, assetType: 'survey' }, 10, 20]],
    rows: [[[ID]]],
    detail: [[ID]],
    deployedVersions: [[ID]],
    assignments: [[[ID]]],
    tallies: [[[ID]]],
  })),
  samplesOf<DeploymentRepository>(DeploymentRepository, (transaction) => ({
    find: [[ID]],
    lock: [[transaction, ID]],
    insert: [
      [
        transaction,
        {
          assetId: ID,
          uuid: 'uuid',
          active: true,
          versionId: ID,
          versionLabel: '1 (2026-01-01 00:00:00)',
          xml: '',
          xmlMd5: '',
          facts: {} as FormFacts,
          encrypted: false,
          dateDeployed: NOW,
          dateModified: NOW,
        },
      ],
    ],
    update: [[transaction, ID, { active: false, dateModified: NOW }]],
    findXml: [[ID]],
    findForm: [[{ formUuid: 'uuid' }], [{ assetUid: UID }]],
    listForms: [
      [{ submitterId: ID, anonymousUserId: ID, all: false, username: undefined, formId: undefined }],
    ],
  })),
  samplesOf<SnapshotRepository>(SnapshotRepository, () => ({
    count: [[ID]],
    list: [[ID, 10, 20]],
    find: [[UID]],
    findXml: [[UID]],
    useAgain: [[ID, NOW]],
    insert: [
      [
        {
          uid: 'snapshot',
          ownerId: ID,
          assetId: ID,
          versionId: ID,
          source: null,
          xml: '',
          warnings: [],
          now: NOW,
        },
      ],
    ],
    remove: [['snapshot']],
    removeUnused: [[NOW]],
  })),
];

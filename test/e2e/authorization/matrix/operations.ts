import { SURVEY_CONTENT } from '../../../factories/asset.factory';
import { EXPORT_DEFAULTS } from '../../../factories/export.factory';
import { type RoutedOperation, ASSET, type Extras, operation } from './operation';
import { DELETED_OPERATIONS } from './deleted-operations';
import { DRAFT_OPERATIONS } from './draft-operations';
import { STATUS_OPERATIONS } from './status-operations';
import { SUPPLEMENT_OPERATIONS } from './supplement-operations';
import { bulk, file, instance, LOSES_FILES, MAP_VIEW, SETTING } from './request-bodies';

const newcomer = { user: '/api/v2/users/newcomer/', permission: '/api/v2/permissions/view_asset/' };

const EXPORT_SETTINGS = { sees: 'view_submissions', changes: ['export_setting'] } as const;
const ODATA = { family: 'odata' } as const;
const A_ROW = { name: 'GET a row of the feed', query: '(:id)', nested: true, ofSubmission: true } as const;

const UPDATES = { family: 'asset-detail', sees: 'view_asset' } as const;
const MANAGES = { sees: 'view_asset', changes: ['audit_entry', 'permission_assignment'] } as const;
const hookOperation = (route: string, extras: Extras = {}): RoutedOperation =>
  operation(route.replace('/hooks', `${ASSET}/hooks`), 'change_asset', {
    also: 'view_submissions',
    ...extras,
  });
const HOOK = { name: 'Elsewhere', endpoint: 'https://data.example.org/in', active: false };
const CHANGES_HOOK = { changes: ['audit_entry', 'hook'], body: () => HOOK } as const;
const assetRead = (path: string): RoutedOperation =>
  operation(`GET ${ASSET}${path}`, 'view_asset', { family: 'asset-detail' });
const collectorRead = (path: string): RoutedOperation =>
  operation(`GET ${path}`, 'add_submissions', { family: 'openrosa' });

const NAMED: readonly RoutedOperation[] = [
  ...[
    '',
    '.xls',
    '.xml',
    '.ssjson',
    '/content',
    '/valid_content',
    '/table_view',
    '/xform',
    '/xls',
    '/deployment',
  ].map(assetRead),
  operation(`PATCH ${ASSET}`, 'change_asset', {
    ...UPDATES,
    changes: ['asset', 'asset_version', 'audit_entry'],
    body: () => ({ name: 'Renamed', content: SURVEY_CONTENT }),
  }),
  operation(`PATCH ${ASSET}`, 'change_asset', {
    ...UPDATES,
    name: 'change advanced features alone',
    or: 'change_submissions',
    changes: ['asset', 'audit_entry'],
    body: () => ({ advanced_features: { _version: '20250820', transcript: {} } }),
  }),
  operation(`PATCH ${ASSET}`, 'change_asset', {
    ...UPDATES,
    name: 'move with parent',
    namesAsset: true,
    unknown: 400,
    changes: ['asset', 'audit_entry', 'permission_assignment'],
    body: (_, below) => ({ parent: `/api/v2/assets/${below.collection}/` }),
  }),
  operation(`PUT ${ASSET}`, 'change_asset', {
    ...UPDATES,
    changes: ['asset', 'asset_version', 'audit_entry'],
    body: () => ({ asset_type: 'survey', name: 'Put' }),
  }),
  operation(`DELETE ${ASSET}`, 'manage_asset', {
    ...UPDATES,
    ownersOnly: true,
    changes: ['asset', 'audit_entry'],
  }),
  operation(`POST ${ASSET}/check`, 'change_asset', {
    ...UPDATES,
    succeeds: 200,
    changes: [],
    body: () => ({ content: SURVEY_CONTENT }),
  }),
  ...DRAFT_OPERATIONS,
  operation('POST /api/v2/assets/bulk', 'manage_asset', {
    family: 'snapshot',
    signedIn: true,
    succeeds: 200,
    changes: ['asset', 'audit_entry', 'deployment'],
    body: ({ uid }) => ({ payload: { asset_uids: [uid], action: 'archive' } }),
  }),
  operation(`GET ${ASSET}/versions`, 'view_asset'),
  operation(`GET ${ASSET}/versions/:version`, 'view_asset'),
  operation(`GET ${ASSET}/deployment/entity-lists`, 'change_asset', { ...UPDATES }),
  operation(`POST ${ASSET}/deployment`, 'change_asset', {
    ...UPDATES,
    onDraft: true,
    changes: ['asset', 'asset_version', 'audit_entry', 'deployment'],
    body: () => ({ active: true }),
  }),
  operation(`PATCH ${ASSET}/deployment`, 'change_asset', {
    ...UPDATES,
    changes: ['audit_entry', 'deployment'],
    body: () => ({ active: false }),
  }),
  operation(`PUT ${ASSET}/deployment`, 'change_asset', {
    ...UPDATES,
    changes: ['asset', 'audit_entry', 'deployment'],
    body: () => ({ active: true }),
  }),
  operation(`GET ${ASSET}/files`, 'view_asset'),
  operation(`GET ${ASSET}/files/:file`, 'view_asset'),
  operation(`GET ${ASSET}/files/:file/content`, 'view_asset'),
  operation(`POST ${ASSET}/files`, 'change_asset', {
    sees: 'view_asset',
    changes: ['asset_file', 'audit_entry'],
    body: file,
  }),
  operation(`DELETE ${ASSET}/files/:file`, 'change_asset', {
    sees: 'view_asset',
    changes: ['asset_file', 'audit_entry'],
  }),
  operation(`GET ${ASSET}/history`, 'manage_asset', { family: 'history' }),
  operation(`GET ${ASSET}/history/actions`, 'manage_asset', { family: 'history' }),
  operation(`GET ${ASSET}/history/export.csv`, 'manage_asset', { family: 'history' }),
  operation(`POST ${ASSET}/history/export`, 'manage_asset', { family: 'history', succeeds: 202 }),
  operation(`GET ${ASSET}/permission-assignments`, 'view_asset'),
  operation(`POST ${ASSET}/permission-assignments`, 'manage_asset', { ...MANAGES, body: () => newcomer }),
  operation(`POST ${ASSET}/permission-assignments/bulk`, 'manage_asset', {
    ...MANAGES,
    succeeds: 200,
    body: () => [newcomer],
  }),
  operation(`DELETE ${ASSET}/permission-assignments/bulk`, 'manage_asset', {
    ...MANAGES,
    body: () => ({ username: 'guest' }),
  }),
  operation(`PATCH ${ASSET}/permission-assignments/clone`, 'manage_asset', {
    ...MANAGES,
    namesAsset: true,
    body: (_, below) => ({ clone_from: below.source }),
  }),
  ...(['owner', 'guest'] as const).flatMap((assignmentOf) => [
    operation(`GET ${ASSET}/permission-assignments/:assignment`, 'view_asset', {
      assignmentOf,
      name: `read the ${assignmentOf}'s assignment`,
    }),
    operation(`DELETE ${ASSET}/permission-assignments/:assignment`, 'view_asset', {
      ...MANAGES,
      assignmentOf,
      name: `take the ${assignmentOf}'s assignment`,
    }),
  ]),
  operation(`GET ${ASSET}/data`, 'view_submissions'),
  operation(`POST ${ASSET}/data`, 'add_submissions', {
    sees: 'view_submissions',
    changes: ['submission', 'submission_change', 'submission_tally'],
    body: () => ({ consent: 'yes' }),
  }),
  operation(`GET ${ASSET}/data/:id`, 'view_submissions'),
  operation(`GET ${ASSET}/data/:id/attachments/:attachment`, 'view_submissions'),
  operation(`GET ${ASSET}/data/:id/attachments`, 'view_submissions', { query: '?xpath=photo' }),
  // The attachment is a photo, not audio.
  operation(`GET ${ASSET}/data/:id/attachments.mp3`, 'view_submissions', {
    query: '?xpath=photo',
    succeeds: 400,
  }),
  operation(`GET ${ASSET}/data/:id/attachments/:attachment.mp3`, 'view_submissions', { succeeds: 400 }),
  operation(`DELETE ${ASSET}/attachments/:attachment`, 'change_submissions', {
    ...LOSES_FILES,
    unknown: 400,
  }),
  operation(`DELETE ${ASSET}/attachments/bulk`, 'change_submissions', {
    ...LOSES_FILES,
    succeeds: 202,
    ofSubmission: false,
    body: ({ attachment }) => ({ attachment_uid: attachment }),
  }),
  ...['counts', 'counts/users', 'data.kml', 'data.zip', 'audit.csv'].map((path) =>
    operation(`GET ${ASSET}/${path}`, 'view_submissions'),
  ),
  operation(`GET ${ASSET}/map-clusters`, 'view_submissions', MAP_VIEW),
  operation(`GET ${ASSET}/entity-problems`, 'view_asset', { also: 'view_submissions' }),
  operation(`GET ${ASSET}/reports`, 'view_submissions', { sees: 'view_asset' }),
  operation('GET /projects/:uid/reports', 'view_submissions', { sees: 'view_asset' }),
  ...['.xml', '.geojson', '/history', '/notes', '/files'].map((path) =>
    operation(`GET ${ASSET}/data/:id${path}`, 'view_submissions'),
  ),
  ...DELETED_OPERATIONS,
  ...SUPPLEMENT_OPERATIONS,
  ...['edit', 'enketo/edit', 'enketo/redirect/edit'].map((path) =>
    operation(`GET ${ASSET}/data/:id/${path}`, 'change_submissions', {
      succeeds: path.includes('redirect') ? 302 : 200,
    }),
  ),
  ...['enketo/view', 'enketo/redirect/view'].map((path) =>
    operation(`GET ${ASSET}/data/:id/${path}`, 'view_submissions', {
      succeeds: path.includes('redirect') ? 302 : 200,
    }),
  ),
  operation(`GET ${ASSET}/collector-links`, 'manage_asset'),
  operation(`POST ${ASSET}/collector-links`, 'manage_asset', {
    changes: ['audit_entry', 'collector_link'],
    body: () => ({ name: 'March' }),
  }),
  operation(`DELETE ${ASSET}/collector-links/:link`, 'manage_asset', {
    changes: ['audit_entry', 'collector_link'],
  }),
  operation(`GET ${ASSET}/data.xml`, 'view_submissions'),
  operation(`GET ${ASSET}/data.geojson`, 'view_submissions'),
  operation(`GET ${ASSET}/exports`, 'view_submissions'),
  operation(`POST ${ASSET}/exports`, 'view_submissions', {
    changes: ['audit_entry', 'export_task'],
    body: () => EXPORT_DEFAULTS,
  }),
  operation(`GET ${ASSET}/exports/:export`, 'view_submissions', { succeeds: 404 }),
  operation(`DELETE ${ASSET}/exports/:export`, 'view_submissions', { succeeds: 404 }),
  operation(`GET ${ASSET}/odata`, 'view_submissions', ODATA),
  operation(`GET ${ASSET}/odata/$metadata`, 'view_submissions', ODATA),
  operation(`GET ${ASSET}/odata/:set`, 'view_submissions', ODATA),
  operation(`GET ${ASSET}/odata/:set`, 'view_submissions', { ...ODATA, ...A_ROW }),
  operation(`GET ${ASSET}/odata/:set/:below`, 'view_submissions', ODATA),
  operation(`GET ${ASSET}/odata/:set/:below/:further`, 'view_submissions', { ...ODATA, succeeds: 404 }),
  operation(`GET ${ASSET}/export-settings`, 'view_submissions'),
  operation(`POST ${ASSET}/export-settings`, 'manage_asset', { ...EXPORT_SETTINGS, body: () => SETTING }),
  operation(`GET ${ASSET}/export-settings/:setting`, 'view_submissions'),
  operation(`GET ${ASSET}/export-settings/:setting/data.csv`, 'view_submissions'),
  operation(`GET ${ASSET}/export-settings/:setting/data.xlsx`, 'view_submissions'),
  operation(`PATCH ${ASSET}/export-settings/:setting`, 'manage_asset', {
    ...EXPORT_SETTINGS,
    body: () => ({ name: 'Daily' }),
  }),
  operation(`PUT ${ASSET}/export-settings/:setting`, 'manage_asset', {
    ...EXPORT_SETTINGS,
    body: () => SETTING,
  }),
  operation(`DELETE ${ASSET}/export-settings/:setting`, 'manage_asset', EXPORT_SETTINGS),
  operation(`GET ${ASSET}/data.csv`, 'view_submissions'),
  operation(`GET ${ASSET}/data.xlsx`, 'view_submissions'),
  operation(`GET ${ASSET}/data.ndjson`, 'view_submissions'),
  operation(`GET ${ASSET}/data/changes`, 'view_submissions'),
  ...STATUS_OPERATIONS,
  operation(`POST ${ASSET}/data/:id/duplicate`, 'change_submissions', {
    sees: 'view_submissions',
    changes: ['attachment', 'submission', 'submission_change', 'submission_tally'],
  }),
  operation(`PATCH ${ASSET}/data/bulk`, 'change_submissions', {
    sees: 'view_submissions',
    changes: ['audit_entry', 'submission', 'submission_change', 'submission_history'],
    body: bulk,
  }),
  operation(`GET ${ASSET}/paired-data`, 'view_asset'),
  operation(`GET ${ASSET}/paired-data/:pair`, 'view_asset'),
  // The source doesn't share its data.
  operation(`POST ${ASSET}/paired-data`, 'change_asset', {
    sees: 'view_asset',
    succeeds: 400,
    body: ({ uid }) => ({ source: `/api/v2/assets/${uid}/`, filename: 'cities' }),
  }),
  // Other fields need permissions on the source too: source-access.e2e-spec.ts.
  operation(`PATCH ${ASSET}/paired-data/:pair`, 'change_asset', {
    sees: 'view_asset',
    changes: ['audit_entry', 'paired_data'],
    body: () => ({ filename: 'towns' }),
  }),
  operation(`DELETE ${ASSET}/paired-data/:pair`, 'change_asset', {
    sees: 'view_asset',
    changes: ['audit_entry', 'paired_data'],
  }),
  ...['external', 'external.xml'].map((file) =>
    operation(`GET ${ASSET}/paired-data/:pair/${file}`, 'add_submissions'),
  ),
  ...['', '/:hook', '/:hook/logs', '/:hook/logs/:log'].map((below) => hookOperation(`GET /hooks${below}`)),
  hookOperation('POST /hooks', CHANGES_HOOK),
  hookOperation('PATCH /hooks/:hook', CHANGES_HOOK),
  hookOperation('PUT /hooks/:hook', CHANGES_HOOK),
  hookOperation('DELETE /hooks/:hook', { changes: ['audit_entry', 'hook', 'hook_delivery'] }),
  // The hook is inactive, so that nothing is sent.
  hookOperation('PATCH /hooks/:hook/retry', { succeeds: 400 }),
  hookOperation('PATCH /hooks/:hook/logs/:log/retry', { succeeds: 400 }),
  collectorRead('/forms/:uid/form.xml'),
  collectorRead('/:username/forms/:uid/form.xml'),
  collectorRead('/xformsManifest/:uid'),
  collectorRead('/:username/xformsManifest/:uid'),
  collectorRead('/xformsMedia/:uid/:file'),
  collectorRead('/:username/xformsMedia/:uid/:file'),
  ...['/submission', '/:username/submission'].map((path) =>
    operation(`POST ${path}`, 'add_submissions', {
      family: 'collector-posts',
      signedIn: path === '/submission',
      changes: ['submission', 'submission_change', 'submission_tally'],
      body: instance,
    }),
  ),
  operation('POST /api/v2/asset_snapshots', 'view_asset', {
    family: 'snapshot',
    changes: ['asset_snapshot'],
    body: ({ uid }) => ({ asset: `/api/v2/assets/${uid}/` }),
  }),
];

/** Every GET has a HEAD. */
export const OPERATIONS: readonly RoutedOperation[] = NAMED.flatMap((each) =>
  each.method === 'GET' ? [each, { ...each, method: 'HEAD', name: `HEAD ${each.name}` }] : [each],
);

import type { KoboAsset, KoboGrant, KoboVersion } from './kobo-data';

/** Responses of KoboToolbox as recorded from a running one: fields, nesting, nulls and links. Values are invented. */

const CREATED = '2026-03-01T08:00:00.123456Z';
const MODIFIED = '2026-03-02T09:30:00.654321Z';
const HASH = 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3';

const CODENAMES: Readonly<Record<string, readonly string[]>> = {
  survey: [
    'add_submissions',
    'change_asset',
    'change_submissions',
    'delete_submissions',
    'manage_asset',
    'validate_submissions',
    'view_asset',
    'view_submissions',
  ],
};
const LIBRARY_CODENAMES = ['change_asset', 'manage_asset', 'view_asset'];

const assetUrl = (base: string, uid: string): string => `${base}/api/v2/assets/${uid}/`;
const userUrl = (base: string, name: string): string => `${base}/api/v2/users/${name}/`;
const permissionUrl = (base: string, codename: string): string => `${base}/api/v2/permissions/${codename}/`;
const newestOf = ({ versions = [] }: KoboAsset): KoboVersion | undefined => versions.at(-1);
const deployedOf = ({ versions = [] }: KoboAsset): KoboVersion | undefined =>
  versions.findLast(({ deployed }) => deployed);

function presentCommon(base: string, asset: KoboAsset) {
  const { uid, name, assetType, owner, parent, deployment, submissions = [] } = asset;
  return {
    url: assetUrl(base, uid),
    date_created: CREATED,
    date_modified: MODIFIED,
    date_deployed: deployment === undefined ? null : MODIFIED,
    owner: userUrl(base, owner),
    summary: {},
    owner__username: owner,
    parent: parent === undefined ? null : assetUrl(base, parent),
    uid,
    tag_string: asset.tags ?? '',
    settings: asset.settings ?? {},
    kind: 'asset',
    name,
    asset_type: assetType,
    version_id: newestOf(asset)?.uid ?? null,
    has_deployment: deployment !== undefined,
    deployed_version_id: deployment === undefined ? null : (deployedOf(asset)?.uid ?? null),
    deployment__active: deployment?.active ?? false,
    deployment__submission_count: submissions.length,
    deployment__last_submission_time: null,
    deployment__encrypted: false,
    deployment__uuid: deployment?.uuid ?? null,
    deployment_status: deployment === undefined ? 'draft' : deployment.active ? 'deployed' : 'archived',
    permissions: presentGrants(base, asset),
    export_settings: presentExportSettings(base, asset),
    downloads: ['xls', 'xml'].map((format) => ({ format, url: `${base}/api/v2/assets/${uid}.${format}` })),
    data: `${assetUrl(base, uid)}data/`,
    subscribers_count: 0,
    status: 'private',
    access_types: assetType === 'collection' ? ['owned'] : null,
    children: { count: 0 },
    data_sharing: asset.dataSharing ?? {},
    owner_label: owner,
    last_modified_by: owner,
    created_by: owner,
  };
}

export const presentListed = presentCommon;

export function presentAsset(base: string, asset: KoboAsset) {
  const { uid, versions = [], styles } = asset;
  const deployed = versions.filter((version) => version.deployed);
  return {
    ...presentCommon(base, asset),
    files: presentFiles(base, asset),
    version__content_hash: versions.length === 0 ? null : HASH,
    version_count: versions.length,
    deployed_versions: {
      count: deployed.length,
      next: null,
      previous: null,
      results: deployed.toReversed().map((version) => presentVersion(base, asset, version)),
    },
    deployment__links: {},
    deployment__data_download_links: {},
    report_styles: styles?.report_styles ?? {},
    report_custom: styles?.report_custom ?? {},
    advanced_features: styles?.advanced_features ?? {},
    map_styles: styles?.map_styles ?? {},
    map_custom: styles?.map_custom ?? {},
    content: newestOf(asset)?.content ?? {},
    embeds: [
      { format: 'xls', url: `${assetUrl(base, uid)}xls/` },
      { format: 'xform', url: `${assetUrl(base, uid)}xform/` },
    ],
    analysis_form_json: { additional_fields: [] },
    xform_link: `${assetUrl(base, uid)}xform/`,
    hooks_link: `${assetUrl(base, uid)}hooks/`,
    xls_link: `${assetUrl(base, uid)}xls/`,
    assignable_permissions: [],
    effective_permissions: [{ codename: 'view_asset' }],
    exports: `${assetUrl(base, uid)}exports/`,
    paired_data: `${assetUrl(base, uid)}paired-data/`,
    project_ownership: null,
  };
}

/** Newest first, with 1 for the newest of the deployed ones. */
export function presentVersions(base: string, asset: KoboAsset) {
  return (asset.versions ?? []).toReversed().map((version) => presentVersion(base, asset, version));
}

export function presentVersion(base: string, { uid: assetUid }: KoboAsset, { uid, deployed }: KoboVersion) {
  return {
    uid,
    url: `${assetUrl(base, assetUid)}versions/${uid}/`,
    content_hash: HASH,
    date_deployed: deployed ? MODIFIED : false,
    date_modified: MODIFIED,
    version_number: '1',
  };
}

/** Those of the owner first, as the owner sees them. */
export function presentGrants(base: string, { uid, assetType, owner, grants = [] }: KoboAsset) {
  const own = (CODENAMES[assetType] ?? LIBRARY_CODENAMES).map((codename) => ({ username: owner, codename }));
  return [...own, ...grants].map(({ username, codename, partial }: KoboGrant, index) => ({
    url: `${assetUrl(base, uid)}permission-assignments/p${index}/`,
    user: userUrl(base, username),
    permission: permissionUrl(base, codename),
    ...(partial !== undefined && {
      partial_permissions: Object.entries(partial).map(([name, filters]) => ({
        url: permissionUrl(base, name),
        filters,
      })),
    }),
    label: partial === undefined ? codename : { default: 'Act on submissions only from specific users' },
  }));
}

export function presentFiles(base: string, { uid: assetUid, owner, files = [] }: KoboAsset) {
  return files.map(({ uid, fileType, metadata }) => ({
    uid,
    url: `${assetUrl(base, assetUid)}files/${uid}/`,
    asset: assetUrl(base, assetUid),
    user: userUrl(base, owner),
    user__username: owner,
    file_type: fileType,
    description: 'default',
    date_created: CREATED,
    content: `${assetUrl(base, assetUid)}files/${uid}/content/`,
    metadata,
  }));
}

export function presentHooks(base: string, { uid: assetUid, hooks = [] }: KoboAsset) {
  return hooks.map((hook, index) => ({
    active: true,
    asset: 17,
    auth_level: 'no_auth',
    date_modified: MODIFIED,
    email_notification: false,
    export_type: 'json',
    failed_count: 0,
    logs_url: `${assetUrl(base, assetUid)}hooks/h${index}/logs/`,
    payload_template: null,
    pending_count: 0,
    settings: {},
    subset_fields: [],
    success_count: 0,
    uid: `h${index}`,
    url: `${assetUrl(base, assetUid)}hooks/h${index}/`,
    ...hook,
  }));
}

export function presentExportSettings(base: string, { uid: assetUid, exportSettings = [] }: KoboAsset) {
  return exportSettings.map(({ uid, name, request }) => {
    const url = `${assetUrl(base, assetUid)}export-settings/${uid}/`;
    return {
      uid,
      url,
      data_url_csv: `${url}data.csv`,
      data_url_xlsx: `${url}data.xlsx`,
      name,
      date_modified: MODIFIED,
      export_settings: request,
    };
  });
}

export function presentPairedData(base: string, { uid: assetUid, pairedData = [] }: KoboAsset) {
  return pairedData.map(({ source, ...paired }, index) => ({
    source: typeof source === 'string' ? assetUrl(base, source) : null,
    source__name: typeof source === 'string' ? 'Source' : null,
    ...paired,
    url: `${assetUrl(base, assetUid)}paired-data/pd${index}/`,
  }));
}

export function presentUsage(base: string, { uid, name, submissions = [] }: KoboAsset) {
  const nlp = { total_nlp_asr_seconds: 0, total_nlp_mt_characters: 0, total_nlp_llm_requests: 0 };
  const files = submissions.flatMap(({ attachments = [] }) => attachments);
  return {
    asset: assetUrl(base, uid),
    asset__name: name,
    nlp_usage_current_period: nlp,
    nlp_usage_all_time: nlp,
    storage_bytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
    submission_count_current_period: submissions.length,
    submission_count_all_time: submissions.length,
  };
}

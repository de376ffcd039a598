import { formatTagString } from '../../domain/asset/tag-string';
import { assignableOn } from '../../domain/permission/assignable';
import { PERMISSION_LABELS } from '../../domain/permission/permission-label';
import { wireDate } from '../../domain/text/wire-date';
import { JsonText } from '../../http/json-text';
import type { Envelope } from '../../http/pagination/present-page';
import { created, Reply } from '../../http/reply';
import type { Links } from '../../http/url/links';
import { presentAssetFile } from '../media/asset-file.presenter';
import { readyAssignments } from '../permission/ready-assignments.presenter';
import type { AssetDetail, AssetDetailView, AssetView, Tally } from './asset-view.service';
import { presentExportSetting } from './export-setting.presenter';

/** The shape of `advanced_features` that clients know how to read. */
const ADVANCED_FEATURES = '20250820';

/** Counts of an asset as JSON shows them, or gaps for them. */
export interface ShownTally {
  readonly submissions: number | JsonText;
  readonly lastSubmitted: string | null | JsonText;
}

/** An asset in a list (contract-assets 1.1: L). */
export function presentAsset(links: Links, asset: AssetView, tally: ShownTally) {
  const { uid } = asset;
  const { plain } = links;
  return {
    url: links.asset(uid),
    owner: links.user(asset.ownerUsername),
    owner__username: asset.ownerUsername,
    owner_label: asset.ownerUsername,
    created_by: asset.createdBy,
    last_modified_by: asset.lastModifiedBy,
    uid,
    kind: 'asset',
    name: asset.name,
    asset_type: asset.assetType,
    parent: asset.parentUid === null ? null : plain.asset(asset.parentUid),
    settings: new JsonText(asset.settings),
    summary: new JsonText(asset.summary),
    tag_string: formatTagString(asset.tags),
    date_created: wireDate(asset.dateCreated),
    date_modified: wireDate(asset.dateModified),
    date_deployed: asset.dateDeployed === null ? null : wireDate(asset.dateDeployed),
    version_id: asset.versionUid,
    has_deployment: asset.active !== null,
    deployed_version_id: asset.deployedVersionUid,
    deployment__active: asset.active === true,
    deployment__submission_count: presentSubmissionCount(asset, tally),
    deployment__last_submission_time: maySeeSubmissions(asset) ? tally.lastSubmitted : null,
    deployment__encrypted: asset.encrypted === true,
    deployment__uuid: asset.deploymentUuid,
    deployment_status: deploymentStatus(asset),
    downloads: [
      { format: 'xls', url: links.assetAs(uid, 'xls') },
      { format: 'xml', url: links.assetAs(uid, 'xml') },
    ],
    data: links.ofAsset(uid, 'data'),
    permissions: readyAssignments(plain, uid, asset.assignments),
    export_settings: asset.exportSettings.map((each) => presentExportSetting(plain, uid, each)),
    children: { count: asset.childCount },
    subscribers_count: asset.subscriberCount,
    status: asset.status,
    access_types: accessTypes(asset),
    data_sharing: new JsonText(asset.dataSharing),
  };
}

/** One asset with everything (contract-assets 1.1: D). */
export function presentAssetDetail(links: Links, asset: AssetDetailView) {
  return presentDetailWith(links, asset, presentTally(asset.tally));
}

export function presentDetailWith(links: Links, asset: AssetDetail, tally: ShownTally) {
  const { uid } = asset;
  const { plain } = links;
  return {
    ...presentAsset(links, asset, tally),
    version__content_hash: asset.contentHash,
    version_count: asset.versionCount,
    deployed_versions: presentDeployedVersions(plain, asset),
    deployment__links: {},
    deployment__data_download_links: presentDownloads(links, asset),
    report_styles: new JsonText(asset.reportStyles),
    report_custom: asset.reportCustom,
    map_styles: asset.mapStyles,
    map_custom: asset.mapCustom,
    advanced_features: {
      ...(asset.assetType !== 'collection' && { _version: ADVANCED_FEATURES }),
      ...asset.advancedFeatures,
    },
    analysis_form_json: { additional_fields: [] },
    content: new JsonText(asset.content),
    embeds: [
      { format: 'xls', url: plain.ofAsset(uid, 'xls') },
      { format: 'xform', url: plain.ofAsset(uid, 'xform') },
    ],
    xls_link: plain.ofAsset(uid, 'xls'),
    xform_link: plain.ofAsset(uid, 'xform'),
    hooks_link: plain.ofAsset(uid, 'hooks'),
    exports: plain.ofAsset(uid, 'exports'),
    paired_data: plain.ofAsset(uid, 'paired-data'),
    files: asset.files.map((file) => presentAssetFile(plain, uid, file)),
    assignable_permissions: assignableOn(asset.assetType).map((codename) => ({
      url: plain.permission(codename),
      label: PERMISSION_LABELS[codename],
    })),
    effective_permissions: [...asset.granted, ...(asset.isOwner ? ['delete_asset'] : [])].map((codename) => ({
      codename,
    })),
    project_ownership: presentOwnership(links, asset.ownership),
  };
}

export function presentTally({ submissions, lastSubmitted }: Tally): {
  submissions: number;
  lastSubmitted: string | null;
} {
  return { submissions, lastSubmitted: lastSubmitted === null ? null : wireDate(lastSubmitted) };
}

/** An asset without the keys that a caller does not want (contract-assets 1.1). */
export function leavingOut<Shown extends object>(keys: ReadonlySet<string>, shown: Shown): Partial<Shown> {
  if (keys.size === 0) return shown;
  return Object.fromEntries(Object.entries(shown).filter(([key]) => !keys.has(key))) as Partial<Shown>;
}

/** 201, at its address also where the caller does not want that. */
export function presentNewAsset(links: Links, asset: AssetDetailView, excluded: ReadonlySet<string>): Reply {
  const { status, body, headers } = created(presentAssetDetail(links, asset));
  return new Reply(status, leavingOut(excluded, body), headers);
}

/** Tables of the submissions, once there can be any. */
function presentDownloads(links: Links, { uid, active }: AssetView) {
  return active === null ? {} : { xls: links.dataAs(uid, 'xlsx'), csv: links.dataAs(uid, 'csv') };
}

function presentOwnership(links: Links, ownership: AssetDetail['ownership']) {
  if (ownership === null) return null;
  const { inviteUid, sender, recipient, status } = ownership;
  return { invite: links.ownershipInvite(inviteUid), sender, recipient, status };
}

/** Null for whoever may not see all submissions, so that it tells nothing (contract-assets 1.1). */
function presentSubmissionCount(asset: AssetView, { submissions }: ShownTally): number | JsonText | null {
  if (asset.active === null) return 0;
  return maySeeSubmissions(asset) ? submissions : null;
}

function maySeeSubmissions(asset: AssetView): boolean {
  return asset.held.has('view_submissions');
}

/** In one word; what can't be deployed has none. */
export function deploymentStatus(asset: Pick<AssetView, 'assetType' | 'active'>): string {
  if (asset.assetType !== 'survey') return '-';
  if (asset.active === null) return 'draft';
  return asset.active ? 'deployed' : 'archived';
}

function accessTypes(asset: AssetView): string[] | null {
  if (asset.assetType !== 'collection') return null;
  return [
    ...(asset.isOwner ? ['owned'] : []),
    ...(asset.status === 'public-discoverable' ? ['public'] : []),
    ...(!asset.isOwner && asset.hasOwnGrant ? ['shared'] : []),
    ...(asset.isFollowed ? ['subscribed'] : []),
    ...(asset.isSuperuser ? ['superuser'] : []),
  ];
}

function presentDeployedVersions(links: Links, asset: AssetDetail): Envelope<object> {
  const { deployedVersions } = asset;
  return {
    count: deployedVersions.length,
    next: null,
    previous: null,
    results: deployedVersions.map((version, index) => ({
      uid: version.uid,
      url: links.ofAsset(asset.uid, `versions/${version.uid}`),
      content_hash: version.contentHash,
      date_deployed: wireDate(version.dateModified),
      date_modified: wireDate(version.dateModified),
      version_number: String(deployedVersions.length - index),
    })),
  };
}

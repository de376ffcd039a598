import {
  type AssetSubmissionCount,
  deploymentStatus,
  AssetSubmissionCounts,
} from '../../domain/asset/asset-status';
import { formatTagString } from '../../domain/asset/settings-rules';
import { assignablePermissions } from '../../domain/permission/assignable';
import { PERMISSION_LABELS } from '../../domain/permission/codename';
import { WEB_FORM_LINKS } from '../../domain/web-form/web-form-page';
import { analysisFields } from '../../domain/supplement/question-feature';
import { wireDate } from '../../domain/text/wire-date';
import { JsonSlot, JsonText, JsonTemplate } from '../../http/json-text';
import type { Envelope } from '../../http/pagination/present-page';
import { created, Reply, CachedResponse } from '../../http/reply';
import type { Links } from '../../http/url/links';
import { presentAssetFile } from '../media/asset-file.presenter';
import { cachedAssignmentsJson } from '../permission/permission.presenter';
import type { AssetDetailView, AssetView, StoredExportSetting } from './asset-view.service';
import type { CacheableBody, ValidBody } from '../../http/response-cache/response-cache';

const ADVANCED_FEATURES = '20250820';

/** Submission counts as JSON values, or slots for them. */
interface PresentedCounts {
  readonly submissions: number | JsonSlot<unknown>;
  readonly lastSubmitted: string | null | JsonSlot<unknown>;
}

/** Asset in a list (contract-assets 1.1: L). */
export function presentAsset(links: Links, asset: AssetView, counts: PresentedCounts) {
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
    deployment__submission_count: presentVisibleCount(asset, counts),
    deployment__last_submission_time: canViewSubmissions(asset) ? counts.lastSubmitted : null,
    deployment__encrypted: asset.encrypted === true,
    deployment__uuid: asset.deploymentUuid,
    deployment_status: deploymentStatus(asset),
    downloads: [
      { format: 'xls', url: links.assetFormat(uid, 'xls') },
      { format: 'xml', url: links.assetFormat(uid, 'xml') },
    ],
    data: links.assetResource(uid, 'data'),
    permissions: cachedAssignmentsJson(plain, uid, asset.assignments),
    export_settings: asset.exportSettings.map((each) => presentExportSetting(plain, uid, each)),
    children: { count: asset.childCount },
    subscribers_count: asset.subscriberCount,
    status: asset.status,
    access_types: accessTypes(asset),
    data_sharing: new JsonText(asset.dataSharing),
  };
}

/** Asset details (contract-assets 1.1: D). */
export function presentAssetDetail(links: Links, asset: AssetDetailView) {
  return presentAssetDetailWith(links, asset, presentSubmissionCounts(asset.submissionCounts.of(asset.id)));
}

function presentAssetDetailWith(links: Links, asset: AssetDetailView, counts: PresentedCounts) {
  const { uid } = asset;
  const { plain } = links;
  return {
    ...presentAsset(links, asset, counts),
    version__content_hash: asset.contentHash,
    version_count: asset.versionCount,
    deployed_versions: presentDeployedVersions(plain, asset),
    deployment__links: asset.active === true ? presentWebFormLinks(links, uid) : {},
    deployment__data_download_links: presentDownloads(links, asset),
    report_styles: new JsonText(asset.reportStyles),
    report_custom: asset.reportCustom,
    map_styles: asset.mapStyles,
    map_custom: asset.mapCustom,
    advanced_features: {
      ...(asset.assetType !== 'collection' && { _version: ADVANCED_FEATURES }),
      ...asset.advancedFeatures,
    },
    analysis_form_json: { additional_fields: analysisFields(asset.questionFeatures) },
    content: new JsonText(asset.content),
    embeds: [
      { format: 'xls', url: plain.assetResource(uid, 'xls') },
      { format: 'xform', url: plain.assetResource(uid, 'xform') },
    ],
    xls_link: plain.assetResource(uid, 'xls'),
    xform_link: plain.assetResource(uid, 'xform'),
    hooks_link: plain.assetResource(uid, 'hooks'),
    exports: plain.assetResource(uid, 'exports'),
    paired_data: plain.assetResource(uid, 'paired-data'),
    files: asset.files.map((file) => presentAssetFile(plain, uid, file)),
    assignable_permissions: assignablePermissions(asset.assetType).map((codename) => ({
      url: plain.permission(codename),
      label: PERMISSION_LABELS[codename],
    })),
    effective_permissions: [...asset.granted, ...(asset.isOwner ? ['delete_asset'] : [])].map((codename) => ({
      codename,
    })),
    project_ownership: presentOwnership(links, asset.ownership),
  };
}

function presentSubmissionCounts({ submissions, lastSubmitted }: AssetSubmissionCount): {
  submissions: number;
  lastSubmitted: string | null;
} {
  return { submissions, lastSubmitted: lastSubmitted === null ? null : wireDate(lastSubmitted) };
}

function presentWebFormLinks(links: Links, uid: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(WEB_FORM_LINKS).map(([key, address]) => [key, links.webForm(uid, address)]),
  );
}

/** Omits the keys of the `exclude` parameter (contract-assets 1.1). */
export function omitFields<Asset extends object>(keys: ReadonlySet<string>, asset: Asset): Partial<Asset> {
  if (keys.size === 0) return asset;
  return Object.fromEntries(Object.entries(asset).filter(([key]) => !keys.has(key))) as Partial<Asset>;
}

/** 201 with Location, even when `url` is excluded. */
export function presentNewAsset(links: Links, asset: AssetDetailView, excluded: ReadonlySet<string>): Reply {
  const { status, body, headers } = created(presentAssetDetail(links, asset));
  return new Reply(status, omitFields(excluded, body), headers);
}

/** Download links of submissions; none for a draft. The legacy ones lead to the same files (decision 12). */
function presentDownloads(links: Links, { uid, active }: AssetView) {
  if (active === null) return {};
  const [xls, csv] = [links.dataTable(uid, 'xlsx'), links.dataTable(uid, 'csv')];
  return {
    xls_legacy: xls,
    csv_legacy: csv,
    zip_legacy: links.dataTable(uid, 'zip'),
    kml_legacy: links.dataTable(uid, 'kml'),
    xls,
    csv,
  };
}

function presentOwnership(links: Links, ownership: AssetDetailView['ownership']) {
  if (ownership === null) return null;
  const { inviteUid, sender, recipient, status } = ownership;
  return { invite: links.ownershipInvite(inviteUid), sender, recipient, status };
}

/** Null when the caller may not view all submissions (contract-assets 1.1). */
function presentVisibleCount(
  asset: AssetView,
  { submissions }: PresentedCounts,
): number | JsonSlot<unknown> | null {
  if (asset.active === null) return 0;
  return canViewSubmissions(asset) ? submissions : null;
}

function canViewSubmissions(asset: AssetView): boolean {
  return asset.held.has('view_submissions');
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

function presentDeployedVersions(links: Links, asset: AssetDetailView): Envelope<object> {
  const { deployedVersions } = asset;
  return {
    count: deployedVersions.length,
    next: null,
    previous: null,
    results: deployedVersions.map((version, index) => ({
      uid: version.uid,
      url: links.assetResource(asset.uid, `versions/${version.uid}`),
      content_hash: version.contentHash,
      date_deployed: wireDate(version.dateModified),
      date_modified: wireDate(version.dateModified),
      version_number: String(deployedVersions.length - index),
    })),
  };
}

/** Export settings, standalone and within an asset (contract-assets 7.2). */
export function presentExportSetting(links: Links, assetUid: string, setting: StoredExportSetting) {
  const { uid, name, request, dateModified } = setting;
  return {
    uid,
    url: links.assetResource(assetUid, `export-settings/${uid}`),
    data_url_csv: links.exportData(assetUid, uid, 'csv'),
    data_url_xlsx: links.exportData(assetUid, uid, 'xlsx'),
    name,
    date_modified: wireDate(dateModified),
    export_settings: request,
  };
}

interface CountSlot {
  readonly assetId: number;
  readonly count: keyof PresentedCounts;
}

/** Slots for the submission counts of an asset, filled by `AssetJson.withCounts`. */
export function countSlots(assetId: number): PresentedCounts {
  const slot = (count: CountSlot['count']) => new JsonSlot<CountSlot>({ assetId, count });
  return { submissions: slot('submissions'), lastSubmitted: slot('lastSubmitted') };
}

/**
 * Cacheable JSON of assets, serialized once, with slots for submission counts
 * (docs/performance.md#revalidated-response-cache).
 */
export class AssetJson implements CacheableBody {
  private readonly template: JsonTemplate<CountSlot>;
  private response: CachedResponse;

  /**
   * @param body contains `countSlots` in place of submission counts
   * @param counts canonical JSON text of the counts it is first sent with
   */
  constructor(
    body: object,
    readonly countedAssetIds: readonly number[],
    private countsText: string,
  ) {
    this.template = new JsonTemplate(body);
    this.response = this.fill(countsText);
  }

  get byteSize(): number {
    return this.template.byteSize;
  }

  /** Returns the same instance while the counts stay the same. @param countsText undefined: those of the last call */
  withCounts(countsText = this.countsText): CachedResponse {
    if (countsText !== this.countsText) {
      this.response = this.fill(countsText);
      this.countsText = countsText;
    }
    return this.response;
  }

  private fill(countsText: string): CachedResponse {
    const counts = new AssetSubmissionCounts(countsText);
    const bytes = this.template.fill(({ assetId, count }) =>
      JSON.stringify(presentSubmissionCounts(counts.of(assetId))[count]),
    );
    return new CachedResponse('application/json', bytes);
  }
}

/** Presents asset details as cacheable JSON. */
export function presentCacheableDetail(
  links: Links,
  asset: AssetDetailView,
  excluded: ReadonlySet<string>,
): AssetJson {
  const body = omitFields(excluded, presentAssetDetailWith(links, asset, countSlots(asset.id)));
  return new AssetJson(body, [asset.id], asset.submissionCounts.text);
}

export function presentWithCounts({ body, submissionCounts }: ValidBody<AssetJson>): CachedResponse {
  return body.withCounts(submissionCounts);
}

import { ASSET_TYPES, type AssetType } from '../../../domain/content/content';
import {
  dateOf,
  linkedName,
  objectOf,
  objectsOf,
  optionalText,
  textOf,
  textsOf,
} from '../../../domain/migration/asset-json';
import type { JsonObject } from '../../../domain/text/json-members';
import type {
  SourceAsset,
  SourceAssetSummary,
  SourceExportSetting,
  SourceFile,
  SourceGrant,
  SourceHook,
  SourcePairedData,
  SourceVersion,
} from '../../../domain/migration/source-types';

const EPOCH = new Date(0);

/** Undefined for a type that this service does not have. */
export function readSummary(json: JsonObject): SourceAssetSummary | undefined {
  const assetType = ASSET_TYPES.find((type) => type === json['asset_type']);
  const uid = textOf(json['uid']);
  if (assetType === undefined || uid === '') return undefined;
  const count = json['deployment__submission_count'];
  return {
    uid,
    name: textOf(json['name']),
    assetType,
    owner: textOf(json['owner__username']) || (linkedName(json['owner']) ?? ''),
    submissions: json['has_deployment'] === true ? Number(count ?? 0) : undefined,
  };
}

/** Parts of an asset that have routes of their own. */
export interface AssetParts {
  readonly versions: readonly JsonObject[];
  /** Undefined if the source refuses them, like files. */
  readonly grants: readonly JsonObject[] | undefined;
  readonly files: readonly JsonObject[] | undefined;
  readonly hooks: readonly JsonObject[];
  readonly exportSettings: readonly JsonObject[];
  readonly pairedData: readonly JsonObject[];
  readonly problems: readonly string[];
}

export function readAsset(summary: SourceAssetSummary, json: JsonObject, parts: AssetParts): SourceAsset {
  const { uid, name, assetType, owner } = summary;
  return {
    uid,
    name: textOf(json['name']) || name,
    assetType: assetType satisfies AssetType,
    owner,
    parentUid: linkedName(json['parent']) ?? null,
    content: objectOf(json['content']),
    settings: objectOf(json['settings']),
    tags: textOf(json['tag_string'])
      .split(',')
      .flatMap((tag) => tag.trim() || []),
    reportStyles: objectOf(json['report_styles']),
    reportCustom: objectOf(json['report_custom']),
    mapStyles: objectOf(json['map_styles']),
    mapCustom: objectOf(json['map_custom']),
    advancedFeatures: objectOf(json['advanced_features']),
    dataSharing: objectOf(json['data_sharing']),
    dateCreated: dateOf(json['date_created'], EPOCH),
    dateModified: dateOf(json['date_modified'], EPOCH),
    versions: parts.versions.map(readVersion).reverse(),
    deployment:
      json['has_deployment'] === true
        ? {
            uuid: optionalText(json['deployment__uuid']),
            active: json['deployment__active'] === true,
            versionUid: optionalText(json['deployed_version_id']),
          }
        : undefined,
    grants: parts.grants?.flatMap(readGrant).filter(({ username }) => username !== owner),
    files: parts.files?.map(readFile).filter(({ fileType }) => fileType !== 'paired_data'),
    hooks: parts.hooks.map(readHook),
    exportSettings: parts.exportSettings.map(readExportSetting),
    pairedData: parts.pairedData.flatMap(readPairedData),
    problems: parts.problems,
    notes: parts.pairedData
      .filter((each) => readPairedData(each).length === 0)
      .map(
        ({ filename }) => `Paired data ${textOf(filename)} is left out: its project is gone at the source`,
      ),
  };
}

/** `date_deployed` is false or null for a version that was never deployed. */
function readVersion(json: JsonObject): SourceVersion {
  const deployed = optionalText(json['date_deployed']);
  return {
    uid: textOf(json['uid']),
    deployed: deployed !== undefined,
    dateModified: dateOf(deployed ?? json['date_modified'], EPOCH),
  };
}

function readGrant(json: JsonObject): SourceGrant[] {
  const username = linkedName(json['user']);
  const codename = linkedName(json['permission']);
  if (username === undefined || codename === undefined) return [];
  if (codename !== 'partial_submissions') return [{ username, codename }];
  const partial = objectsOf(json['partial_permissions']).map(
    ({ url, filters }) => [linkedName(url) ?? '', objectsOf(filters)] as const,
  );
  return [{ username, codename, partial }];
}

function readFile(json: JsonObject): SourceFile {
  const { hash, ...metadata } = objectOf(json['metadata']);
  return {
    uid: textOf(json['uid']),
    fileType: textOf(json['file_type']),
    name: textOf(metadata['filename']),
    description: textOf(json['description']),
    metadata,
    redirectUrl: optionalText(metadata['redirect_url']),
    md5: /^(?:md5:)?([0-9a-f]{32})$/.exec(textOf(hash))?.[1],
  };
}

function readHook(json: JsonObject): SourceHook {
  return {
    name: textOf(json['name']),
    endpoint: textOf(json['endpoint']),
    exportType: textOf(json['export_type']),
    authLevel: textOf(json['auth_level']),
    settings: json['settings'] ?? {},
    emailNotification: json['email_notification'] === true,
    subsetFields: textsOf(json['subset_fields']),
    payloadTemplate: optionalText(json['payload_template']) ?? null,
  };
}

function readExportSetting(json: JsonObject): SourceExportSetting {
  return { name: textOf(json['name']), request: objectOf(json['export_settings']) };
}

function readPairedData(json: JsonObject): SourcePairedData[] {
  const sourceUid = linkedName(json['source']);
  if (sourceUid === undefined) return [];
  return [{ sourceUid, fields: textsOf(json['fields']), filename: textOf(json['filename']) }];
}

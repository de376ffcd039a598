import type { SourceAsset, SourceSubmission } from '../../src/domain/migration/source-types';

type Json = Readonly<Record<string, unknown>>;

/** Members that a move reads of an asset, as the wire has them. */
export function rewriteAsset(asset: SourceAsset): Json {
  const { deployment } = asset;
  return {
    uid: asset.uid,
    name: asset.name,
    parent: asset.parentUid,
    content: asset.content,
    settings: asset.settings,
    tag_string: asset.tags.join(','),
    report_styles: asset.reportStyles,
    report_custom: asset.reportCustom,
    map_styles: asset.mapStyles,
    map_custom: asset.mapCustom,
    advanced_features: asset.advancedFeatures,
    data_sharing: asset.dataSharing,
    has_deployment: deployment !== undefined,
    deployment__uuid: deployment?.uuid ?? null,
    deployment__active: deployment?.active ?? false,
    deployed_version_id: deployment?.versionUid ?? null,
  };
}

/** Likewise of a submission. */
export function rewriteSubmission(read: SourceSubmission): Json {
  return {
    _id: read.id,
    _uuid: read.uuid,
    'meta/rootUuid': read.rootUuid,
    _submitted_by: read.submittedBy,
    _submission_time: read.submittedAt.toISOString().slice(0, 19),
    _validation_status: read.validationStatus ?? {},
    _attachments: read.attachments.map(({ uid, name, mimetype, deleted }) => ({
      uid,
      media_file_basename: name,
      mimetype,
      is_deleted: deleted,
    })),
  };
}

import { type AssetEvent, type AuditMetadata, replacedMembers } from './audit-action';

/** What of an asset is told when it changes. */
export interface TellableAsset {
  readonly name: string;
  readonly assetType: string;
  readonly settings: AuditMetadata;
  readonly contentHash: string | undefined;
  readonly tags: readonly string[];
  /** Uid of the collection that it is in. */
  readonly parent: string | null;
  /** Absent where nobody changes them but the form itself. */
  readonly reportStyles?: object | undefined;
  readonly reportCustom: object;
  readonly mapStyles: object;
  readonly mapCustom: object;
  readonly advancedFeatures: object;
}

/** A deployed survey takes no more submissions, or takes them again. */
export function activation(active: boolean): AssetEvent {
  return { action: active ? 'unarchive' : 'archive', metadata: { active: { old: !active, new: active } } };
}

/** Why the content of an asset changed: it was edited, or another form was put in its place. */
export type ContentAction = 'update-content' | 'replace-form';

/** What a save of an asset is told as: one event for each thing that differs from what it was. */
export function assetEvents(
  before: TellableAsset,
  after: TellableAsset,
  contentAction: ContentAction,
): AssetEvent[] {
  const settings = replacedMembers(before.settings, after.settings);
  const rest = replacedMembers(restOf(before), restOf(after));
  return [
    ...(before.name === after.name
      ? []
      : [{ action: 'update-name', metadata: { name: { old: before.name, new: after.name } } } as const]),
    ...(isEmpty(settings) ? [] : [{ action: 'update-settings', metadata: { settings } } as const]),
    ...(before.contentHash === after.contentHash
      ? []
      : [
          {
            action: contentAction,
            metadata: { content_hash: { old: before.contentHash ?? null, new: after.contentHash } },
          },
        ]),
    ...(isEmpty(rest) ? [] : [{ action: 'update', metadata: rest } as const]),
  ];
}

/** What clients have no word for, as they name it in an asset. */
function restOf(asset: TellableAsset) {
  return {
    asset_type: asset.assetType,
    tags: asset.tags,
    parent: asset.parent,
    report_styles: asset.reportStyles,
    report_custom: asset.reportCustom,
    map_styles: asset.mapStyles,
    map_custom: asset.mapCustom,
    advanced_features: asset.advancedFeatures,
  };
}

function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0;
}

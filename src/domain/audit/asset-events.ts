import { type AssetEvent, type AuditMetadata, replacedMembers } from './audit-action';

export interface AuditedAsset {
  readonly name: string;
  readonly assetType: string;
  readonly settings: AuditMetadata;
  readonly contentHash: string | undefined;
  readonly tags: readonly string[];
  /** Uid of the parent collection. */
  readonly parent: string | null;
  /** Undefined when only the form determines them. */
  readonly reportStyles?: object | undefined;
  readonly reportCustom: object;
  readonly mapStyles: object;
  readonly mapCustom: object;
  readonly advancedFeatures: object;
}

/** Audit event of archiving or unarchiving a deployment. */
export function activation(active: boolean): AssetEvent {
  return { action: active ? 'unarchive' : 'archive', metadata: { active: { old: !active, new: active } } };
}

/** `replace-form` when another form replaced the content. */
export type ContentAction = 'update-content' | 'replace-form';

/** Audit events of an asset update: one each for name, settings and content, one for everything else. */
export function assetEvents(
  before: AuditedAsset,
  after: AuditedAsset,
  contentAction: ContentAction,
): AssetEvent[] {
  const settings = replacedMembers(before.settings, after.settings);
  const others = replacedMembers(otherMembers(before), otherMembers(after));
  const events: AssetEvent[] = [];
  if (before.name !== after.name) {
    events.push({ action: 'update-name', metadata: { name: { old: before.name, new: after.name } } });
  }
  if (!isEmpty(settings)) events.push({ action: 'update-settings', metadata: { settings } });
  if (before.contentHash !== after.contentHash) {
    const hashes = { old: before.contentHash ?? null, new: after.contentHash };
    events.push({ action: contentAction, metadata: { content_hash: hashes } });
  }
  if (!isEmpty(others)) events.push({ action: 'update', metadata: others });
  return events;
}

/** Members without a specific action, by their wire keys. */
function otherMembers(asset: AuditedAsset) {
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

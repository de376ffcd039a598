import { PLAIN_DEFAULTS } from '../asset/settings-rules';
import { assetEvents, type AuditedAsset } from './audit-action';

describe('assetEvents', () => {
  const asset: AuditedAsset = {
    ...PLAIN_DEFAULTS,
    name: 'Wells',
    assetType: 'survey',
    settings: {},
    contentHash: 'a',
    parent: null,
    reportStyles: undefined,
  };

  it('records changed plain fields under their wire keys', () => {
    const changed = {
      tags: ['water'],
      reportCustom: { a: 1 },
      mapStyles: { b: 2 },
      mapCustom: { c: 3 },
      advancedFeatures: { d: 4 },
    };
    expect(assetEvents(asset, { ...asset, ...changed }, 'update-content')).toEqual([
      {
        action: 'update',
        metadata: {
          tags: { old: [], new: ['water'] },
          report_custom: { old: {}, new: { a: 1 } },
          map_styles: { old: {}, new: { b: 2 } },
          map_custom: { old: {}, new: { c: 3 } },
          advanced_features: { old: {}, new: { d: 4 } },
        },
      },
    ]);
  });

  it('records nothing without a change', () => {
    expect(assetEvents(asset, { ...asset }, 'update-content')).toEqual([]);
  });
});

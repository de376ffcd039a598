import { compareAssets } from './compare-assets';
import type { SourceAsset } from './source-types';

const ASSET: SourceAsset = {
  uid: 'aWells',
  name: 'Wells',
  assetType: 'survey',
  owner: 'ann',
  parentUid: null,
  content: {},
  settings: {},
  tags: ['water'],
  reportStyles: {},
  reportCustom: {},
  mapStyles: {},
  mapCustom: {},
  advancedFeatures: {},
  dataSharing: {},
  dateCreated: new Date(0),
  dateModified: new Date(0),
  problems: [],
  versions: [{ uid: 'v1', deployed: true, dateModified: new Date(0) }],
  deployment: { uuid: 'f1', active: true, versionUid: 'v1' },
  grants: [
    {
      username: 'Ben',
      codename: 'partial_submissions',
      partial: [['view_submissions', [{ a: 1, b: 2 }]]],
    },
  ],
  files: [
    {
      uid: 'af1',
      fileType: 'form_media',
      name: 'a.png',
      description: '',
      metadata: {},
      redirectUrl: undefined,
      md5: 'm',
    },
  ],
  hooks: [],
  exportSettings: [],
  pairedData: [],
};

describe('compareAssets', () => {
  it('finds none between equal assets, whatever the case of names and the order of keys', () => {
    const partial = [['view_submissions', [{ b: 2, a: 1 }]]] as const;
    const grants = [{ username: 'ben', codename: 'partial_submissions', partial }];
    expect(compareAssets(ASSET, { ...ASSET, owner: 'Ann', grants })).toEqual([]);
  });

  it.each<[Partial<SourceAsset>, string]>([
    [{ name: 'Other' }, 'name: "Wells" at the source, "Other" here'],
    [{ versions: [] }, 'version v1 deployed: missing here'],
    [{ deployment: { ...ASSET.deployment!, active: false } }, 'active: true at the source, false here'],
    [
      { grants: [...ASSET.grants!, { username: 'cleo', codename: 'view_asset' }] },
      'permission view_asset of cleo: only here',
    ],
    [{ tags: [] }, 'tags: ["water"] at the source, [] here'],
    [{ settings: { sector: 'Health' } }, 'setting sector: {} at the source, "Health" here'],
    [{ reportCustom: { a: 1 } }, 'custom report a: null at the source, 1 here'],
    [{ mapStyles: { a: 1 } }, 'map style a: null at the source, 1 here'],
    [{ mapCustom: { a: 1 } }, 'custom map a: null at the source, 1 here'],
    [{ dataSharing: { enabled: true } }, 'data sharing enabled: null at the source, true here'],
    [{ advancedFeatures: { a: {} } }, 'advanced feature a: null at the source, {} here'],
    [{ files: [] }, 'file form_media a.png m: missing here'],
    [{ parentUid: 'aLibrary' }, 'collection: null at the source, "aLibrary" here'],
  ])('names %j', (change, difference) => {
    expect(compareAssets(ASSET, { ...ASSET, ...change })).toEqual([difference]);
  });
});

import { type AssetParts, readAsset, readSummary } from './kobo-asset';

const NO_PARTS: AssetParts = {
  versions: [],
  grants: [],
  files: [],
  hooks: [],
  exportSettings: [],
  pairedData: [],
  problems: [],
};
const BASE = 'https://kf.example/api/v2';

/** As KoboToolbox answers, with members that are not used left out. */
const ASSET = {
  uid: 'aWells',
  owner: `${BASE}/users/ben/`,
  owner__username: 'ben',
  asset_type: 'survey',
  name: 'Wells',
  parent: `${BASE}/assets/aLibrary/`,
  tag_string: 'water, health',
  kind: 'asset',
  has_deployment: true,
  deployment__active: false,
  deployment__uuid: 'f1',
  deployed_version_id: 'v1',
  version_id: 'v2',
  deployment__submission_count: 4,
  date_created: '2026-03-01T08:00:00.123456Z',
  date_modified: '2026-03-02T08:00:00.654321Z',
  settings: { sector: {}, country: [], description: 'About wells' },
  content: { survey: [{ type: 'text', name: 'village', $kuid: 'abc' }], schema: '1' },
  report_styles: { default: {}, specified: {} },
};

const SUMMARY = readSummary(ASSET)!;

describe('readSummary', () => {
  it('reads type, owner and number of submissions', () => {
    expect(SUMMARY).toEqual({
      uid: 'aWells',
      name: 'Wells',
      assetType: 'survey',
      owner: 'ben',
      submissions: 4,
    });
    expect(readSummary({ ...ASSET, has_deployment: false })?.submissions).toBeUndefined();
  });

  it.each([{ ...ASSET, asset_type: 'dashboard' }, { ...ASSET, uid: undefined }, {}])(
    'leaves out what is not an asset',
    (json) => expect(readSummary(json)).toBeUndefined(),
  );
});

describe('readAsset', () => {
  it('reads members and links', () => {
    expect(readAsset(SUMMARY, ASSET, NO_PARTS)).toMatchObject({
      uid: 'aWells',
      parentUid: 'aLibrary',
      tags: ['water', 'health'],
      content: ASSET.content,
      deployment: { uuid: 'f1', active: false, versionUid: 'v1' },
      dateModified: new Date('2026-03-02T08:00:00.654Z'),
      mapStyles: {},
      dataSharing: {},
      grants: [],
      files: [],
    });
  });

  it('reads versions, oldest first; false and null are not deployed', () => {
    const version = (uid: string, date_deployed: unknown) => ({
      uid,
      date_deployed,
      date_modified: '2026-03-01T00:00:00Z',
    });
    const versions = [version('v3', null), version('v2', false), version('v1', '2026-03-01T09:00:00Z')];
    expect(readAsset(SUMMARY, ASSET, { ...NO_PARTS, versions }).versions).toEqual([
      { uid: 'v1', deployed: true, dateModified: new Date('2026-03-01T09:00:00Z') },
      { uid: 'v2', deployed: false, dateModified: new Date('2026-03-01T00:00:00Z') },
      { uid: 'v3', deployed: false, dateModified: new Date('2026-03-01T00:00:00Z') },
    ]);
  });

  it('reads grants to others, partial ones with their filters', () => {
    const grants = [
      { user: `${BASE}/users/ben/`, permission: `${BASE}/permissions/view_asset/` },
      { user: `${BASE}/users/AnonymousUser/`, permission: `${BASE}/permissions/view_asset/` },
      {
        user: `${BASE}/users/cleo/`,
        permission: `${BASE}/permissions/partial_submissions/`,
        partial_permissions: [
          { url: `${BASE}/permissions/view_submissions/`, filters: [{ _submitted_by: 'ann' }] },
        ],
      },
    ];
    expect(readAsset(SUMMARY, ASSET, { ...NO_PARTS, grants }).grants).toEqual([
      { username: 'AnonymousUser', codename: 'view_asset' },
      {
        username: 'cleo',
        codename: 'partial_submissions',
        partial: [['view_submissions', [{ _submitted_by: 'ann' }]]],
      },
    ]);
    expect(readAsset(SUMMARY, ASSET, { ...NO_PARTS, grants: undefined }).grants).toBeUndefined();
  });

  it('reads media, remote ones by URL, and no paired data', () => {
    const hash = `md5:${'0'.repeat(32)}`;
    const files = [
      { uid: 'af1', file_type: 'form_media', description: 'default', metadata: { hash, filename: 'a.png' } },
      {
        uid: 'af2',
        file_type: 'form_media',
        description: '',
        metadata: { filename: 'b.png', redirect_url: 'https://files.example/b.png' },
      },
      { uid: 'af3', file_type: 'paired_data', metadata: { filename: 'c.xml' } },
    ];
    expect(readAsset(SUMMARY, ASSET, { ...NO_PARTS, files }).files).toMatchObject([
      { uid: 'af1', name: 'a.png', md5: '0'.repeat(32), redirectUrl: undefined },
      { uid: 'af2', name: 'b.png', md5: undefined, redirectUrl: 'https://files.example/b.png' },
    ]);
  });

  it('reads webhooks, export settings and paired data', () => {
    const parts = {
      ...NO_PARTS,
      hooks: [
        {
          name: 'My hook',
          endpoint: 'https://hooks.example/in',
          export_type: 'xml',
          active: true,
          auth_level: 'basic_auth',
          email_notification: true,
          payload_template: null,
          settings: { password: 'p', username: 'u' },
          subset_fields: ['a', '_id'],
        },
      ],
      exportSettings: [{ uid: 'es1', name: 'keep', export_settings: { type: 'csv', lang: '_default' } }],
      pairedData: [{ source: `${BASE}/assets/aCities/`, fields: [], filename: 'cities.xml' }],
    };
    expect(readAsset(SUMMARY, ASSET, parts)).toMatchObject({
      hooks: [
        {
          name: 'My hook',
          endpoint: 'https://hooks.example/in',
          exportType: 'xml',
          authLevel: 'basic_auth',
          settings: { password: 'p' },
          subsetFields: ['a', '_id'],
        },
      ],
      exportSettings: [{ name: 'keep', request: { type: 'csv', lang: '_default' } }],
      pairedData: [{ sourceUid: 'aCities', fields: [], filename: 'cities.xml' }],
    });
  });
});

import type { KoboAsset, KoboSubmission } from '../support/kobo-data';

export const UUIDS = [1, 2, 3, 4, 5].map((number) => `a1b2c3d4-0000-4000-8000-00000000000${number}`);
export const FORM_UUID = 'f0f0f0f0aaaa4bbb8cccddddeeeeffff';

const rows = (...names: string[]) =>
  names.map((name) => ({
    name,
    type: name === 'photo' ? 'image' : 'text',
    $kuid: `k${name}`,
    label: [`The ${name}`],
    $xpath: name,
    $autoname: name,
  }));
const contentOf = (...names: string[]) => ({
  schema: '1',
  survey: rows(...names),
  settings: {},
  translated: ['label'],
  translations: [null],
});

/** @param root start tag of the root element, without brackets */
function instance(answers: string, meta: string, root = 'aWells id="aWells" version="1"'): string {
  const [name] = root.split(' ');
  return `<?xml version="1.0"?><${root}><formhub><uuid>${FORM_UUID}</uuid></formhub>${answers}<__version__>vSecond</__version__><meta>${meta}</meta></${name}>`;
}

export const SUBMISSIONS: readonly KoboSubmission[] = [
  {
    id: 11,
    uuid: UUIDS[4]!,
    rootUuid: `uuid:${UUIDS[0]}`,
    submittedBy: 'anna',
    status: {
      timestamp: 1772352000,
      uid: 'validation_status_on_hold',
      by_whom: 'ben',
      color: '#0000ff',
      label: 'On Hold',
    },
    answers: { village: 'Karatu', photo: 'first photo.png' },
    xml: instance(
      '<village>Karatu</village><photo>first photo.png</photo>',
      `<instanceID>uuid:${UUIDS[4]}</instanceID><deprecatedID>uuid:${UUIDS[0]}</deprecatedID><rootUuid>uuid:${UUIDS[0]}</rootUuid>`,
    ),
    attachments: [
      {
        uid: 'attOne',
        name: 'first photo.png',
        mimetype: 'image/png',
        bytes: Buffer.from('photo'),
        xpath: 'photo',
      },
    ],
  },
  {
    id: 12,
    uuid: UUIDS[1]!,
    rootUuid: `uuid:${UUIDS[1]}`,
    submittedBy: null,
    answers: { village: 'Mto wa Mbu', photo: 'gone.png' },
    xml: instance(
      '<village>Mto wa Mbu</village><photo>gone.png</photo>',
      `<instanceID>uuid:${UUIDS[1]}</instanceID>`,
    ),
    attachments: [
      {
        uid: 'attTwo',
        name: 'gone.png',
        mimetype: 'image/png',
        bytes: Buffer.from('deleted'),
        deleted: true,
        xpath: 'photo',
      },
    ],
  },
  {
    id: 15,
    uuid: 'kobotoolbox.org:123456789',
    rootUuid: 'kobotoolbox.org:123456789',
    submittedBy: 'cleo',
    answers: { village: 'Ünïcode & <co> 🌍' },
    xml: instance(
      '<village>Ünïcode &amp; &lt;co&gt; 🌍</village>',
      '<instanceID>kobotoolbox.org:123456789</instanceID>',
    ),
  },
  {
    id: 16,
    uuid: UUIDS[2]!,
    rootUuid: `uuid:${UUIDS[2]}`,
    submittedBy: 'anna',
    answers: { village: 'ns' },
    xml: `<h:data xmlns:h="http://x.example/h" xmlns:orx="http://openrosa.org/xforms" id="aWells"><village>ns</village><orx:meta><orx:instanceID>uuid:${UUIDS[2]}</orx:instanceID></orx:meta></h:data>`,
  },
  {
    id: 18,
    uuid: UUIDS[3]!,
    rootUuid: `uuid:${UUIDS[3]}`,
    submittedBy: 'anna',
    answers: { village: 'Without an instanceID' },
    xml: instance('<village>Without an instanceID</village>', ''),
  },
];

const EXPORT = {
  lang: '_default',
  type: 'csv',
  group_sep: '/',
  multiple_select: 'both',
  hierarchy_in_labels: false,
  fields_from_all_versions: true,
};
const HOOK = { name: 'My hook', endpoint: 'https://hooks.example/in' };

export const WELLS: KoboAsset = {
  uid: 'aWells',
  name: 'Wells',
  assetType: 'survey',
  owner: 'anna',
  tags: 'water,baseline',
  settings: {
    sector: { label: 'Water', value: 'Water' },
    country: [{ label: 'Kenya', value: 'KEN' }],
    description: 'All wells',
    organization: '',
    country_codes: ['KEN'],
  },
  versions: [
    { uid: 'vFirst', content: contentOf('village'), deployed: true },
    { uid: 'vDraft', content: contentOf('village', 'draft'), deployed: false },
    { uid: 'vSecond', content: contentOf('village', 'photo'), deployed: true },
  ],
  deployment: { uuid: FORM_UUID, active: true },
  styles: {
    report_styles: {
      default: { report_type: 'bar' },
      specified: { village: {}, photo: {} },
      kuid_names: { village: 'kvillage', photo: 'kphoto' },
    },
    report_custom: { r1: { name: 'R' } },
    map_styles: { colorSet: 'a' },
    map_custom: { x: 1 },
    advanced_features: { _version: '20250820' },
  },
  dataSharing: { enabled: true, fields: ['village'] },
  grants: [
    { username: 'AnonymousUser', codename: 'view_asset' },
    { username: 'ben', codename: 'view_asset' },
    {
      username: 'ben',
      codename: 'partial_submissions',
      partial: { view_submissions: [{ _submitted_by: 'cleo' }] },
    },
  ],
  files: [
    {
      uid: 'afPicture',
      fileType: 'form_media',
      metadata: { hash: 'md5:9a0364b9e99bb480dd25e1f0284c8555', filename: 'crab.png', mimetype: 'image/png' },
      bytes: Buffer.from('content'),
    },
    {
      uid: 'afLayer',
      fileType: 'map_layer',
      metadata: { hash: 'md5:9a0364b9e99bb480dd25e1f0284c8555', filename: 'layer.csv', mimetype: 'text/csv' },
      bytes: Buffer.from('content'),
    },
    {
      uid: 'afRemote',
      fileType: 'form_media',
      metadata: {
        hash: 'md5:0cc175b9c0f1b6a831c399e269772661',
        filename: 'remote.jpg',
        mimetype: 'image/jpeg',
        redirect_url: 'https://files.example/remote.jpg',
      },
    },
  ],
  hooks: [
    { ...HOOK, subset_fields: ['village', '_id'] },
    {
      ...HOOK,
      auth_level: 'basic_auth',
      settings: { password: 'p', username: 'u', custom_headers: { 'X-A': '1' } },
    },
    { ...HOOK, export_type: 'xml', payload_template: null },
  ],
  exportSettings: [
    { uid: 'esOne', name: '', request: EXPORT },
    { uid: 'esTwo', name: 'keep', request: EXPORT },
    { uid: 'esThree', name: 'keep', request: { ...EXPORT, type: 'xls', fields: ['village'] } },
  ],
  submissions: SUBMISSIONS,
};
export const LIBRARY: readonly KoboAsset[] = [
  { uid: 'aLibrary', name: 'Library', assetType: 'collection', owner: 'anna' },
  { uid: 'aInner', name: 'Inner', assetType: 'collection', owner: 'anna', parent: 'aLibrary' },
  ...['template', 'block', 'question'].map((assetType) => ({
    uid: `a_${assetType}`,
    name: `A ${assetType}`,
    assetType,
    owner: 'anna',
    parent: 'aInner',
    versions: [{ uid: `v_${assetType}`, content: contentOf(assetType), deployed: false }],
  })),
];
export const VISITS: KoboAsset = {
  uid: 'aVisits',
  name: 'Visits',
  assetType: 'survey',
  owner: 'anna',
  versions: [{ uid: 'vVisits', content: contentOf('day'), deployed: true }],
  deployment: { uuid: 'e0e0e0e0aaaa4bbb8cccddddeeeeffff', active: false },
  pairedData: [
    { source: 'aWells', fields: ['village'], filename: 'wells.xml' },
    { source: null, fields: [], filename: 'orphan.xml' },
  ],
};

import type { KoboAsset, KoboSubmission } from '../support/kobo-data';

/** Projects in the shapes that a running KoboToolbox was recorded with: nested library, partial rights, repeats, photos. */

const question = (name: string, type = 'text', more: object = {}) => ({
  name,
  type,
  $kuid: `k${name}`,
  label: [name],
  $xpath: name,
  $autoname: name,
  ...more,
});
const contentOf = (...survey: readonly object[]) => ({
  schema: '1',
  survey,
  settings: {},
  translated: ['label'],
  translations: [null],
});
const group = (type: string, name: string, ...rows: readonly object[]) => [
  question(name, `begin_${type}`),
  ...rows,
  { type: `end_${type}`, $kuid: `e${name}` },
];
const common = { owner: 'anna', assetType: 'survey' };

const grantTo = (username: string, ...codenames: readonly string[]) =>
  codenames.map((codename) => ({ username, codename }));

/** Rights on a collection are listed on what is in it too. */
const SHARED = [...grantTo('ben', 'view_asset'), ...grantTo('AnonymousUser', 'view_asset')];
export const SHELVES: readonly KoboAsset[] = [
  {
    uid: 'aShelf',
    name: 'Shelf',
    assetType: 'collection',
    owner: 'anna',
    settings: { description: 'books' },
    grants: [
      ...SHARED,
      ...grantTo('AnonymousUser', 'discover_asset'),
      ...grantTo('cleo', 'view_asset', 'discover_asset'),
    ],
  },
  { uid: 'aBoard', name: 'Board', assetType: 'collection', owner: 'anna', parent: 'aShelf', grants: SHARED },
  { uid: 'aBox', name: 'A box', assetType: 'collection', owner: 'anna', parent: 'aBoard', grants: SHARED },
  ...['template', 'block', 'question'].map((assetType) => ({
    uid: `aBoxed_${assetType}`,
    name: `Boxed ${assetType}`,
    assetType,
    owner: 'anna',
    parent: 'aBox',
    grants: SHARED,
    versions: [{ uid: `vBoxed_${assetType}`, content: contentOf(question('a')), deployed: false }],
  })),
];

const FORM_UUID = 'd0d0d0d0aaaa4bbb8cccddddeeeeffff';
const uuidOf = (number: number): string => `c1b2c3d4-0000-4000-8000-00000000000${number}`;
const instance = (uid: string, answers: string, meta: string, more = ''): string =>
  `<?xml version="1.0"?><${uid} id="${uid}" version="1"><formhub><uuid>${FORM_UUID}</uuid></formhub>${answers}<__version__>v${uid}</__version__><meta>${meta}</meta>${more}</${uid}>`;
const statusOf = (name: string) => ({
  timestamp: 1772352000,
  uid: `validation_status_${name}`,
  by_whom: 'ben',
  color: '#0000ff',
  label: name,
});
const idOf = (number: number): string => `<instanceID>uuid:${uuidOf(number)}</instanceID>`;
const base = (number: number, submittedBy: string | null) => ({
  id: 30 + number,
  uuid: uuidOf(number),
  rootUuid: `uuid:${uuidOf(number)}`,
  submittedBy,
});
const photo = (uid: string, name: string, xpath: string, mimetype = 'image/png') => ({
  uid,
  name,
  mimetype,
  bytes: Buffer.from(`bytes of ${name}`),
  xpath,
});

const ALBUM_SUBMISSIONS: readonly KoboSubmission[] = [
  {
    ...base(1, 'anna'),
    status: statusOf('approved'),
    answers: {
      name: 'One',
      photo: 'first photo.png',
      kid: [{ 'kid/face': 'k1.png' }, { 'kid/face': 'k2.gif' }],
      _supplementalDetails: { name: { qual: [{ val: 'a person' }] } },
    },
    xml: instance(
      'aAlbum',
      '<name>One</name><photo>first photo.png</photo><paper>notes.txt</paper><kid><face>k1.png</face></kid><kid><face>k2.gif</face></kid>',
      idOf(1),
    ),
    attachments: [
      { ...photo('attFirst', 'first photo.png', 'photo'), deleted: true },
      photo('attNotes', 'notes.txt', 'paper', 'text/plain'),
      photo('attKid1', 'k1.png', 'kid[1]/face'),
      photo('attKid2', 'k2.gif', 'kid[2]/face', 'image/gif'),
    ],
  },
  {
    ...base(2, 'cleo'),
    status: statusOf('not_approved'),
    answers: { name: 'Two', photo: 'missing.png' },
    xml: instance('aAlbum', '<name>Two</name><photo>missing.png</photo>', idOf(2)),
  },
  {
    ...base(3, null),
    status: statusOf('on_hold'),
    answers: { name: 'Three', photo: 'ünï(1).png' },
    xml: instance('aAlbum', '<name>Three</name><photo>ünï(1).png</photo>', idOf(3)),
    attachments: [photo('attUni', 'ünï(1).png', 'photo')],
  },
  {
    ...base(4, 'anna'),
    uuid: uuidOf(9),
    answers: { name: 'Edited twice', new_q: 'new' },
    xml: instance(
      'aAlbum',
      '<name>Edited twice</name>',
      `<instanceID>uuid:${uuidOf(9)}</instanceID><deprecatedID>uuid:${uuidOf(8)}</deprecatedID><rootUuid>uuid:${uuidOf(4)}</rootUuid>`,
      '<new_q>new</new_q>',
    ),
  },
];
export const ALBUM: KoboAsset = {
  ...common,
  uid: 'aAlbum',
  name: 'Album',
  parent: 'aShelf',
  deployment: { uuid: FORM_UUID, active: true },
  grants: [...SHARED, ...grantTo('AnonymousUser', 'add_submissions', 'view_submissions')],
  versions: [
    {
      uid: 'vaAlbum',
      deployed: true,
      content: contentOf(
        question('name'),
        question('photo', 'image'),
        question('paper', 'file'),
        ...group('repeat', 'kid', question('face', 'image', { $xpath: 'kid/face' })),
      ),
    },
  ],
  submissions: ALBUM_SUBMISSIONS,
};

const north = [{ district: 'north' }];
export const FARM: KoboAsset = {
  ...common,
  uid: 'aFarm',
  name: 'Farm',
  deployment: { uuid: 'd1d1d1d1aaaa4bbb8cccddddeeeeffff', active: true },
  versions: [
    {
      uid: 'vaFarm',
      deployed: true,
      content: contentOf(
        question('district'),
        ...group('group', 'pump', question('state', 'text', { $xpath: 'pump/state' })),
        ...group(
          'repeat',
          'user',
          question('who', 'text', { $xpath: 'user/who' }),
          ...group('repeat', 'visit', question('day', 'date', { $xpath: 'user/visit/day' })),
        ),
      ),
    },
  ],
  grants: [
    ...grantTo('ben', 'view_asset', 'add_submissions'),
    {
      username: 'ben',
      codename: 'partial_submissions',
      partial: { add_submissions: north, view_submissions: north, change_submissions: north },
    },
    ...grantTo('cleo', 'view_asset'),
    {
      username: 'cleo',
      codename: 'partial_submissions',
      partial: {
        view_submissions: [{ district: 'south' }, { _submitted_by: { $in: ['ben', 'anna'] } }],
        validate_submissions: [{ _submitted_by: { $in: ['ben', 'anna'] } }],
        delete_submissions: [{ district: 'south' }],
      },
    },
    ...grantTo('dan', 'view_asset'),
    // The server stores what it cannot evaluate.
    {
      username: 'dan',
      codename: 'partial_submissions',
      partial: { view_submissions: [{ a: { $nonsense: 1 } }] },
    },
  ],
  submissions: [
    {
      ...base(5, 'ben'),
      answers: {
        district: 'north',
        user: [
          {
            'user/who': 'Asha',
            'user/visit': [{ 'user/visit/day': '2026-01-01' }, { 'user/visit/day': '2026-01-02' }],
          },
          { 'user/who': 'Ben' },
        ],
      },
      xml: instance(
        'aFarm',
        '<district>north</district><user><who>Asha</who><visit><day>2026-01-01</day></visit><visit><day>2026-01-02</day></visit></user><user><who>Ben</who></user>',
        idOf(5),
      ),
    },
    {
      ...base(6, null),
      // A text where the form has a group.
      answers: { district: 'south', pump: 'broken' },
      xml: instance('aFarm', '<district>south</district><pump>broken</pump>', idOf(6)),
    },
  ],
};

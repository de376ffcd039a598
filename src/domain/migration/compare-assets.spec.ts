import { compareAssets, compareContent, compareReportStyles } from './compare-assets';
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

const FORM = {
  survey: [
    { type: 'text', name: 'well', label: ['Which well?'], $kuid: 'a' },
    { type: 'select_one', name: 'state', label: ['State?'], select_from_list_name: 'states' },
    { type: 'end_group' },
  ],
  choices: [
    { name: 'dry', list_name: 'states', label: ['Dry'] },
    { name: 'dry', list_name: 'others', label: ['Dry'] },
  ],
  settings: { default_language: 'English (en)' },
  translations: [null],
};
const [WELL, STATE, END] = FORM.survey;
const [DRY, OTHER] = FORM.choices;

describe('compareContent', () => {
  it('finds none whatever the order of keys, empty values and generated keys', () => {
    const survey = [{ label: ['Which well?'], name: 'well', type: 'text', hint: '', $kuid: 'b' }, STATE, END];
    expect(compareContent(FORM, { ...FORM, survey, note: 1 })).toEqual([]);
  });

  it.each<[object, string[]]>([
    [{ survey: [WELL, END] }, ['question state: missing here']],
    [{ survey: [WELL, STATE, END, END] }, ['question end_group (2): only here']],
    [{ survey: [STATE, WELL, END] }, ['questions: another order here']],
    [
      { survey: [{ ...WELL, label: ['Well?'], required: true }, STATE, END] },
      ['question well: label, required differ'],
    ],
    [{ choices: [DRY, { ...OTHER, label: ['No water'] }] }, ['choice dry of others: label differ']],
    [{ settings: {} }, ['form setting default_language: differs']],
    [{ translations: ['English (en)'] }, ['languages: differ']],
  ])('names %j', (change, differences) => {
    expect(compareContent(FORM, { ...FORM, ...change })).toEqual(differences);
  });
});

describe('compareReportStyles', () => {
  const STYLES = {
    default: { report_type: 'bar' },
    specified: { well: { report_type: 'donut' }, state: {} },
    kuid_names: { well: 'a' },
  };

  it('finds none for questions without a style and other keys', () => {
    const specified = { well: { report_type: 'donut' }, b: {} };
    expect(compareReportStyles(STYLES, { ...STYLES, specified, kuid_names: {} })).toEqual([]);
  });

  it.each<[object, string]>([
    [{ default: {} }, 'report style default: differs'],
    [{ width: 3 }, 'report style width: differs'],
    [{ specified: {} }, 'report style of question well: differs'],
    [{ specified: { ...STYLES.specified, state: { a: 1 } } }, 'report style of question state: differs'],
  ])('names %j', (change, difference) => {
    expect(compareReportStyles(STYLES, { ...STYLES, ...change })).toEqual([difference]);
  });
});

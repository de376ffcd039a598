import type { Content } from '../content/content';
import type { QuestionFeature } from '../supplement/question-feature';
import type { ExportOptions } from './export-request';
import { ExportPlan } from './export-plan';

const CONTENT = {
  survey: [
    { type: 'begin_group', name: 'shop', label: ['Shop', 'Duka'] },
    { type: 'audio', name: 'voice', label: ['Voice', 'Sauti'] },
    { type: 'end_group' },
    { type: 'text', name: 'place', label: ['Place', 'Mahali'] },
  ],
  choices: [],
  translations: ['English', 'Swahili'],
  translated: ['label'],
  settings: {},
} as unknown as Content;

const choices = ['Anxious', 'Excited', 'Confused'].map((label) => ({
  uuid: label.toLowerCase(),
  labels: { _default: label },
}));
const labelled = (uuid: string) => ({ uuid, labels: { _default: uuid.toUpperCase() } });
const FEATURES: readonly QuestionFeature[] = [
  {
    uid: '1',
    questionXpath: 'shop/voice',
    action: 'manual_transcription',
    params: [{ language: 'en' }, { language: 'sw' }],
  },
  { uid: '2', questionXpath: 'shop/voice', action: 'manual_translation', params: [{ language: 'fr' }] },
  {
    uid: '3',
    questionXpath: 'shop/voice',
    action: 'manual_qual',
    params: [
      {
        type: 'qualSelectMultiple',
        ...labelled('tone'),
        choices: [...choices, { ...labelled('gone'), options: { deleted: true } }],
      },
      { type: 'qualNote', ...labelled('note') },
      { type: 'qualText', ...labelled('old'), options: { deleted: true } },
    ],
  },
  {
    uid: '4',
    questionXpath: 'place',
    action: 'manual_qual',
    params: [
      { type: 'qualSelectOne', ...labelled('rating'), choices },
      { type: 'qualInteger', ...labelled('count') },
      { type: 'qualTags', ...labelled('tags') },
    ],
  },
];

const OPTIONS: ExportOptions = {
  type: 'xls',
  language: undefined,
  groupSeparator: '/',
  hierarchyInLabels: false,
  selectMode: 'both',
  fields: ['shop/voice', 'place'],
  flatten: true,
  includeMediaUrls: false,
  typesAsText: true,
  isFormatted: false,
  hasLabels: false,
  csv: { separator: ';', hasBom: false, escapesFormulas: true },
};

const SUBMISSION = {
  'shop/voice': 'v.mp3',
  place: 'Moshi',
  _supplementalDetails: {
    'shop/voice': {
      transcript: { value: 'Habari', languageCode: 'sw' },
      translation: { fr: { value: 'Bonjour', languageCode: 'fr' } },
      qual: { tone: { value: [choices[1], choices[2]], verified: true, source: 'manual' } },
    },
    place: {
      qual: {
        rating: {
          value: { uuid: 'excited', labels: { _default: 'Before it was renamed' } },
          verified: false,
          source: 'manual',
        },
        count: { value: 3, verified: false, source: 'manual' },
        tags: { value: ['a', 'b'], verified: false, source: 'manual' },
      },
    },
  },
};

function columns(options: Partial<ExportOptions>, submission: object = SUBMISSION): [string, unknown][] {
  const form = { title: 'Form', versions: [{ uid: 'v1', content: CONTENT }], features: FEATURES };
  const plan = new ExportPlan(form, { ...OPTIONS, ...options });
  let found: [string, unknown][] = [];
  plan.forEachRow(submission as Record<string, unknown>, [], ({ cells }) => {
    found = plan.sections[0]!.headers.map((header, index) => [header, cells[index]]);
  });
  return found.filter(([header]) => !/^(_|meta)/.test(header));
}
const ALL = [...OPTIONS.fields, ...selected('shop/voice'), ...selected('place')];

function selected(xpath: string): string[] {
  const names = ['transcript_en', 'transcript_sw', 'translation_fr'];
  const uuids = ['tone', 'rating', 'count', 'tags'].flatMap((uuid) => [
    uuid,
    `${uuid}/source`,
    `${uuid}/verified`,
  ]);
  return [...names, ...uuids].map((name) => `_supplementalDetails/${xpath}/${name}`);
}

describe('columns of supplements', () => {
  it('follow their question, named as KoboToolbox names them', () => {
    expect(columns({ fields: ALL })).toEqual([
      ['voice', 'v.mp3'],
      ['voice - transcript (en)', ''],
      ['voice - transcript (sw)', 'Habari'],
      ['voice - translation (fr)', 'Bonjour'],
      ['voice - TONE', 'Excited Confused'],
      ['voice - TONE/Anxious', '0'],
      ['voice - TONE/Excited', '1'],
      ['voice - TONE/Confused', '1'],
      ['voice - TONE - source', 'manual'],
      ['voice - TONE - verified', 'True'],
      ['place', 'Moshi'],
      ['place - RATING', 'Excited'],
      ['place - RATING - source', 'manual'],
      ['place - RATING - verified', 'False'],
      ['place - COUNT', '3'],
      ['place - COUNT - source', 'manual'],
      ['place - COUNT - verified', 'False'],
      ['place - TAGS', 'a, b'],
      ['place - TAGS - source', 'manual'],
      ['place - TAGS - verified', 'False'],
    ]);
  });

  it('are all part of an export without selected fields', () => {
    expect(columns({ fields: [] }).map(([header]) => header)).toEqual(
      columns({ fields: ALL }).map(([header]) => header),
    );
  });

  it('are empty for a submission without supplements', () => {
    const empty = columns({ fields: ALL }, { 'shop/voice': 'v.mp3' }).filter(([, cell]) => cell !== '');
    expect(empty).toEqual([
      ['voice', 'v.mp3'],
      ...choices.map(({ labels }) => [`voice - TONE/${labels._default}`, '0']),
    ]);
  });

  it('are shown only if selected, also without their question', () => {
    expect(columns({}).map(([header]) => header)).toEqual(['voice', 'place']);
    expect(columns({ fields: ['_supplementalDetails/shop/voice/transcript_sw'] })).toEqual([
      ['voice - transcript (sw)', 'Habari'],
    ]);
  });

  it('take labels of questions and groups, and typed cells', () => {
    const headers = columns({ language: 'Swahili', hierarchyInLabels: true, fields: ALL });
    expect(headers[2]).toEqual(['Duka/Sauti - transcript (sw)', 'Habari']);
    expect(new Map(columns({ typesAsText: false, fields: ALL })).get('place - COUNT')).toBe(3);
  });

  it.each<[ExportOptions['selectMode'], string[]]>([
    ['summary', ['voice - TONE']],
    ['details', choices.map(({ labels }) => `voice - TONE/${labels._default}`)],
  ])('split choices as requested: %s', (selectMode, headers) => {
    const shown = columns({ selectMode, fields: ALL }).map(([header]) => header);
    expect(shown.filter((header) => /TONE($|\/)/.test(header))).toEqual(headers);
  });
});

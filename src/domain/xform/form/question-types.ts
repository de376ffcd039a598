/** Table of question types (contract-xlsform 3.3): bind, control and actions of each. */

type ControlTag = 'input' | 'select1' | 'select' | 'odk:rank' | 'upload' | 'range' | 'trigger';

export type ChoiceSource = 'list' | 'file' | 'external';

/** Action in the model that fills in the answer. */
type ModelAction = 'start-geopoint' | 'background-geopoint' | 'background-audio';

export interface QuestionType {
  readonly name: string;
  /** Attributes of the bind besides nodeset; absent when the question has no node. */
  readonly bind?: Readonly<Record<string, string>>;
  readonly control?: ControlTag;
  readonly controlAttributes?: Readonly<Record<string, string>>;
  readonly choices?: ChoiceSource;
  readonly action?: ModelAction;
  /** Secondary instance named like the question: URI prefix and extension of its file. */
  readonly externalInstance?: { readonly prefix: string; readonly extension: string };
  readonly inMeta?: true;
  /** Default constraint and hint of the type. */
  readonly constraint?: string;
  readonly hint?: string;
}

const input = (bindType: string): Partial<QuestionType> => ({ bind: { type: bindType }, control: 'input' });
const upload = (mediatype: string): Partial<QuestionType> => ({
  bind: { type: 'binary' },
  control: 'upload',
  controlAttributes: { mediatype },
});
const select = (control: ControlTag, choices: ChoiceSource, bindType = 'string'): Partial<QuestionType> => ({
  bind: { type: bindType },
  control,
  choices,
});
const preload = (type: string, kind: string, parameter: string): Partial<QuestionType> => ({
  bind: { type, 'jr:preload': kind, 'jr:preloadParams': parameter },
});
const numberUpTo = (max: number): Partial<QuestionType> => ({
  ...input('int'),
  constraint: `0 <= . and . <= ${max}`,
  hint: `Enter a number 0-${max}.`,
});

const DEFINITIONS: Readonly<Record<string, Partial<QuestionType>>> = {
  text: input('string'),
  integer: input('int'),
  decimal: input('decimal'),
  range: { bind: { type: 'int' }, control: 'range' },
  date: input('date'),
  time: input('time'),
  datetime: input('dateTime'),
  geopoint: input('geopoint'),
  geotrace: input('geotrace'),
  geoshape: input('geoshape'),
  barcode: input('barcode'),
  note: { bind: { type: 'string', readonly: 'true()' }, control: 'input' },
  acknowledge: { bind: { type: 'string' }, control: 'trigger' },
  trigger: { bind: {}, control: 'trigger' },

  select_one: select('select1', 'list'),
  select_multiple: select('select', 'list'),
  select_one_from_file: select('select1', 'file'),
  select_multiple_from_file: select('select', 'file'),
  select_one_external: select('input', 'external'),
  rank: select('odk:rank', 'list', 'odk:rank'),

  image: upload('image/*'),
  audio: upload('audio/*'),
  video: upload('video/*'),
  file: upload('application/*'),
  osm: upload('osm/*'),
  'background-audio': { bind: { type: 'binary' }, action: 'background-audio' },

  calculate: { bind: { type: 'string' } },
  hidden: { bind: { type: 'string' } },

  start: preload('dateTime', 'timestamp', 'start'),
  end: preload('dateTime', 'timestamp', 'end'),
  today: preload('date', 'date', 'today'),
  ...Object.fromEntries(
    ['deviceid', 'username', 'phonenumber', 'email', 'simserial', 'subscriberid']
      .flatMap((name) => [name, `uri:${name}`])
      .map((name) => [name, preload('string', 'property', name)]),
  ),
  audit: { bind: { type: 'binary' }, inMeta: true },
  'start-geopoint': { bind: { type: 'geopoint' }, action: 'start-geopoint' },
  'background-geopoint': { bind: { type: 'geopoint' }, action: 'background-geopoint' },

  'xml-external': { externalInstance: { prefix: 'jr://file/', extension: 'xml' } },
  'csv-external': { externalInstance: { prefix: 'jr://file-csv/', extension: 'csv' } },

  percentage: { ...input('int'), constraint: '0 <= . and . <= 100' },
  'phone number': { ...input('string'), constraint: "regex(., '^\\d*$')", hint: 'Enter numbers only.' },
  'number of days in last month': numberUpTo(31),
  'number of days in last six months': numberUpTo(183),
  'number of days in last year': numberUpTo(365),
};

const TYPES: ReadonlyMap<string, QuestionType> = new Map(
  Object.entries(DEFINITIONS).map(([name, definition]) => [name, { ...definition, name }]),
);

/** Aliases from older XLSForms, besides those that `standardiseContent` replaces. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  text: ['string', 'q string', 'add text prompt', 'q text'],
  integer: ['int', 'q int', 'q integer', 'add integer prompt'],
  decimal: ['q decimal', 'add decimal prompt'],
  date: ['q date', 'add date prompt'],
  time: ['q time', 'add time prompt'],
  datetime: [
    'dateTime',
    'date time',
    'q date time',
    'q dateTime',
    'add date time prompt',
    'add dateTime prompt',
  ],
  geopoint: ['gps', 'location', 'q geopoint', 'q location', 'add location prompt'],
  geotrace: ['q geotrace'],
  geoshape: ['q geoshape'],
  barcode: ['q barcode', 'add barcode prompt'],
  note: ['q note', 'add note prompt'],
  acknowledge: ['q acknowledge', 'add acknowledge prompt'],
  image: ['photo', 'q image', 'q picture', 'add image prompt', 'add photo prompt'],
  audio: ['q audio', 'add audio prompt'],
  video: ['q video', 'add video prompt'],
  file: ['add file prompt'],
  calculate: ['q calculate', 'add calculate prompt'],
  start: ['get start time', 'start time'],
  end: ['get end time', 'end time'],
  today: ['get today'],
  deviceid: ['imei', 'device id', 'get device id'],
  phonenumber: ['phone_number', 'get phone number'],
  simserial: ['get sim id', 'sim id'],
  subscriberid: ['subscriber id', 'get subscriber id'],
};

const CANONICAL: ReadonlyMap<string, string> = new Map(
  Object.entries(ALIASES).flatMap(([name, spellings]) => spellings.map((spelling) => [spelling, name])),
);

/** Finds a question type by its canonical name or an alias; undefined if unknown. */
export function findQuestionType(name: string): QuestionType | undefined {
  return TYPES.get(name) ?? TYPES.get(CANONICAL.get(name) ?? '');
}

/** All canonical names. */
export const QUESTION_TYPE_NAMES: readonly string[] = [...TYPES.keys()];

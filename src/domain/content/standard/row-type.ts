/** Parses the `type` cell of a survey row into its canonical type (contract-xlsform 2.3). */

interface RowType {
  type: string;
  select_from_list_name?: string;
  file?: string;
  _or_other?: true;
}

const SELECTS = new Map(
  Object.entries({
    select_one: 'select_one',
    'select one': 'select_one',
    'select one from': 'select_one',
    'select one using': 'select_one',
    select1: 'select_one',
    'add select one prompt using': 'select_one',
    select_multiple: 'select_multiple',
    'select multiple': 'select_multiple',
    'select multiple from': 'select_multiple',
    'select multiple using': 'select_multiple',
    'select all that apply': 'select_multiple',
    'select all that apply from': 'select_multiple',
    'add select multiple prompt using': 'select_multiple',
    select_one_external: 'select_one_external',
    'select one external': 'select_one_external',
    rank: 'rank',
  }),
);

const FILE_SELECTS = new Map(
  Object.entries({
    select_one_from_file: 'select_one_from_file',
    'select one from file': 'select_one_from_file',
    select_multiple_from_file: 'select_multiple_from_file',
    'select multiple from file': 'select_multiple_from_file',
  }),
);

const CONTAINERS = ['group', 'repeat', 'score', 'rank', 'kobomatrix'];

const ALIASES = new Map<string, string>([
  ...['begin', 'end'].flatMap((edge) => [
    ...CONTAINERS.map((container): [string, string] => [`${edge} ${container}`, `${edge}_${container}`]),
    [`${edge} lgroup`, `${edge}_repeat`] as [string, string],
    [`${edge} looped group`, `${edge}_repeat`] as [string, string],
  ]),
  ['string', 'text'],
  ['trigger', 'acknowledge'],
  ['photo', 'image'],
  ['dateTime', 'datetime'],
  ['date time', 'datetime'],
  ['imei', 'deviceid'],
  ['gps', 'geopoint'],
  ['end loop', 'end_loop'],
]);

const CANONICAL = [
  ...CONTAINERS.flatMap((container) => [`begin_${container}`, `end_${container}`]),
  ...['score__row', 'rank__level', ...SELECTS.values(), ...FILE_SELECTS.values()],
  ...[
    'text integer int decimal range note date time datetime geopoint geotrace geoshape image audio video file',
    'barcode acknowledge calculate hidden start end today deviceid username phonenumber phone_number email',
    'simserial subscriberid audit start-geopoint background-geopoint background-audio xml-external',
    'csv-external location percentage osm begin_loop end_loop',
    'uri:deviceid uri:subscriberid uri:simserial uri:phonenumber uri:username uri:email',
  ].flatMap((names) => names.split(' ')),
];

/** Types of legacy form tools: stored unchanged. */
const LEGACY_TYPES = [
  ...'note text select image audio video barcode calculate acknowledge decimal date dateTime location int'
    .split(' ')
    .flatMap((type) => [`add ${type} prompt`, `q ${type}`]),
  ...['q picture', 'q string', 'q date time', 'add date time prompt', 'q geopoint'],
  ...['q geotrace', 'q geoshape', 'add integer prompt', 'add file prompt', 'add photo prompt'],
  ...['get start time', 'get end time', 'get today', 'start time', 'end time', 'get device id', 'device id'],
  ...['get phone number', 'phone number', 'get subscriber id', 'subscriber id', 'get sim id', 'sim id'],
  ...['number of days in last month', 'number of days in last six months', 'number of days in last year'],
];

const KNOWN_TYPES = new Set([...CANONICAL, ...LEGACY_TYPES]);

/** `begin loop over LIST`; OpenStreetMap questions with a list of the osm sheet. */
const LOOP = /^begin[ _]loop over (\S+)$/;
const OSM = /^osm (\S+)$/;

// Longest first, or "select one" would match "select one from".
const SELECT_PATTERN = new RegExp(
  `^(${[...SELECTS.keys(), ...FILE_SELECTS.keys()].sort((a, b) => b.length - a.length).join('|')}) (.+)$`,
);
/** A list that is a file: `select_one cities.csv` means `select_one_from_file cities.csv`. */
const CHOICE_FILE = /^[^\s$]+\.(csv|xml|geojson)$/;
const OR_OTHER = / (or_other|or other|or specify other)$/;

const UNKNOWN = 'unknown type';

/** Types of other tools: tool, and what to use instead. */
const FOREIGN_TYPES = new Map<string, { tool: string; instead: string }>(
  [
    {
      tool: 'SurveyCTO',
      types: {
        caseid: 'hidden, or entities for cases',
        comments: 'text',
        'text audit': 'audit',
        'audio audit': 'background-audio',
        'speed violations count': 'audit',
        'speed violations list': 'audit',
        'speed violations audit': 'audit',
        calculate_here: 'calculate',
        sensor_statistic: 'calculate',
        sensor_stream: 'file',
        devicephonenum: 'phonenumber',
      },
    },
    {
      tool: 'the Community Health Toolkit',
      types: { tel: 'text with the appearance numbers', db: 'select_one_from_file, or text' },
    },
  ].flatMap(({ tool, types }) =>
    Object.entries(types).map(([type, instead]): [string, { tool: string; instead: string }] => [
      type,
      { tool, instead },
    ]),
  ),
);

/** Parses a type into its canonical form, or returns the error message. */
export function parseRowType(typed: string): RowType | { problem: string } {
  const text = typed.trim().replace(/\s+/g, ' ');
  if (KNOWN_TYPES.has(text)) return { type: text };
  const alias = ALIASES.get(text) ?? SELECTS.get(text) ?? FILE_SELECTS.get(text);
  if (alias !== undefined) return { type: alias };
  const select = SELECT_PATTERN.exec(text);
  if (select !== null) return parseSelect(select[1] ?? '', select[2] ?? '');
  const [, loopList] = LOOP.exec(text) ?? [];
  if (loopList !== undefined) return { type: 'begin_loop', select_from_list_name: loopList };
  const [, tagList] = OSM.exec(text) ?? [];
  if (tagList !== undefined) return { type: 'osm', select_from_list_name: tagList };
  return { problem: unknownTypeMessage(text) };
}

function parseSelect(spelling: string, rest: string): RowType | { problem: string } {
  const source = rest.replace(OR_OTHER, '');
  const other: { _or_other?: true } = source === rest ? {} : { _or_other: true };
  const select = SELECTS.get(spelling) ?? spelling;
  const fileSelect =
    FILE_SELECTS.get(spelling) ??
    (CHOICE_FILE.test(source) ? FILE_SELECTS.get(`${select}_from_file`) : undefined);
  if (fileSelect !== undefined) return { type: fileSelect, file: source, ...other };
  if (/\s/.test(source)) {
    return {
      problem: `${UNKNOWN}: the list name "${source}" has a space in it; write it with "_" on both sheets.`,
    };
  }
  return { type: select, select_from_list_name: source, ...other };
}

function unknownTypeMessage(text: string): string {
  const lower = text.toLowerCase();
  const foreign =
    FOREIGN_TYPES.get(lower) ?? FOREIGN_TYPES.get(/^(db|sensor_\w+)(?=[:\s])/.exec(lower)?.[0] ?? '');
  if (foreign !== undefined) {
    return `${UNKNOWN} "${text}": it belongs to ${foreign.tool}; use ${foreign.instead}.`;
  }
  const known = KNOWN_TYPES.has(lower) || ALIASES.has(lower) || SELECT_PATTERN.test(lower);
  return known
    ? `${UNKNOWN} "${text}": write it in lower case.`
    : `${UNKNOWN} "${text}": use a type that XLSForm knows.`;
}

/** Whether the row closes a container; such rows have no name and path. */
export function isEndRow(type: string): boolean {
  return type.startsWith('end_');
}

/** Interview metadata, moved to the top of the survey (contract-xlsform 2.2). */
export const META_TYPES: ReadonlySet<string> = new Set(
  'start today end deviceid phone_number audit username phonenumber imei start-geopoint'.split(' '),
);

import { find, type XformNode } from './xform-tree';

const INPUT_TYPES: Readonly<Record<string, string>> = {
  int: 'integer',
  integer: 'integer',
  long: 'integer',
  decimal: 'decimal',
  double: 'decimal',
  date: 'date',
  time: 'time',
  dateTime: 'datetime',
  barcode: 'barcode',
  geopoint: 'geopoint',
  geotrace: 'geotrace',
  geoshape: 'geoshape',
};
const DEVICE_PROPERTIES = new Set('deviceid username phonenumber email simserial subscriberid'.split(' '));
const SELECTS: Readonly<Record<string, string>> = {
  select1: 'select_one',
  select: 'select_multiple',
  rank: 'rank',
};

export type Bind = ReadonlyMap<string, string>;

/** List or file of the choices of a select. */
export interface ChoiceSource {
  readonly kind: 'list' | 'file';
  readonly name: string;
  readonly filter: string | undefined;
}

/** Type of an XLSForm row for a control. @param source of a select; undefined if its choices come from answers */
export function typeOfControl(control: XformNode, bind: Bind, source: ChoiceSource | undefined): string {
  const select = SELECTS[control.name];
  if (select !== undefined) {
    if (source === undefined) return 'text';
    return source.kind === 'list' ? `${select} ${source.name}` : `${select}_from_file ${source.name}`;
  }
  if (control.name === 'range') return 'range';
  if (control.name === 'trigger') return 'acknowledge';
  if (control.name === 'upload') {
    const [kind = ''] = (control.attributes.get('mediatype') ?? '').split('/');
    return ['image', 'audio', 'video'].includes(kind) ? kind : 'file';
  }
  const type = INPUT_TYPES[(bind.get('type') ?? '').replace(/^xsd:/, '')];
  if (type !== undefined) return type;
  return bind.get('readonly') === 'true()' && !bind.has('calculate') ? 'note' : 'text';
}

/** Type of an XLSForm row for a node without a control. @param action in the model that fills it in */
export function typeWithoutControl(bind: Bind, action: string | undefined): string {
  if (action === 'setgeopoint') return 'start-geopoint';
  if (action === 'recordaudio') return 'background-audio';
  const parameter = bind.get('preloadParams') ?? '';
  switch (bind.get('preload')) {
    case 'timestamp':
      return parameter === 'end' ? 'end' : 'start';
    case 'date':
      return 'today';
    case 'property':
      return DEVICE_PROPERTIES.has(parameter.replace(/^uri:/, '')) ? parameter : 'hidden';
    default:
      return bind.has('calculate') ? 'calculate' : 'hidden';
  }
}

/**
 * Choices of a select.
 * @param path of its question, which names a list of its own
 * @param fileOf address of a secondary instance that is a file
 */
export function choiceSourceOf(
  control: XformNode,
  path: string,
  fileOf: (instanceId: string) => string | undefined,
): ChoiceSource | undefined {
  const itemset = find(control, 'itemset');
  if (itemset === undefined) return { kind: 'list', name: listName(path), filter: undefined };
  const nodeset = itemset.attributes.get('nodeset') ?? '';
  const [, , id, filter] = /\binstance\(\s*(['"])(.*?)\1\s*\)\/root\/item(?:\[(.*)\])?/s.exec(nodeset) ?? [];
  if (id === undefined) return undefined;
  const file = fileOf(id)?.split('/').at(-1);
  return file === undefined
    ? { kind: 'list', name: listName(id), filter }
    : { kind: 'file', name: file, filter };
}

export function listName(text: string): string {
  return text.replace(/[^\w.-]+/g, '_');
}

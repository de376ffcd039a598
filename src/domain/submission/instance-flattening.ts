import { TooLargeError } from '../errors';
import {
  type InstanceDocument,
  type InstanceElement,
  INSTANCE_LIMITS,
  isManifest,
} from './instance-document';
import { withPlainMeta } from './instance-meta';

/** Question paths of a form by kind, joined with "/", without the root. */
export interface FormPaths {
  readonly repeatPaths: ReadonlySet<string>;
  readonly geoPaths: ReadonlySet<string>;
  /** Questions answered with a file in any deployed version, including audits and recordings (contract-xlsform 4.1). */
  readonly filePaths: ReadonlySet<string>;
}

/** Paths of the manifest of an encrypted submission: the questions of the form are in its files. */
const MANIFEST_PATHS: FormPaths = {
  repeatPaths: new Set(),
  geoPaths: new Set(),
  filePaths: new Set(['encryptedXmlFile', 'media/file']),
};

export interface FileAnswer {
  readonly fileName: string;
  /** Question path with 1-based indexes of arrays: `household/member[1]/photo`. */
  readonly questionXpath: string;
}

export interface FlatInstance {
  /** Members of a JSON object without its braces, in document order; '' if there are no answers. */
  readonly membersJson: string;
  /** First valid geopoint answer. */
  readonly geolocation: Geolocation;
  readonly fileAnswers: readonly FileAnswer[];
  /** Whether it is the manifest of an encrypted submission, whose answers are in its files. */
  readonly isEncrypted: boolean;
}

/**
 * Renders the answers as flat JSON (contract-data 1.4): each answer a string under its full path, empty ones omitted,
 * repeats and duplicate nodes as arrays of objects under full paths. System keys are omitted, and prefixes of `meta`.
 * @throws TooLargeError if nested long names would make the JSON far larger than the XML
 */
export function flattenInstance(document: InstanceDocument, form: FormPaths): FlatInstance {
  const isEncrypted = isManifest(document.root);
  // Keys of a manifest are as received (contract-data 1.5).
  const { root } = isEncrypted ? document : withPlainMeta(document);
  const flattener = new InstanceFlattener(isEncrypted ? MANIFEST_PATHS : form);
  const membersJson = flattener.members(root, '', '');
  return {
    membersJson,
    geolocation: flattener.geolocation ?? NO_GEOLOCATION,
    fileAnswers: flattener.fileAnswers,
    isEncrypted,
  };
}

class InstanceFlattener {
  geolocation: Geolocation | undefined;
  readonly fileAnswers: FileAnswer[] = [];
  private pathCharacters = 0;

  constructor(private readonly form: FormPaths) {}

  /** Renders all answers below `container`. `path` and `xpath` end with "/" except for the root. */
  members(container: InstanceElement, path: string, xpath: string): string {
    const { children } = container;
    let json = '';
    const append = (member: string): void => {
      if (member !== '') json += json === '' ? member : ',' + member;
    };
    const groups = groupByName(children);
    if (groups === undefined) {
      for (const child of children) append(this.member(child, path, xpath));
    } else {
      for (const [name, group] of groups) {
        if (group.length === 1) append(this.member(group[0], path, xpath));
        else append(this.occurrences(group, this.joinPath(path, name), xpath + name));
      }
    }
    return json;
  }

  /** Renders an element whose name is unique among its siblings. */
  private member(element: InstanceElement, path: string, xpath: string): string {
    const ownPath = this.joinPath(path, element.name);
    return this.form.repeatPaths.has(ownPath)
      ? this.occurrences([element], ownPath, xpath + element.name)
      : this.single(element, ownPath, xpath + element.name);
  }

  private joinPath(path: string, name: string): string {
    const ownPath = path + name;
    this.pathCharacters += ownPath.length;
    if (this.pathCharacters > INSTANCE_LIMITS.pathCharacters) {
      throw new TooLargeError(
        'Submission rejected: the names of groups and questions are too long together. Shorten them in the form.',
      );
    }
    return ownPath;
  }

  private single(element: InstanceElement, path: string, xpath: string): string {
    if (element.children.length > 0) return this.members(element, path + '/', xpath + '/');
    return element.text === '' || isSystemKey(path) ? '' : this.answer(element.text, path, xpath);
  }

  private answer(text: string, path: string, xpath: string): string {
    if (this.form.filePaths.has(path)) this.fileAnswers.push({ fileName: text, questionXpath: xpath });
    if (this.geolocation === undefined && this.form.geoPaths.has(path)) this.geolocation = readGeopoint(text);
    return JSON.stringify(path) + ':' + JSON.stringify(text);
  }

  /** Renders an array with an object per answered occurrence; a single one only if it is a repeat. */
  private occurrences(elements: readonly InstanceElement[], path: string, xpath: string): string {
    const answered = elements.filter(hasAnswer);
    const [first] = answered;
    if (first === undefined) return '';
    if (answered.length === 1 && !this.form.repeatPaths.has(path)) return this.single(first, path, xpath);
    if (isSystemKey(path)) return '';
    const objects = answered.map((each, index) => `{${this.single(each, path, `${xpath}[${index + 1}]`)}}`);
    return `${JSON.stringify(path)}:[${objects.join(',')}]`;
  }
}

function hasAnswer(element: InstanceElement): boolean {
  return element.children.length > 0 ? element.children.some(hasAnswer) : element.text !== '';
}

/** Up to this length pairwise comparison is cheaper than a set. */
const SHORT_LIST_LENGTH = 8;

type Group = [first: InstanceElement, ...others: InstanceElement[]];

/** Groups elements by name, in order of first occurrence; undefined in the usual case that all names are distinct. */
function groupByName(elements: readonly InstanceElement[]): Map<string, Group> | undefined {
  if (elements.length <= SHORT_LIST_LENGTH ? !hasDuplicateInShortList(elements) : !hasDuplicate(elements))
    return undefined;
  const groups = new Map<string, Group>();
  for (const element of elements) {
    const group = groups.get(element.name);
    if (group === undefined) groups.set(element.name, [element]);
    else group.push(element);
  }
  return groups;
}

function hasDuplicateInShortList(elements: readonly InstanceElement[]): boolean {
  for (let later = 1; later < elements.length; later += 1) {
    const { name } = elements[later]!;
    for (let earlier = 0; earlier < later; earlier += 1) if (elements[earlier]!.name === name) return true;
  }
  return false;
}

function hasDuplicate(elements: readonly InstanceElement[]): boolean {
  const seen = new Set<string>();
  for (const { name } of elements) {
    if (seen.has(name)) return true;
    seen.add(name);
  }
  return false;
}

/** Keys set by the service (contract-data 1.2). Answers to questions of these names are in the XML only, not in the JSON. */
const SYSTEM_KEYS: ReadonlySet<string> = new Set([
  ...['_id', 'meta/rootUuid', '_xform_id_string', '_uuid', '_attachments', '_status', '_geolocation'],
  ...['_submission_time', '_validation_status', '_submitted_by', '_supplementalDetails', '_date_modified'],
]);

const UNDERSCORE = '_'.charCodeAt(0);

/** True for a system key. Hot path: the first character decides most cases. */
export function isSystemKey(path: string): boolean {
  return (path.charCodeAt(0) === UNDERSCORE || path === 'meta/rootUuid') && SYSTEM_KEYS.has(path);
}

/** Latitude and longitude in degrees, or nulls (contract-data 1.2, `_geolocation`). */
export type Geolocation = readonly [latitude: number, longitude: number] | readonly [null, null];

const NO_GEOLOCATION: Geolocation = [null, null];

/** Parses a geopoint answer, "latitude longitude altitude accuracy"; undefined if malformed. */
function readGeopoint(answer: string): Geolocation | undefined {
  const [latitude, longitude] = answer.trim().split(/\s+/);
  if (latitude === undefined || longitude === undefined) return undefined;
  const point = [Number(latitude), Number(longitude)] as const;
  return point.every(Number.isFinite) ? point : undefined;
}

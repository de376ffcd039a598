import { readGeopoint, type Geolocation, NOWHERE } from './geolocation';
import { TooLargeError } from '../errors';
import type { InstanceDocument, InstanceElement } from './instance-document';
import { INSTANCE_LIMITS } from './instance-limits';
import { isSystemKey } from './system-key';

/** What must be known of a form to read its instances. Paths are joined with "/", without the root. */
export interface FormPaths {
  readonly repeatPaths: ReadonlySet<string>;
  /** Questions of type geopoint. */
  readonly geoPaths: ReadonlySet<string>;
  /** Questions answered with a file, of all deployed versions (contract-xlsform 4.1): audits and recordings too. */
  readonly filePaths: ReadonlySet<string>;
}

/** An answer that names a file. */
export interface FileAnswer {
  /** The file's name as the instance has it. */
  readonly fileName: string;
  /** Path of the question with a 1-based index on whatever is an array in the JSON: `household/member[1]/photo`. */
  readonly questionXpath: string;
}

/** The answers of one instance, ready for storing. */
export interface FlatInstance {
  /** Members of a JSON object without its braces, in the order of the document; '' when there are no answers. */
  readonly membersJson: string;
  /** The place of the first geopoint question that has one. */
  readonly geolocation: Geolocation;
  readonly fileAnswers: readonly FileAnswer[];
}

/**
 * Renders the answers as the flat JSON of contract-data 1.4: every answer a string under its full path, what is empty
 * left out, each repeat an array of objects under full paths. A node that occurs twice without being a repeat becomes
 * such an array too. Keys that the service itself fills are left out.
 * @throws TooLargeError when long names inside each other would make the JSON outgrow the XML by far.
 */
export function flattenInstance({ root }: InstanceDocument, form: FormPaths): FlatInstance {
  const flattening = new Flattening(form);
  const membersJson = flattening.members(root, '', '');
  return { membersJson, geolocation: flattening.geolocation ?? NOWHERE, fileAnswers: flattening.fileAnswers };
}

class Flattening {
  geolocation: Geolocation | undefined;
  readonly fileAnswers: FileAnswer[] = [];
  private pathCharacters = 0;

  constructor(private readonly form: FormPaths) {}

  /** The members for all answers below `container`. `path` and `xpath` end with "/" unless they are the root's. */
  members(container: InstanceElement, path: string, xpath: string): string {
    const { children } = container;
    let json = '';
    const append = (member: string): void => {
      if (member !== '') json += json === '' ? member : ',' + member;
    };
    const groups = groupsOfTwins(children);
    if (groups === undefined) {
      for (const child of children) append(this.member(child, path, xpath));
    } else {
      for (const [name, group] of groups) {
        if (group.length === 1) append(this.member(group[0], path, xpath));
        else append(this.occurrences(group, this.below(path, name), xpath + name));
      }
    }
    return json;
  }

  /** The member or members of an element whose name no sibling bears. */
  private member(element: InstanceElement, path: string, xpath: string): string {
    const ownPath = this.below(path, element.name);
    return this.form.repeatPaths.has(ownPath)
      ? this.occurrences([element], ownPath, xpath + element.name)
      : this.single(element, ownPath, xpath + element.name);
  }

  private below(path: string, name: string): string {
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

  /** One member holding an array, an object for each occurrence that has answers; a lone one only if it repeats by design. */
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

/** Up to this many siblings are compared one by one, which is cheaper than building a set. */
const FEW = 8;

type Group = [first: InstanceElement, ...others: InstanceElement[]];

/** The elements by name, in order of first occurrence; undefined when each bears a name of its own, which is the rule. */
function groupsOfTwins(elements: readonly InstanceElement[]): Map<string, Group> | undefined {
  if (elements.length <= FEW ? !hasTwinsAmongFew(elements) : !hasTwins(elements)) return undefined;
  const groups = new Map<string, Group>();
  for (const element of elements) {
    const group = groups.get(element.name);
    if (group === undefined) groups.set(element.name, [element]);
    else group.push(element);
  }
  return groups;
}

function hasTwinsAmongFew(elements: readonly InstanceElement[]): boolean {
  for (let later = 1; later < elements.length; later += 1) {
    const { name } = elements[later]!;
    for (let earlier = 0; earlier < later; earlier += 1) if (elements[earlier]!.name === name) return true;
  }
  return false;
}

function hasTwins(elements: readonly InstanceElement[]): boolean {
  const seen = new Set<string>();
  for (const { name } of elements) {
    if (seen.has(name)) return true;
    seen.add(name);
  }
  return false;
}

import { SaxesParser } from 'saxes';
import { DomainError, InvalidError, TooLargeError } from '../errors';
import {
  type InstanceDocument,
  type InstanceElement,
  isBlank,
  findChildByLocalName,
  findNotXml,
  hasLocalName,
  bareUuid,
  INSTANCE_LIMITS,
  type InstanceLimits,
} from './instance-document';
import { findInMeta, metaElements } from './instance-meta';
import { unstorableReason } from '../text/unstorable-text';

/** In UTF-16 units: twice what collectors expect, and within the limit of an index entry. */
const MAX_ID_LENGTH = 500;

/** Metadata of an instance, read before its form is known. Identifiers are trimmed; empty ones are undefined. */
export interface InstanceFacts {
  /** `id` attribute of the root: the asset uid. */
  readonly formId: string | undefined;
  readonly formVersion: string | undefined;
  /** `formhub/uuid`: identifier of the deployment. */
  readonly formUuid: string | undefined;
  /** `meta/instanceID`, else the root's attribute of that name; as written, normally with `uuid:`. */
  readonly instanceId: string | undefined;
  /** Current identifier without `uuid:`. */
  readonly uuid: string | undefined;
  /** Identifier that edits do not change, without `uuid:`: `meta/rootUuid`, else the current one (contract-xlsform 4.1). */
  readonly rootUuid: string | undefined;
  /** `meta/deprecatedID`: the instance that this one edits, as written. */
  readonly deprecatedId: string | undefined;
  /** Answers to questions named like `__version__`, possibly of older versions. */
  readonly versionUids: readonly string[];
  /** Message for the submitter, defined by the form (contract-data 4.4). */
  readonly submitMessage: string | undefined;
}

/**
 * Reads the metadata of an instance. Names in `meta` match with any namespace prefix and case; of several elements
 * `meta` the first that has an identifier counts.
 * @throws InvalidError if an identifier is longer than 500 characters
 */
export function readInstanceFacts({ root }: InstanceDocument): InstanceFacts {
  const metas = metaElements(root);
  const readMeta = (local: string): string | undefined =>
    trimIdentifier(findInMeta(metas, local)?.element.text);
  const formhub = findChildByLocalName(root, 'formhub');
  const instanceId =
    withoutBarePrefix(readMeta('instanceid')) ??
    withoutBarePrefix(trimIdentifier(root.attributes['instanceID']));
  const uuid = instanceId === undefined ? undefined : bareUuid(instanceId);
  const rootUuid = withoutBarePrefix(readMeta('rootuuid'));
  const versionUids: string[] = [];
  collectVersionUids(root, versionUids);
  return {
    formId: trimIdentifier(root.attributes['id']),
    formVersion: trimIdentifier(root.attributes['version']),
    formUuid: trimIdentifier(formhub && findChildByLocalName(formhub, 'uuid')?.text),
    instanceId,
    uuid,
    rootUuid: rootUuid === undefined ? uuid : bareUuid(rootUuid),
    deprecatedId: readMeta('deprecatedid'),
    versionUids,
    submitMessage: readSubmitMessage(root),
  };
}

/** `uuid:` alone identifies nothing: all submissions of a broken client would be one. */
function withoutBarePrefix(identifier: string | undefined): string | undefined {
  return identifier === undefined || bareUuid(identifier) === '' ? undefined : identifier;
}

function trimIdentifier(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  if (trimmed === undefined || trimmed === '') return undefined;
  if (trimmed.length > MAX_ID_LENGTH) {
    throw new InvalidError(
      `Submission rejected: an identifier is longer than ${MAX_ID_LENGTH} characters. Shorten it and send again.`,
    );
  }
  return trimmed;
}

function collectVersionUids(element: InstanceElement, found: string[]): void {
  for (const child of element.children) {
    if (child.children.length > 0) collectVersionUids(child, found);
    else if (child.text !== '' && child.name.includes('_version_')) found.push(child.text);
  }
}

/** Resolves `kobo:submitMessage="/root/path"` on the root to the answer at that path. */
function readSubmitMessage(root: InstanceElement): string | undefined {
  for (const attribute in root.attributes) {
    if (!hasLocalName(attribute, 'submitmessage')) continue;
    const steps = root.attributes[attribute]!.split('/').slice(2);
    let element: InstanceElement | undefined = root;
    for (const step of steps) element = element?.children.find((child) => child.name === step);
    const text = element?.text.trim();
    return text === undefined || text === '' ? undefined : text;
  }
  return undefined;
}

/** Message of contract-data 4.5. */
const EMPTY_SUBMISSION = 'Received empty submission. No instance was created';

interface OpenElement extends InstanceElement {
  children: readonly OpenElement[];
  text: string;
}

const NO_CHILDREN: readonly OpenElement[] = Object.freeze([]);

/**
 * Parses the XML of a submission in one pass. Drops text that is only white space, except in CDATA; preserves all other
 * text (contract-xlsform 4.1).
 * @throws InvalidError for malformed XML 1.0, a DOCTYPE, a control character, or an empty instance
 * @throws TooLargeError beyond the limits
 */
export function parseInstance(xml: string, limits: InstanceLimits = INSTANCE_LIMITS): InstanceDocument {
  if (xml.length > limits.characters) throw tooLarge(`is longer than ${limits.characters} characters`);
  assertStorable(xml);
  if (isBlank(xml)) throw new InvalidError(EMPTY_SUBMISSION);
  if (hasDoctype(xml)) {
    throw new InvalidError(
      'Improperly formatted XML. A DOCTYPE is not accepted: remove it and send the submission again.',
    );
  }
  const root = readTree(xml, limits);
  if (root.children.length === 0) throw new InvalidError(EMPTY_SUBMISSION);
  return { root };
}

function readTree(xml: string, limits: InstanceLimits): InstanceElement {
  // XML 1.1 would allow references to control characters.
  const parser = new SaxesParser({
    xmlns: false,
    position: false,
    forceXMLVersion: true,
    defaultXMLVersion: '1.0',
  });
  const open: OpenElement[] = [];
  let root: OpenElement | undefined;
  let current: OpenElement | undefined;
  let nodes = 0;
  const count = (): void => {
    nodes += 1;
    if (nodes > limits.nodes) {
      throw tooLarge(`has more than ${limits.nodes} elements, attributes and references`);
    }
  };
  for (let at = xml.indexOf('&'); at >= 0; at = xml.indexOf('&', at + 1)) count();

  parser.on('opentag', ({ name, attributes }) => {
    count();
    const element: OpenElement = { name, attributes, children: NO_CHILDREN, text: '' };
    if (current === undefined) root = element;
    else if (current.children === NO_CHILDREN) current.children = [element];
    else (current.children as OpenElement[]).push(element);
    open.push(element);
    if (open.length > limits.depth) throw tooLarge(`has elements nested more than ${limits.depth} deep`);
    current = element;
  });
  parser.on('closetag', () => {
    if (current !== undefined && current.children !== NO_CHILDREN) current.text = '';
    open.pop();
    current = open.at(-1);
  });
  parser.on('attribute', count);
  parser.on('text', (text) => {
    if (current !== undefined && !isBlank(text)) current.text += text;
  });
  parser.on('cdata', (text) => {
    if (current !== undefined) current.text += text;
  });

  try {
    parser.write(xml).close();
  } catch (error) {
    throw error instanceof DomainError ? error : malformed(error, xml, open);
  }
  if (root === undefined) throw malformed(undefined, xml, open);
  return root;
}

/** Scans the prolog only, so that a long DOCTYPE is rejected without being parsed. */
function hasDoctype(xml: string): boolean {
  let at = xml.charCodeAt(0) === 0xfeff ? 1 : 0;
  for (;;) {
    while (at < xml.length && isBlank(xml[at]!)) at += 1;
    const end = xml.startsWith('<?', at) ? '?>' : xml.startsWith('<!--', at) ? '-->' : undefined;
    if (end === undefined) return xml.startsWith('<!DOCTYPE', at);
    const found = xml.indexOf(end, at);
    if (found < 0) return false;
    at = found + end.length;
  }
}

/** @throws InvalidError for a text that PostgreSQL cannot store, naming the question */
function assertStorable(xml: string): void {
  const reason = unstorableReason(xml);
  if (reason === undefined) return;
  const path = questionAt(xml, findNotXml(xml)!.index);
  throw new InvalidError(`Submission rejected: ${subjectOf(path)} ${reason}.`);
}

function subjectOf(path: string): string {
  return path === '' ? 'the XML' : `the answer to "${path.slice(0, 100)}"`;
}

/** Path of the innermost element that is open at an index, without the root; empty if the XML before it is malformed. */
function questionAt(xml: string, index: number): string {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const open: { name: string }[] = [];
  parser.on('opentag', ({ name }) => open.push({ name }));
  parser.on('closetag', () => open.pop());
  try {
    parser.write(xml.slice(0, index));
  } catch {
    return '';
  }
  return pathOf(open);
}

/** @param open elements when the parser failed */
function malformed(cause: unknown, xml: string, open: readonly InstanceElement[]): InvalidError {
  const character = findNotXml(xml);
  if (character !== undefined) {
    const subject = subjectOf(questionAt(xml, character.index)).replace('t', 'T');
    return new InvalidError(
      `Improperly formatted XML. ${subject} contains the disallowed character ${character.code}. Remove it and send again.`,
    );
  }
  const reason = cause instanceof Error ? cause.message.replace(/\.$/, '') : 'there is no element';
  const path = pathOf(open);
  const place = path === '' ? '' : `, in "${path.slice(0, 100)}"`;
  return new InvalidError(
    `Improperly formatted XML. Send the instance as well-formed XML 1.0 (${reason.slice(0, 200)}${place}).`,
  );
}

function pathOf(open: readonly { readonly name: string }[]): string {
  return open
    .slice(1)
    .map(({ name }) => name)
    .join('/');
}

function tooLarge(problem: string): TooLargeError {
  return new TooLargeError(`Submission rejected: the XML ${problem}. Send it in smaller parts.`);
}

import { InvalidError } from '../errors';
import { childCalled, type InstanceDocument, type InstanceElement, isCalled } from './instance-document';
import { bareUuid } from './instance-id';

/** Longest identifier taken, in UTF-16 units: double of what collectors may expect, and safely inside an index entry. */
const MAX_ID_LENGTH = 500;

/** What an instance says about itself, before its form is known. Identifiers are trimmed; an empty one counts as none. */
export interface InstanceFacts {
  /** The `id` attribute of the root: the asset uid, for forms deployed here. */
  readonly formId: string | undefined;
  /** The `version` attribute of the root. */
  readonly formVersion: string | undefined;
  /** `formhub/uuid`: the deployment's identifier. */
  readonly formUuid: string | undefined;
  /** `meta/instanceID`, else the root's attribute of that name; as written, normally with `uuid:`. */
  readonly instanceId: string | undefined;
  /** The current identifier, bare. */
  readonly uuid: string | undefined;
  /** The identifier that edits do not change, bare: `meta/rootUuid`, else the current one (contract-xlsform 4.1). */
  readonly rootUuid: string | undefined;
  /** `meta/deprecatedID`: the instance that this one replaces, as written. */
  readonly deprecatedId: string | undefined;
  /** Every answer to a question named like `__version__`: version uids, old ones perhaps among them. */
  readonly versionUids: readonly string[];
  /** The sentence that the form wants the submitter to be thanked with (contract-data 4.4). */
  readonly submitMessage: string | undefined;
}

/**
 * Reads the facts of an instance. The parts of `meta` are recognised with any namespace prefix and in any letter case.
 * @throws InvalidError when an identifier is longer than 500 characters.
 */
export function readInstanceFacts({ root }: InstanceDocument): InstanceFacts {
  const meta = childCalled(root, 'meta');
  const formhub = childCalled(root, 'formhub');
  const instanceId = identifier(meta, 'instanceid') ?? meant(root.attributes['instanceID']);
  const uuid = instanceId === undefined ? undefined : bareUuid(instanceId);
  const rootUuid = identifier(meta, 'rootuuid');
  const versionUids: string[] = [];
  collectVersionUids(root, versionUids);
  return {
    formId: meant(root.attributes['id']),
    formVersion: meant(root.attributes['version']),
    formUuid: identifier(formhub, 'uuid'),
    instanceId,
    uuid,
    rootUuid: rootUuid === undefined ? uuid : bareUuid(rootUuid),
    deprecatedId: identifier(meta, 'deprecatedid'),
    versionUids,
    submitMessage: readSubmitMessage(root),
  };
}

function identifier(parent: InstanceElement | undefined, local: string): string | undefined {
  return parent === undefined ? undefined : meant(childCalled(parent, local)?.text);
}

function meant(text: string | undefined): string | undefined {
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

/** `kobo:submitMessage="/root/path"` on the root names the answer to show. */
function readSubmitMessage(root: InstanceElement): string | undefined {
  for (const attribute in root.attributes) {
    if (!isCalled(attribute, 'submitmessage')) continue;
    const steps = root.attributes[attribute]!.split('/').slice(2);
    let element: InstanceElement | undefined = root;
    for (const step of steps) element = element?.children.find((child) => child.name === step);
    const text = element?.text.trim();
    return text === undefined || text === '' ? undefined : text;
  }
  return undefined;
}

import { InvalidError } from '../errors';
import {
  findChildByLocalName,
  type InstanceDocument,
  type InstanceElement,
  hasLocalName,
  bareUuid,
} from './instance-document';

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
 * Reads the metadata of an instance. Names in `meta` match with any namespace prefix and case.
 * @throws InvalidError if an identifier is longer than 500 characters
 */
export function readInstanceFacts({ root }: InstanceDocument): InstanceFacts {
  const meta = findChildByLocalName(root, 'meta');
  const formhub = findChildByLocalName(root, 'formhub');
  const instanceId = readMetaText(meta, 'instanceid') ?? trimIdentifier(root.attributes['instanceID']);
  const uuid = instanceId === undefined ? undefined : bareUuid(instanceId);
  const rootUuid = readMetaText(meta, 'rootuuid');
  const versionUids: string[] = [];
  collectVersionUids(root, versionUids);
  return {
    formId: trimIdentifier(root.attributes['id']),
    formVersion: trimIdentifier(root.attributes['version']),
    formUuid: readMetaText(formhub, 'uuid'),
    instanceId,
    uuid,
    rootUuid: rootUuid === undefined ? uuid : bareUuid(rootUuid),
    deprecatedId: readMetaText(meta, 'deprecatedid'),
    versionUids,
    submitMessage: readSubmitMessage(root),
  };
}

function readMetaText(parent: InstanceElement | undefined, local: string): string | undefined {
  return parent === undefined ? undefined : trimIdentifier(findChildByLocalName(parent, local)?.text);
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

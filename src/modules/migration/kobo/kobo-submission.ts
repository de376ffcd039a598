import { SaxesParser } from 'saxes';
import { dateOf, objectOf, objectsOf, textOf } from '../../../domain/migration/asset-json';
import type { JsonObject } from '../../../domain/text/json-members';
import type { SourceAttachment, SourceSubmission } from '../../../domain/migration/source-types';
import { bareUuid } from '../../../domain/submission/instance-document';
import {
  isValidationStatusUid,
  VALIDATION_STATUSES,
  type ValidationStatus,
} from '../../../domain/submission/validation-status';

/** Keys to request of each submission: everything but the answers, which come as XML. */
export const SUBMISSION_KEYS = [
  '_id',
  '_uuid',
  'meta/rootUuid',
  '_submission_time',
  '_submitted_by',
  '_validation_status',
  '_attachments',
] as const;

export function readSubmission(json: JsonObject): SourceSubmission {
  const uuid = bareUuid(textOf(json['_uuid']));
  return {
    id: Number(json['_id']),
    uuid,
    // Older servers have no root uuid: their submissions were not edited, or only the newest uuid is known.
    rootUuid: bareUuid(textOf(json['meta/rootUuid'])) || uuid,
    submittedAt: dateOf(json['_submission_time'], new Date(0)),
    submittedBy: textOf(json['_submitted_by']) || null,
    validationStatus: readValidationStatus(objectOf(json['_validation_status'])),
    attachments: objectsOf(json['_attachments']).map(readAttachment),
  };
}

function readValidationStatus({ uid, timestamp, by_whom }: JsonObject): ValidationStatus | null {
  if (!isValidationStatusUid(uid)) return null;
  return { timestamp: Number(timestamp), uid, by_whom: textOf(by_whom), label: VALIDATION_STATUSES[uid] };
}

function readAttachment(json: JsonObject): SourceAttachment {
  return {
    // Older servers identify attachments by numbers.
    uid: textOf(json['uid']) || textOf(json['id']),
    name: textOf(json['media_file_basename']) || textOf(json['filename']).replace(/^.*\//, ''),
    mimetype: textOf(json['mimetype']),
    deleted: json['is_deleted'] === true,
  };
}

/**
 * Splits the XML list of submissions into instances, each exactly as written.
 * @throws SyntaxError for a list that is cut off or malformed
 */
export function splitInstances(list: string): string[] {
  const instances: string[] = [];
  const open: string[] = [];
  let end = 0;
  const parser = new SaxesParser({ xmlns: false, position: true });
  const isInstance = (): boolean => open.length === 2 && open[1] === 'results';
  parser.on('opentag', ({ name }) => {
    open.push(name);
    if (isInstance()) end = parser.position;
  });
  parser.on('closetag', () => {
    open.pop();
    if (!isInstance()) return;
    instances.push(list.slice(end, parser.position).trim());
    end = parser.position;
  });
  try {
    parser.write(list).close();
  } catch (error) {
    throw new SyntaxError(`The list of submissions is not valid XML: ${(error as Error).message}`);
  }
  return instances;
}

/** Current uuid of an instance, without parsing it; undefined without one. */
export function instanceUuid(xml: string): string | undefined {
  const [, text] = /<(?:[\w.-]+:)?instanceID(?:\s[^>]*)?>\s*([^<\s]+)\s*</i.exec(xml) ?? [];
  return text === undefined ? undefined : bareUuid(text);
}

/** Instances by id of their submission: by uuid; in order where several submissions have the same one. */
export function matchInstances(
  submissions: readonly SourceSubmission[],
  instances: readonly string[],
): ReadonlyMap<number, string> {
  const byUuid = new Map<string | undefined, string[]>();
  for (const xml of instances) {
    const uuid = instanceUuid(xml);
    byUuid.set(uuid, [...(byUuid.get(uuid) ?? []), xml]);
  }
  return new Map(
    submissions.flatMap(({ id, uuid }) => {
      const xml = byUuid.get(uuid)?.shift();
      return xml === undefined ? [] : [[id, xml] as const];
    }),
  );
}

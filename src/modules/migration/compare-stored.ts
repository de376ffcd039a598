import { objectOf } from '../../domain/migration/json-fields';
import type { SourceAttachment, SourceSubmission } from '../../domain/migration/source-types';
import { instanceDigest } from '../../domain/migration/submission-state';
import { stripXmlDeclaration } from '../../domain/submission/xml-declaration';
import { canonicalJson } from '../../domain/text/canonical-json';
import type { JsonObject } from '../../domain/text/json-value';
import type { StoredReplica, StoredReplicaFile } from '../submission/replica/submission-replica.service';

/** Undefined for malformed XML, which is not stored here. */
export function tryDigest(xml: string): string | undefined {
  try {
    return instanceDigest(stripXmlDeclaration(xml));
  } catch {
    return undefined;
  }
}

export function compareFacts(
  source: SourceSubmission,
  here: StoredReplica,
  differ: (what: string) => void,
): void {
  const facts = ({ uuid, rootUuid, submittedBy, submittedAt }: SourceSubmission | StoredReplica) => ({
    uuid: uuid,
    'root uuid': rootUuid,
    submitter: submittedBy,
    // Servers tell the time in whole seconds.
    'submission time': new Date(submittedAt).toISOString().slice(0, 19),
  });
  const [one, other] = [facts(source), facts(here)];
  for (const key of Object.keys(one) as (keyof typeof one)[])
    if (one[key] !== other[key]) differ(`its ${key} differs`);
  if (canonicalJson(source.validationStatus) !== canonicalJson(here.validationStatus))
    differ('its validation status differs');
}

export function compareAttachments(
  source: readonly SourceAttachment[],
  here: readonly StoredReplicaFile[],
  differ: (what: string) => void,
): void {
  const byUid = new Map(here.map((file) => [file.uid, file]));
  for (const { uid, name, deleted } of source) {
    const file = byUid.get(uid);
    byUid.delete(uid);
    if (file === undefined) differ(`the attachment ${name} is missing here`);
    else if (file.name !== name || file.isDeleted !== deleted) differ(`the attachment ${name} differs`);
  }
  for (const { name } of byUid.values()) differ(`the attachment ${name} is only here`);
}

/** Compares what lists show beside the answers with what is stored for itself, and compared with the source. */
export function compareShown(
  json: JsonObject,
  { validationStatus }: StoredReplica,
  files: readonly StoredReplicaFile[],
  differ: (what: string) => void,
): void {
  const status = objectOf(json['_validation_status'])['uid'];
  if (status !== validationStatus?.uid) differ('its validation status is shown otherwise');
  const listed = Array.isArray(json['_attachments']) ? json['_attachments'].map(objectOf) : [];
  const shown = listed
    .filter((each) => each['is_deleted'] !== true)
    .map((each) => each['media_file_basename']);
  const stored = files.filter(({ isDeleted, isDropped }) => !isDeleted && !isDropped).map(({ name }) => name);
  if (canonicalJson(shown.toSorted()) !== canonicalJson(stored.toSorted()))
    differ('its attachments are shown otherwise');
}

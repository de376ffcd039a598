import { objectOf } from '../../domain/migration/asset-json';
import type { SourceAttachment, SourceSubmission } from '../../domain/migration/source-types';
import { instanceDigest, DigestSum } from '../../domain/migration/submission-state';
import { stripXmlDeclaration } from '../../domain/submission/instance-document';
import { canonicalJson, type JsonObject } from '../../domain/text/json-members';
import type { StoredMovedSubmission, MovedFile } from '../submission/moved/moved-submission.service';
import { DifferenceSum, VisibleSum } from '../../domain/migration/visible-submission';
import type { AssetLog } from './asset-log';

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
  here: StoredMovedSubmission,
  differ: (what: string) => void,
): void {
  const facts = ({ uuid, rootUuid, submittedBy, submittedAt }: SourceSubmission | StoredMovedSubmission) => ({
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
  here: readonly MovedFile[],
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
  { validationStatus }: StoredMovedSubmission,
  files: readonly MovedFile[],
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

/** Counts on both sides by name. */
class CountsByName {
  readonly source = new Map<string, number>();
  readonly here = new Map<string, number>();

  add(side: 'source' | 'here', name: string | null | undefined): void {
    if (name != null) this[side].set(name, (this[side].get(name) ?? 0) + 1);
  }

  totals() {
    return { source: Object.fromEntries(this.source), here: Object.fromEntries(this.here) };
  }
}

/** Running totals of the comparison of one asset. */
export class Totals {
  readonly digest = { source: new DigestSum(), here: new DigestSum() };
  readonly count = { source: 0, here: 0 };
  readonly attachments = { source: 0, here: 0 };
  readonly notes = { source: 0, here: 0 };
  readonly earlier = { source: 0, here: 0 };
  readonly visible = { source: new VisibleSum(), here: new VisibleSum() };
  readonly statuses = new CountsByName();
  readonly versions = new CountsByName();
  readonly differences = new DifferenceSum();
  /** Differences of what the source shows from what its own version of the form says. */
  readonly shownOtherwise = new DifferenceSum();
  /** Submissions of no version that the source has, by the version that they have here. */
  readonly unknown = new Map<string, (string | number)[]>();
  edited = 0;
  supplemented = 0;
}

/** Writes what the comparison found into the report of the asset. */
export function logTotals(totals: Totals, log: AssetLog, isOneVersion: boolean): void {
  totals.differences.sentences().forEach(log.differences.add);
  for (const sentence of totals.shownOtherwise.sentences())
    log.notes.add(
      `Shown otherwise at the source; here read by the version of the form that they name: ${sentence}`,
    );
  if (!isOneVersion) {
    for (const [uid, [first, ...others]] of totals.unknown)
      log.notes.add(
        `${others.length + 1} submissions name no version that the source has, such as ${first!}: here they are read by the version ${uid}`,
      );
  }
  if (totals.edited > 0) log.notMoved.add(`answers before edits (submissions: ${totals.edited})`);
  if (totals.supplemented > 0)
    log.notMoved.add(`transcripts, translations and analysis (submissions: ${totals.supplemented})`);
  log.comparison = {
    count: totals.count,
    digest: { source: String(totals.digest.source), here: String(totals.digest.here) },
    attachments: totals.attachments,
    ...(isPresent(totals.notes) && { notes: totals.notes }),
    ...(isPresent(totals.earlier) && { earlierStates: totals.earlier }),
    visible: { source: totals.visible.source.totals(), here: totals.visible.here.totals() },
    validationStatuses: totals.statuses.totals(),
    versions: totals.versions.totals(),
  };
}

function isPresent({ source, here }: { readonly source: number; readonly here: number }): boolean {
  return source + here > 0;
}

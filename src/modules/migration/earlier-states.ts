import { forEachConcurrent } from '../../concurrency/limits';
import type { SourceNote, SourceState, SourceSubmission } from '../../domain/migration/source-types';
import type { NoteOfSubmission, StateOfSubmission } from '../submission/moved/moved-history.service';
import type { MigratingAsset } from './asset-migration.service';
import { type Totals, tryDigest } from './compare-stored';
import { type SourcePartError, SourcePartGoneError } from './migration-source.port';

/** XML of earlier states by uuid, by id of the submission. */
export type EarlierXml = ReadonlyMap<number, ReadonlyMap<string, string>>;

/**
 * Reads the earlier states of submissions; those that cannot be read are named in the log.
 * @returns ids of submissions of which a state could not be read too
 */
export async function readEarlierStates(
  { source, summary, log }: MigratingAsset,
  submissions: readonly SourceSubmission[],
  concurrency: number,
): Promise<{ instances: EarlierXml; unread: ReadonlySet<number> }> {
  const instances = new Map<number, Map<string, string>>();
  const unread = new Set<number>();
  await forEachConcurrent(edited(submissions), concurrency, async (submission) => {
    const { id, key = id, earlier = [] } = submission;
    const read = await source.readEarlier(summary, submission);
    const found = new Map<string, string>();
    for (const { uuid } of earlier) {
      const xml = read.get(uuid) ?? new SourcePartGoneError('it is gone');
      if (typeof xml === 'string') {
        found.set(uuid, xml);
        continue;
      }
      const isGone = xml instanceof SourcePartGoneError;
      if (!isGone) unread.add(id);
      log[isGone ? 'notes' : 'problems'].add(
        `Submission ${key}: its state ${uuid} before an edit cannot be read at the source (${xml.message})`,
      );
    }
    instances.set(id, found);
  });
  return { instances, unread };
}

async function* edited(submissions: readonly SourceSubmission[]): AsyncGenerator<SourceSubmission> {
  for (const each of submissions) if ((each.earlier ?? []).length > 0) yield each;
}

interface ComparedSubmission {
  readonly submission: SourceSubmission;
  readonly label: string | number;
  readonly row: { readonly id: number };
}

interface History {
  readonly notes: readonly NoteOfSubmission[];
  readonly states: readonly StateOfSubmission[];
}

/** Compares the notes and earlier states of a submission with the source, read anew. @param stored of several submissions */
export async function compareHistory(
  { source, summary, log }: MigratingAsset,
  totals: Totals,
  { submission, label, row }: ComparedSubmission,
  stored: History,
): Promise<void> {
  const { notes = [], earlier = [] } = submission;
  const differ = (what: string): void => log.differences.add(`submission ${label}: ${what}`);
  const notesHere = stored.notes.filter(({ submissionId }) => submissionId === row.id);
  const statesHere = stored.states.filter(({ submissionId }) => submissionId === row.id);
  totals.notes.source += notes.length;
  totals.notes.here += notesHere.length;
  totals.earlier.source += earlier.length;
  totals.earlier.here += statesHere.length;
  if (notes.map(noteText).join() !== notesHere.map(noteText).join()) differ('its comments differ');
  if (earlier.length > 0) {
    const instances = await source.readEarlier(summary, submission);
    compareStates(earlier, statesHere, instances, differ);
  }
}

function noteText({ body, createdBy, dateCreated }: SourceNote): string {
  return JSON.stringify([body, createdBy, dateCreated?.getTime() ?? null]);
}

function compareStates(
  earlier: readonly SourceState[],
  here: readonly StateOfSubmission[],
  instances: ReadonlyMap<string, string | SourcePartError>,
  differ: (what: string) => void,
): void {
  const stored = new Map(here.map((state) => [state.uuid, state]));
  for (const { uuid, dateReplaced, replacedBy } of earlier) {
    const state = stored.get(uuid);
    const xml = instances.get(uuid);
    stored.delete(uuid);
    if (state === undefined) differ(`its state ${uuid} before an edit is missing here`);
    else if (typeof xml !== 'string') differ(`its state ${uuid} before an edit cannot be read at the source`);
    else if (
      state.replacedBy !== replacedBy ||
      state.dateReplaced.getTime() !== dateReplaced.getTime() ||
      tryDigest(state.xml) !== tryDigest(xml)
    )
      differ(`its state ${uuid} before an edit differs`);
  }
  for (const uuid of stored.keys()) differ(`its state ${uuid} before an edit is only here`);
}

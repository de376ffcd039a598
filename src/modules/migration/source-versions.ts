import { DomainError } from '../../domain/errors';
import { readingOf, type VersionFacts } from '../../domain/submission/version-reading';
import type {
  SourceAsset,
  SourceAssetSummary,
  SourceSubmission,
  SourceNote,
  SourceState,
} from '../../domain/migration/source-types';
import { type VisibleSubmission, visibleSubmission } from '../../domain/migration/visible-submission';
import type { FormPaths } from '../../domain/submission/instance-flattening';
import type { JsonObject } from '../../domain/text/json-members';
import { readFormFacts } from '../../domain/xform/form-facts';
import type { FormEngine } from '../../workers/form-engine/form-engine';
import type { ParsedSubmission } from '../../workers/submission-parser/submission-parser';
import { type MigrationSource, SourcePartError, SourcePartGoneError } from './migration-source.port';
import { forEachConcurrent } from '../../concurrency/limits';
import type { NoteOfSubmission, StateOfSubmission } from '../submission/moved/moved-history.service';
import type { MigratingAsset } from './asset-migration.service';
import { type Totals, tryDigest } from './compare-stored';

/** Versions of a form at its source, from which submissions are read a second time, without what is stored here. */
export class SourceVersions {
  /** Deployed ones, newest first. */
  private readonly uids: readonly string[];
  private readonly facts = new Map<string, Promise<VersionFacts | undefined>>();

  constructor(
    private readonly source: MigrationSource,
    private readonly summary: SourceAssetSummary,
    private readonly asset: SourceAsset,
    private readonly engine: FormEngine,
  ) {
    this.uids = asset.versions.flatMap(({ uid, deployed }) => (deployed ? uid : [])).reverse();
  }

  /** Whether all submissions are of one version, even if they do not name it. */
  get isOne(): boolean {
    return this.uids.length < 2;
  }

  /** Version that a submission names in its XML, or else the source tells; undefined if the source has no such version. */
  versionOf({ versionUid: told }: SourceSubmission, { facts }: ParsedSubmission): string | undefined {
    const named = this.source.versionUidsOf(this.summary, facts);
    const found = this.uids.find((uid) => named.includes(uid));
    // A label names a version too, which is found here.
    return found ?? (facts.formVersion === undefined ? this.uids.find((uid) => uid === told) : undefined);
  }

  /**
   * Reads a submission by a version as the source has it: by that alone, then with nodes of the others, which an edit with a
   * newer form may have. Empty if the version can be neither read nor compiled.
   */
  async *readings(instance: ParsedSubmission, uid: string): AsyncGenerator<VisibleSubmission> {
    const own = await this.factsOf(uid);
    if (own === undefined) return;
    yield read(instance, readingOf(own, []));
    const others = await Promise.all(
      this.uids.filter((each) => each !== uid).map((each) => this.factsOf(each)),
    );
    yield read(
      instance,
      readingOf(
        own,
        others.filter((each) => each !== undefined),
      ),
    );
  }

  private factsOf(uid: string): Promise<VersionFacts | undefined> {
    const known = this.facts.get(uid);
    if (known !== undefined) return known;
    const facts = this.readFacts(uid);
    this.facts.set(uid, facts);
    return facts;
  }

  private async readFacts(uid: string): Promise<VersionFacts | undefined> {
    const { source, summary } = this;
    const isNewest = uid === this.uids[0];
    try {
      const xform = await source.readVersionXform(summary, uid);
      if (xform !== undefined) return readFormFacts(xform);
      const compiled = await this.compile(uid);
      if (compiled !== undefined || !isNewest) return compiled;
      return readFormFacts(await source.readXform(summary));
    } catch (error) {
      if (error instanceof SourcePartError || error instanceof DomainError) return undefined;
      throw error;
    }
  }

  /** Undefined for a version that the converter here refuses. */
  private async compile(uid: string): Promise<VersionFacts | undefined> {
    const { uid: formId, name: title, assetType } = this.asset;
    try {
      const content = await this.source.readVersion(this.summary, uid);
      const form = await this.engine.standardise(content, { assetType });
      const names = { formId, title, version: '1', formUuid: formId, versionUid: uid };
      const { facts } = await this.engine.deployable(form.content, names);
      return JSON.parse(Buffer.from(facts).toString()) as VersionFacts;
    } catch (error) {
      if (error instanceof DomainError) return undefined;
      throw error;
    }
  }
}

async function read(instance: ParsedSubmission, paths: FormPaths): Promise<VisibleSubmission> {
  const { membersJson, geolocation } = await instance.flatten(paths);
  const answers = JSON.parse(`{${membersJson}}`) as JsonObject;
  return visibleSubmission({ ...answers, _geolocation: geolocation });
}

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

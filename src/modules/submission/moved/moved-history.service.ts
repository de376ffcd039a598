import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';
import { InvalidError } from '../../../domain/errors';
import type { SourceNote, SourceState } from '../../../domain/migration/source-types';
import { instanceHash } from '../../../domain/submission/instance-document';
import type { InstanceFacts } from '../../../domain/submission/instance-parser';
import { assertStorableText } from '../../../domain/text/unstorable-text';
import { SubmissionParser } from '../../../workers/submission-parser/submission-parser';
import { type DeployedForm, DeployedFormService } from '../../deployment/deployed-form.service';
import {
  type MovedState,
  type StateOfSubmission,
  SubmissionHistoryRepository,
  type NoteOfSubmission,
  SubmissionNoteRepository,
} from '../read/submission-history.repository';

export type { StateOfSubmission, NoteOfSubmission };

export interface MovedHistory {
  readonly notes: readonly SourceNote[];
  readonly states: readonly MovedState[];
}

const MAX_NOTE_LENGTH = 100_000;
const MAX_UUID_LENGTH = 500;
const MAX_ROWS = 1000;

/** Notes on copies of submissions, and their states before edits. */
@Injectable()
export class MovedHistoryService {
  constructor(
    private readonly history: SubmissionHistoryRepository,
    private readonly notes: SubmissionNoteRepository,
    private readonly forms: DeployedFormService,
    private readonly parser: SubmissionParser,
  ) {}

  /**
   * @param versionUidsOf versions that an instance names, as uids
   * @param instances XML of earlier states by uuid; those without are left out
   * @throws DomainError for an instance that cannot be read, and texts that cannot be stored
   */
  async prepare(
    form: DeployedForm,
    { notes = [], earlier = [] }: { notes?: readonly SourceNote[]; earlier?: readonly SourceState[] },
    versionUidsOf: (facts: InstanceFacts) => readonly string[],
    instances: ReadonlyMap<string, string> = new Map(),
  ): Promise<MovedHistory> {
    for (const { body } of notes) {
      if (body.length > MAX_NOTE_LENGTH)
        throw new InvalidError(`a note must have at most ${MAX_NOTE_LENGTH} characters`);
    }
    assertStorableText(notes, 'A note');
    assertStorableText(earlier, 'A text of an earlier state');
    const states = new Map<string, MovedState>();
    for (const { uuid, dateReplaced, replacedBy } of earlier) {
      const xml = instances.get(uuid);
      if (xml === undefined) continue;
      if (uuid === '' || uuid.length > MAX_UUID_LENGTH)
        throw new InvalidError(`the uuid of an earlier state must have 1 to ${MAX_UUID_LENGTH} characters`);
      const { facts } = await this.parser.parse(xml);
      const version = await this.forms.versionOf(form, { ...facts, versionUids: versionUidsOf(facts) });
      const xmlHash = Buffer.from(instanceHash(xml), 'hex');
      states.set(uuid, { uuid, xmlHash, versionUid: version.uid, xml, dateReplaced, replacedBy });
    }
    return { notes, states: [...states.values()] };
  }

  /** @param copies stored before, in this transaction, without a history */
  async write(
    transaction: Transaction,
    assetId: number,
    copies: readonly (MovedHistory & { readonly id: number })[],
  ): Promise<void> {
    const states = copies.flatMap((copy) =>
      copy.states.map((state) => ({ ...state, submissionId: copy.id })),
    );
    const notes = copies.flatMap((copy) =>
      copy.notes.map((note, index) => ({ ...note, submissionId: copy.id, ordinal: index + 1 })),
    );
    // A statement has at most 65 535 parameters.
    for (let start = 0; start < states.length; start += MAX_ROWS)
      await this.history.insert(transaction, assetId, states.slice(start, start + MAX_ROWS));
    for (let start = 0; start < notes.length; start += MAX_ROWS)
      await this.notes.insert(transaction, assetId, notes.slice(start, start + MAX_ROWS));
  }

  /** Oldest first. */
  async listOf(
    assetId: number,
    submissionIds: readonly number[],
  ): Promise<{ notes: readonly NoteOfSubmission[]; states: readonly StateOfSubmission[] }> {
    if (submissionIds.length === 0) return { notes: [], states: [] };
    const notes = await this.notes.listOf(assetId, submissionIds);
    return { notes, states: await this.history.listOf(assetId, submissionIds) };
  }
}

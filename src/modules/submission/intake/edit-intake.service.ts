import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import type { StoredSubmission } from '../../../database/entities/submission.entity';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import type { EntityNode } from '../../../domain/entity/entity-node';
import { ConflictError, DeniedError, GoneError, NotFoundError } from '../../../domain/errors';
import { filesOf } from '../../../domain/quota';
import { scopeOf } from '../../../domain/query/submission-scope';
import { assertNotEncrypted, isEncrypted } from '../../../domain/submission/instance-document';
import { matchAttachments, attachmentsAfterEdit } from '../../../domain/submission/attachment-matching';
import { type EditedForm, editedFormOf } from '../../../domain/submission/edit-merging';
import { readSections } from '../../../domain/form-history/version-schema';
import { SupersededEditError } from '../../../domain/submission/instance-meta';
import { SubmissionParser } from '../../../workers/submission-parser/submission-parser';
import { DeployedFormService, type VersionFinder } from '../../deployment/deployed-form.service';
import { decideIntake, decideEdit } from '../../../domain/submission/intake-decision';
import { renderSubmission, submissionRow, supplementOf } from '../../../domain/submission/submission-json';
import { EntityIntakeService } from '../../entity/entity-intake.service';
import { QuotaService } from '../../account/quota/quota.service';
import {
  assertNoConflict,
  entitiesOf,
  type IncomingSubmission,
  inListOrder,
  type IntakeAuthorization,
  intakeFacts,
  type IntakeReceipt,
  receiptOf,
  renderAttachments,
  requireInstanceId,
} from './incoming-submission';
import { AttachmentRepository, type StoredAttachment } from '../attachment.repository';
import { ResubmissionService } from './resubmission.service';
import { SubmissionChangeService } from '../submission-change.service';
import { SubmissionHistoryRepository } from '../read/submission-history.repository';
import { type SubmissionEdit, SubmissionWriteRepository } from '../submission-write.repository';
import { SubmissionRepository } from '../submission.repository';

type EditAuthorization = Extract<IntakeAuthorization, { kind: 'change' }>;

export type IncomingEdit = IncomingSubmission<EditAuthorization>;

/** Input of an edit, from a sender or from a bulk edit. */
type Replacement = Pick<
  IncomingEdit,
  'form' | 'facts' | 'version' | 'answers' | 'xml' | 'xmlHash' | 'attachments'
>;

const ERRORS = { 'not-found': NotFoundError, gone: GoneError, conflict: ConflictError } as const;

/**
 * Replaces the submission whose uuid an instance deprecates, and stores the former state in the history (contract-data
 * 4.7). Of concurrent edits of one state the first wins; the others get 410.
 */
@Injectable()
export class EditIntakeService {
  constructor(
    private readonly repository: SubmissionRepository,
    private readonly stored: SubmissionWriteRepository,
    private readonly attachments: AttachmentRepository,
    private readonly history: SubmissionHistoryRepository,
    private readonly resubmissions: ResubmissionService,
    private readonly forms: DeployedFormService,
    private readonly parser: SubmissionParser,
    private readonly changes: SubmissionChangeService,
    private readonly entities: EntityIntakeService,
    private readonly quotas: QuotaService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws NotFoundError, GoneError, ConflictError if the deprecated uuid is unknown, already replaced or ambiguous;
   *   DeniedError if the submission is outside the sender's partial permission; OverQuotaError if new files exceed a limit
   */
  async replace(incoming: IncomingEdit): Promise<IntakeReceipt> {
    const editForm = incoming.editForm ?? (await this.formOf(incoming));
    const findVersion = await this.forms.versionFinder(incoming.form);
    return this.unitOfWork.run(async (transaction) => {
      const { form, facts, authorization } = incoming;
      const { assetId } = form;
      const targets = await this.stored.lock(transaction, assetId, {
        currentUuid: authorization.deprecatedUuid,
      });
      const [target] = targets;
      if (target === undefined || facts.uuid === authorization.deprecatedUuid) {
        const [same] = await this.stored.lock(transaction, assetId, { currentUuid: facts.uuid });
        if (same !== undefined) {
          await this.assertInScope(transaction, authorization, same);
          return this.resubmissions.resolveWith(transaction, incoming, same);
        }
      }
      const newer =
        target === undefined
          ? await this.history.findLatestEdit(transaction, assetId, authorization.deprecatedUuid)
          : undefined;
      const decision = decideEdit({ current: targets.length, past: newer !== undefined });
      if (
        decision.kind === 'gone' &&
        newer &&
        (await this.isInScope(transaction, authorization, newer.submissionId))
      ) {
        const edited = await this.findEdited(transaction, incoming, newer.submissionId);
        if (edited !== undefined) return this.resubmissions.resolveWith(transaction, incoming, edited);
        throw new SupersededEditError(decision.message, newer);
      }
      if (decision.kind !== 'edit') throw new ERRORS[decision.kind](decision.message);
      await this.assertInScope(transaction, authorization, target!);
      await this.assertUnused(transaction, incoming);
      await this.write(
        transaction,
        await this.merged(transaction, incoming, { target: target!, editForm, findVersion }),
        target!,
      );
      return receiptOf('stored', incoming, target!);
    });
  }

  /** The submission, if this edit is an earlier state of it: its sender missed the response, and others edited since. */
  private async findEdited(
    transaction: Transaction,
    { form: { assetId }, xmlHash }: IncomingEdit,
    id: number,
  ): Promise<StoredSubmission | undefined> {
    if (!(await this.history.existsByHash(transaction, assetId, id, xmlHash))) return undefined;
    return (await this.stored.lock(transaction, assetId, { id }))[0];
  }

  /** Adds what the sender could not know; the hash stays that of the XML as it was sent, by which repetitions are found. */
  private async merged(
    transaction: Transaction,
    incoming: IncomingEdit,
    {
      target,
      editForm,
      findVersion,
    }: { target: StoredSubmission; editForm: string | EditedForm; findVersion: VersionFinder },
  ): Promise<IncomingEdit> {
    const { form, attachments } = incoming;
    if (incoming.answers.isEncrypted || isEncrypted(target.json)) return incoming;
    const [stored] = await this.repository.listWithXml(transaction, form.assetId, [target.id]);
    const xml = await this.parser.merge(incoming.xml, stored!.xml, editForm);
    if (xml === undefined) return incoming;
    const instance = await this.parser.parse(xml);
    const version = findVersion(instance.facts, stored!.versionUid);
    const answers = await instance.flatten(version.reading);
    const names = attachments.map(({ name }) => name);
    const questionXpaths = matchAttachments(answers.fileAnswers, names);
    return {
      ...incoming,
      facts: requireInstanceId(instance.facts),
      version,
      answers,
      ...(await entitiesOf(instance, version)),
      xml,
      attachments: attachments.map((file) => ({
        ...file,
        questionXpath: questionXpaths.get(file.name) ?? '',
      })),
    };
  }

  /** Nodes of the version that an edit names, else of the version of the submission. */
  private async formOf({ form, facts, authorization }: IncomingEdit): Promise<EditedForm> {
    const { deprecatedUuid } = authorization;
    const stored = await this.repository.findVersionUid(form.assetId, deprecatedUuid);
    const { uid } = await this.forms.versionOf(form, facts, stored);
    const { versions } = await this.forms.history(form, [uid!]);
    const sections = versions.flatMap(({ content }) => readSections(content));
    return editedFormOf({
      questions: sections.flatMap(({ fields }) => fields),
      repeatPaths: sections.flatMap(({ path }) => (path === '' ? [] : [path])),
    });
  }

  private async write(
    transaction: Transaction,
    incoming: IncomingEdit,
    target: StoredSubmission,
  ): Promise<void> {
    const { form, actor, submittedBy: editedBy } = incoming;
    const now = this.clock.now();
    const files = await this.attachments.listCurrent(transaction, form.assetId, [target.id]);
    const edit = editOf(incoming, target, { files, now });
    const { assetId } = form;
    await this.quotas.assertRoomWithin(transaction, form, filesOf(edit.attachments.added));
    const submissionIds = [target.id];
    await this.changes.log(transaction, { assetId, submissionIds, kind: 'edited', now });
    await this.stored.replace(transaction, { assetId, editedBy, now }, [edit]);
    if (incoming.entities !== undefined)
      await this.entities.applyEdited(transaction, {
        ...editedEntities(assetId, target, incoming.entities),
        submittedBy: editedBy,
        submittedAt: now,
      });
    await this.changes.announce(transaction, form, 'edited', { actor, submissionIds });
  }

  private async assertInScope(
    transaction: Transaction,
    authorization: EditAuthorization,
    { id }: StoredSubmission,
  ): Promise<void> {
    if (!(await this.isInScope(transaction, authorization, id))) throw new DeniedError();
  }

  private async isInScope(
    transaction: Transaction,
    { access }: EditAuthorization,
    id: number,
  ): Promise<boolean> {
    return (await this.stored.filterByScope(transaction, scopeOf(access), [id])).has(id);
  }

  /** A uuid identifies one state of one submission. */
  private async assertUnused(transaction: Transaction, { form, facts }: IncomingEdit): Promise<void> {
    const { assetId } = form;
    const isUsed =
      (await this.repository.existsByRootUuid(transaction, assetId, facts.uuid)) ||
      (await this.stored.lock(transaction, assetId, { currentUuid: facts.uuid })).length > 0 ||
      (await this.history.existsByUuid(transaction, assetId, facts.uuid));
    if (isUsed) throw new ConflictError('Submission with this instance ID already exists');
  }
}

/** Entities of an edited submission. */
export function editedEntities(
  assetId: number,
  { id: submissionId, validationStatus }: Pick<StoredSubmission, 'id' | 'validationStatus'>,
  nodes: readonly EntityNode[],
) {
  const isApproved = validationStatus?.uid === 'validation_status_approved';
  return { assetId, submissionId, nodes, isApproved };
}

/**
 * Builds the edited row; id, root uuid, sender, validation status and supplement stay.
 * @throws ConflictError if an attachment has the name of a retained one but other content; InvalidError if encrypted
 */
export function editOf(
  { form, facts, version, answers, xml, xmlHash, attachments }: Replacement,
  { id, rootUuid, dateSubmitted, submittedBy, validationStatus, json }: StoredSubmission,
  { files, now }: { files: readonly StoredAttachment[]; now: Date },
): SubmissionEdit {
  assertNotEncrypted(answers.isEncrypted || isEncrypted(json));
  const sentNames = attachments.map(({ name }) => name);
  const isRecorded = (path: string): boolean => version.reading.recordedPaths.has(path);
  const { kept, dropped } = attachmentsAfterEdit(inListOrder(files, json), answers, {
    sentNames,
    isRecorded,
  });
  const decision = assertNoConflict(
    decideIntake(intakeFacts({ xmlHash, attachments: kept }), intakeFacts({ xmlHash, attachments })),
  );
  const names = new Set(decision.kind === 'new-attachments' ? decision.names : []);
  const added = attachments.filter(({ name }) => names.has(name));
  const members = renderSubmission({
    answers,
    formId: form.assetUid,
    uuid: facts.uuid,
    rootUuid,
    attachmentsJson: renderAttachments(form, rootUuid, [...kept, ...added]),
    submittedAt: dateSubmitted,
    submittedBy,
    validationStatus,
    supplementJson: supplementOf(json),
    modifiedAt: now,
  });
  return {
    id,
    uuid: facts.uuid,
    xmlHash,
    versionUid: version.uid,
    answersJson: `{${answers.membersJson}}`,
    json: submissionRow(id, members),
    xml,
    attachments: { kept, dropped, added },
  };
}

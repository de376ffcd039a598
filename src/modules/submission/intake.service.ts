import type { Readable } from 'node:stream';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { Environment } from '../../config/environment';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { Actor } from '../../domain/account/actor';
import { ConflictError, InvalidError, NotFoundError, WrongStateError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { denial, denialError } from '../../domain/permission/denial';
import { type InstanceFacts, readInstanceFacts } from '../../domain/submission/instance-facts';
import { flattenInstance } from '../../domain/submission/instance-flattening';
import { instanceHash } from '../../domain/submission/instance-hash';
import { parseInstance } from '../../domain/submission/instance-parser';
import { decideIntake } from '../../domain/submission/intake-decision';
import { assertStorableText } from '../../domain/text/storable-text';
import { renderSubmission, withAttachments } from '../../domain/submission/submission-json';
import { tellAll } from '../../listeners/submission-listener.port';
import { Storage } from '../../storage/storage.port';
import { StoredFileOwners } from '../../storage/stored-file-owners.port';
import { type DeployedForm, DeployedFormService } from '../deployment/deployed-form.service';
import { PermissionService } from '../permission/permission.service';
import {
  comparison,
  hashOf,
  type Incoming,
  newAttachments,
  type ReceivedFile,
  renderAttachments,
  storedComparison,
} from './incoming-submission';
import { IntakeQuery, type NewSubmission } from './intake.query';

export type { ReceivedFile };

export interface ReceivedSubmission {
  readonly xml: Buffer;
  readonly files: readonly ReceivedFile[];
}

/** What became of a submission. It is told only after the database has committed. */
export interface IntakeReceipt {
  /** `duplicate`: all of it was stored before. */
  readonly outcome: 'stored' | 'attachments-added' | 'duplicate';
  readonly formId: string;
  readonly instanceId: string;
  readonly submittedAt: Date;
  /** What the form wants its submitter to be thanked with. */
  readonly message: string | undefined;
}

const NO_SUCH_FORM = 'Form does not exist on this account';
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Takes submissions in (contract-data 4). One parse, look-ups from memory, one statement; a submission is never lost
 * after it was acknowledged and never stored twice.
 */
@Injectable()
export class IntakeService implements OnModuleInit {
  constructor(
    private readonly intake: IntakeQuery,
    private readonly forms: DeployedFormService,
    private readonly permissions: PermissionService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly storage: Storage,
    private readonly environment: Environment,
    private readonly owners: StoredFileOwners,
  ) {}

  onModuleInit(): void {
    this.owners.register((sha256s) => this.intake.named(sha256s));
  }

  /**
   * Stores the bytes of a file that comes with a submission, before the submission that names it.
   * @throws TooLargeError beyond MAX_UPLOAD_BYTES
   * @throws InvalidError for a name that can't be kept
   */
  async keepFile(name: string, mimetype: string, content: Readable): Promise<ReceivedFile> {
    assertStorableText(name, 'The name of a file');
    const draft = await this.storage.draft(content, this.environment.MAX_UPLOAD_BYTES);
    await draft.promote();
    await draft.keep();
    return { name, mimetype, sha256: draft.sha256, byteSize: draft.byteSize };
  }

  /**
   * @throws InvalidError for XML that can't be read or names no instance
   * @throws NotFoundError when no deployed form is meant
   * @throws WrongStateError when the form is archived
   * @throws ConflictError when the root uuid is taken by other content
   */
  async submit(actor: Actor, received: ReceivedSubmission): Promise<IntakeReceipt> {
    const xml = decode(received.xml);
    const document = parseInstance(xml);
    const facts = readInstanceFacts(document);
    const form = await this.forms.find(facts);
    if (form === undefined) throw new NotFoundError(NO_SUCH_FORM);
    await this.proveMaySubmit(actor, form);
    const answers = flattenInstance(document, form.paths);
    const xmlHash = instanceHash(received.xml);
    // Files of one submission must not contradict each other, before anything is written.
    refuseConflict(decideIntake(undefined, { xmlHash, attachments: received.files.map(hashOf) }));
    const incoming: Incoming = {
      form,
      facts: identified(facts),
      answers,
      xml,
      xmlHash: Buffer.from(xmlHash, 'hex'),
      attachments: newAttachments(received.files, answers),
      submittedBy: actor.kind === 'user' ? actor.username : null,
    };
    if (!form.active) throw new WrongStateError('Form is not active');
    if (!form.ownerIsActive) throw new WrongStateError('Account is not active');
    return this.store(incoming);
  }

  private async store(incoming: Incoming): Promise<IntakeReceipt> {
    const { form, facts, answers, xml, xmlHash, submittedBy, attachments } = incoming;
    const submittedAt = this.clock.now();
    const id = await this.insert(form, {
      assetId: form.assetId,
      rootUuid: facts.rootUuid,
      uuid: facts.uuid,
      xmlHash,
      versionUid: versionOf(facts, form),
      submittedBy,
      submittedAt,
      answersJson: `{${answers.membersJson}}`,
      membersJson: renderSubmission({
        answers,
        formId: form.assetUid,
        uuid: facts.uuid,
        rootUuid: facts.rootUuid,
        attachmentsJson: renderAttachments(incoming, attachments),
        submittedAt,
        submittedBy,
        validationStatus: null,
      }),
      xml,
      attachments,
    });
    return id === undefined ? this.repeat(incoming) : receipt('stored', incoming, submittedAt);
  }

  /** One statement, unless somebody must hear of it in the same transaction. */
  private async insert(
    { assetId, listeners }: DeployedForm,
    submission: NewSubmission,
  ): Promise<number | undefined> {
    if (listeners.length === 0) return this.intake.insert(submission);
    return this.unitOfWork.run(async (transaction) => {
      const id = await this.intake.insertWithin(transaction, submission);
      if (id === undefined) return undefined;
      await tellAll(listeners, transaction, { kind: 'came', assetId, submissionIds: [id] });
      return id;
    });
  }

  /** The root uuid is known: the same again, further files for it, or a contradiction. */
  private async repeat(incoming: Incoming): Promise<IntakeReceipt> {
    const { form, facts } = incoming;
    return this.unitOfWork.run(async (transaction) => {
      const stored = await this.intake.lock(transaction, form.assetId, facts.rootUuid);
      // Deleted since: the same submission may come in anew.
      if (stored === undefined) throw new ConflictError('The submission changed meanwhile; send it again.');
      const decision = refuseConflict(decideIntake(storedComparison(stored), comparison(incoming)));
      if (decision.kind === 'duplicate') return receipt('duplicate', incoming, stored.submittedAt);
      const names = new Set(decision.kind === 'new-attachments' ? decision.names : []);
      const added = incoming.attachments.filter(({ name }) => names.has(name));
      const json = withAttachments(
        stored.json,
        renderAttachments(incoming, [...stored.attachments, ...added]),
      );
      const now = this.clock.now();
      await this.intake.addAttachments(
        transaction,
        { assetId: form.assetId, id: stored.id, json, now },
        added,
      );
      await tellAll(form.listeners, transaction, {
        kind: 'changed',
        assetId: form.assetId,
        submissionIds: [stored.id],
      });
      return receipt('attachments-added', incoming, stored.submittedAt);
    });
  }

  private async proveMaySubmit(
    actor: Actor,
    { assetUid }: DeployedForm,
  ): Promise<AssetAccess<'add_submissions'>> {
    const access = await this.permissions.prove(actor, assetUid, 'add_submissions');
    if (access !== undefined) return access;
    throw denialError(denial({ family: 'openrosa', actor: actor.kind, canSee: false, safeMethod: false }));
  }
}

function decode(xml: Buffer): string {
  try {
    return utf8.decode(xml);
  } catch {
    throw new InvalidError('Improperly formatted XML. Send it as UTF-8.');
  }
}

/** The facts of an instance that can be told apart from all others. */
function identified(facts: InstanceFacts): Incoming['facts'] {
  const { instanceId, uuid, rootUuid, deprecatedId } = facts;
  if (instanceId === undefined || uuid === undefined || rootUuid === undefined) {
    throw new InvalidError('Instance ID is required');
  }
  if (deprecatedId !== undefined) {
    throw new InvalidError(
      'Submission rejected: this server does not take edits of submissions (deprecatedID) yet.',
    );
  }
  return { ...facts, instanceId, uuid, rootUuid };
}

/** The newest deployed version that the instance names; none named: the newest (contract-xlsform 4.2). */
function versionOf({ versionUids }: InstanceFacts, form: DeployedForm): string | null {
  return form.versionUids.find((uid) => versionUids.includes(uid)) ?? form.versionUids[0] ?? null;
}

function refuseConflict(decision: ReturnType<typeof decideIntake>) {
  if (decision.kind === 'conflict') throw new ConflictError(decision.message);
  return decision;
}

function receipt(
  outcome: IntakeReceipt['outcome'],
  { form, facts }: Incoming,
  submittedAt: Date,
): IntakeReceipt {
  return {
    outcome,
    formId: form.assetUid,
    instanceId: facts.instanceId,
    submittedAt,
    message: facts.submitMessage,
  };
}

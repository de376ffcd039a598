import type { Readable } from 'node:stream';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { Environment } from '../../config/environment';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { Actor } from '../../domain/account/actor';
import {
  ConflictError,
  type DomainError,
  NotFoundError,
  UnauthenticatedError,
  WrongStateError,
} from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { denial, denialError } from '../../domain/permission/denial';
import { instanceHash } from '../../domain/submission/instance-hash';
import { type AttachmentHash, decideIntake } from '../../domain/submission/intake-decision';
import { assertStorableText } from '../../domain/text/storable-text';
import { renderSubmission, withAttachments } from '../../domain/submission/submission-json';
import { InstanceReader } from '../../instances/instance-reader.port';
import { tellAll } from '../../listeners/submission-listener.port';
import { Storage } from '../../storage/storage.port';
import { StoredFileOwners } from '../../storage/stored-file-owners.port';
import { type DeployedForm, DeployedFormService } from '../deployment/deployed-form.service';
import { PermissionService } from '../permission/permission.service';
import { type Admission, decodeXml, identified, versionOf } from './admission';
import { IntakeQuery, type NewSubmission } from './intake.query';
import { IntakeRepository } from './intake.repository';
import {
  type IncomingAttachment,
  incomingAttachments,
  type ReceivedFile,
  renderAttachments,
} from './received-file';

export type { Admission, ReceivedFile };

/** What became of a submission. It is told only after the database has committed. */
export interface IntakeReceipt {
  /** `duplicate`: all of it was stored before. */
  readonly outcome: 'stored' | 'attachments-added' | 'duplicate';
  readonly formId: string;
  readonly isEncrypted: boolean;
  readonly instanceId: string;
  readonly submittedAt: Date;
  /** What the form wants its submitter to be thanked with. */
  readonly message: string | undefined;
}

/** An admitted submission with its files. */
interface Incoming extends Admission {
  readonly attachments: readonly IncomingAttachment[];
}

const NO_SUCH_FORM = 'Form does not exist on this account';

/**
 * Takes submissions in (contract-data 4), in two steps: `admit` reads the instance and asks whether it may come in,
 * `store` keeps it with its files. One parse, look-ups from memory, one statement; a submission is never lost after it
 * was acknowledged and never stored twice, and of one that is refused nothing is left.
 */
@Injectable()
export class IntakeService implements OnModuleInit {
  private readonly logger = new Logger('intake');

  constructor(
    private readonly intake: IntakeQuery,
    private readonly submissions: IntakeRepository,
    private readonly reader: InstanceReader,
    private readonly forms: DeployedFormService,
    private readonly permissions: PermissionService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly storage: Storage,
    private readonly environment: Environment,
    private readonly owners: StoredFileOwners,
  ) {}

  onModuleInit(): void {
    this.owners.register((sha256s) => this.submissions.named(sha256s));
  }

  /**
   * @param xml as it came
   * @throws InvalidError for XML that can't be read or names no instance
   * @throws NotFoundError when no deployed form is meant; UnauthenticatedError to an anonymous sender
   * @throws WrongStateError when the form is archived
   */
  async admit(actor: Actor, xml: Buffer): Promise<Admission> {
    const text = decodeXml(xml);
    const instance = await this.reader.open(text);
    const { facts } = instance;
    const form = await this.forms.find(facts);
    if (form === undefined) throw noSuchForm(actor);
    const access = await this.proveMaySubmit(actor, form);
    const identifiedFacts = identified(facts);
    if (!form.active) throw new WrongStateError('Form is not active');
    if (!form.ownerIsActive) throw new WrongStateError('Account is not active');
    return {
      access,
      form,
      facts: identifiedFacts,
      answers: await instance.flatten(form.paths),
      xml: text,
      xmlHash: Buffer.from(instanceHash(xml), 'hex'),
      submittedBy: actor.kind === 'user' ? actor.username : null,
    };
  }

  /**
   * Takes a file of a submission in; whoever calls discards the draft in `finally`.
   * @param maxBytes MAX_UPLOAD_BYTES at the most
   * @throws TooLargeError, and InvalidError for a name that can't be kept
   */
  async receiveFile(
    { name, mimetype }: Omit<ReceivedFile, 'draft'>,
    content: Readable,
    maxBytes = this.environment.MAX_UPLOAD_BYTES,
  ): Promise<ReceivedFile> {
    assertStorableText(name, 'The name of a file');
    const draft = await this.storage.draft(content, Math.min(maxBytes, this.environment.MAX_UPLOAD_BYTES));
    return { name, mimetype, draft };
  }

  /**
   * Stores what was admitted, with all its files. The bytes get their names right before the row that names them.
   * @throws ConflictError when the root uuid is taken by other content, or a name by other bytes
   */
  async store(admission: Admission, files: readonly ReceivedFile[]): Promise<IntakeReceipt> {
    const incoming = { ...admission, attachments: incomingAttachments(admission, files) };
    // Files of one submission must not contradict each other, before anything is written.
    refuseConflict(decideIntake(undefined, comparison({ ...admission, attachments: files.map(hashedFile) })));
    await promote(incoming.attachments);
    try {
      const receipt = await this.insertOrRepeat(incoming);
      await this.keep(incoming.attachments);
      return receipt;
    } catch (error) {
      // Of any other failure it is not known whether the row came: that is for the sweep to ask.
      if (error instanceof ConflictError) await this.withdraw(incoming.attachments);
      throw error;
    }
  }

  private async insertOrRepeat(incoming: Incoming): Promise<IntakeReceipt> {
    const submittedAt = this.clock.now();
    const isStored = await this.insert(incoming, submittedAt);
    return isStored ? receiptOf('stored', incoming, submittedAt) : this.repeat(incoming);
  }

  /** @returns false when the root uuid is known */
  private async insert(incoming: Incoming, submittedAt: Date): Promise<boolean> {
    const { access, form, facts, answers, xml, xmlHash, submittedBy, attachments } = incoming;
    return this.insertAndTell(form.listeners, {
      assetId: access.assetId,
      rootUuid: facts.rootUuid,
      uuid: facts.uuid,
      xmlHash,
      versionUid: versionOf(incoming),
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
  }

  /** One statement, unless somebody must hear of it in the same transaction. */
  private async insertAndTell(
    listeners: DeployedForm['listeners'],
    submission: NewSubmission,
  ): Promise<boolean> {
    if (listeners.length === 0) return (await this.intake.insert(submission)) !== undefined;
    return this.unitOfWork.run(async (transaction) => {
      const id = await this.intake.insertWithin(transaction, submission);
      if (id === undefined) return false;
      const { assetId } = submission;
      await tellAll(listeners, transaction, { kind: 'came', assetId, submissionIds: [id] });
      return true;
    });
  }

  /** The root uuid is known: the same again, further files for it, or a contradiction. */
  private async repeat(incoming: Incoming): Promise<IntakeReceipt> {
    const { assetId } = incoming.access;
    return this.unitOfWork.run(async (transaction) => {
      const stored = await this.submissions.lock(transaction, assetId, incoming.facts.rootUuid);
      // Deleted since: the same submission may come in anew.
      if (stored === undefined) throw new ConflictError('The submission changed meanwhile; send it again.');
      const decision = refuseConflict(decideIntake(comparison(stored), comparison(incoming)));
      if (decision.kind === 'duplicate') return receiptOf('duplicate', incoming, stored.submittedAt);
      const names = new Set(decision.kind === 'new-attachments' ? decision.names : []);
      const added = incoming.attachments.filter(({ name }) => names.has(name));
      const json = withAttachments(
        stored.json,
        renderAttachments(incoming, [...stored.attachments, ...added]),
      );
      const now = this.clock.now();
      await this.intake.addAttachments(transaction, { assetId, id: stored.id, json, now }, added);
      const change = { kind: 'changed', assetId, submissionIds: [stored.id] } as const;
      await tellAll(incoming.form.listeners, transaction, change);
      return receiptOf('attachments-added', incoming, stored.submittedAt);
    });
  }

  /** The rows are committed; what can't be noted now, the sweep finds out by asking. */
  private async keep(attachments: readonly IncomingAttachment[]): Promise<void> {
    await Promise.all(attachments.map(({ draft }) => draft.keep())).catch((error: unknown) =>
      this.logger.warn(error),
    );
  }

  private async withdraw(attachments: readonly IncomingAttachment[]): Promise<void> {
    for (const { draft } of attachments) {
      await draft.withdraw(this.owners.named).catch((error: unknown) => this.logger.warn(error));
    }
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

/** A stranger is told of an absent form what they are told of a private one (decision 31). */
function noSuchForm(actor: Actor): DomainError {
  return actor.kind === 'anonymous' ? new UnauthenticatedError() : new NotFoundError(NO_SUCH_FORM);
}

async function promote(attachments: readonly IncomingAttachment[]): Promise<void> {
  await Promise.all(attachments.map(({ draft }) => draft.promote()));
}

/** What `decideIntake` compares, of a submission that came in or of a stored one. */
function comparison({
  xmlHash,
  attachments,
}: {
  xmlHash: Buffer;
  attachments: readonly { name: string; sha256: Buffer }[];
}) {
  return { xmlHash: xmlHash.toString('hex'), attachments: attachments.map(hashOf) };
}

function hashOf({ name, sha256 }: { name: string; sha256: Buffer }): AttachmentHash {
  return { name, hash: sha256.toString('hex') };
}

function hashedFile({ name, draft }: ReceivedFile): { name: string; sha256: Buffer } {
  return { name, sha256: draft.sha256 };
}

function refuseConflict(decision: ReturnType<typeof decideIntake>) {
  if (decision.kind === 'conflict') throw new ConflictError(decision.message);
  return decision;
}

function receiptOf(
  outcome: IntakeReceipt['outcome'],
  { form, facts }: Admission,
  submittedAt: Date,
): IntakeReceipt {
  return {
    outcome,
    formId: form.assetUid,
    isEncrypted: form.encrypted,
    // Another scheme is part of it, as it is of the submission's uuid (contract-data 1.2).
    instanceId: `uuid:${facts.uuid}`,
    submittedAt,
    message: facts.submitMessage,
  };
}

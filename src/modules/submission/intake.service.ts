import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { Actor } from '../../domain/account/actor';
import {
  DeniedError,
  type DomainError,
  InvalidError,
  NotFoundError,
  UnauthenticatedError,
  WrongStateError,
} from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { denial, denialError } from '../../domain/permission/denial';
import { bareUuid } from '../../domain/submission/instance-id';
import { instanceHash } from '../../domain/submission/instance-hash';
import { decideIntake } from '../../domain/submission/intake-decision';
import { InstanceReader } from '../../workers/submission-parser/instance-reader.port';
import { tellAll } from '../../events/submission-listener.port';
import { type DeployedForm, DeployedFormService } from '../deployment/deployed-form.service';
import { PermissionService } from '../permission/permission.service';
import {
  type Admission,
  decodeXml,
  identified,
  type Incoming,
  type IntakeReceipt,
  type IntakeRight,
  receiptOf,
  type WayIn,
} from './admission';
import { EditService } from './edit.service';
import { GroupIntakeService } from './group-intake.service';
import { comparison, refuseConflict } from './intake-comparison';
import { IncomingFilesService } from './incoming-files.service';
import { IntakeQuery, type NewSubmission } from './intake.query';
import { newSubmission } from './new-submission';
import { incomingAttachments, type ReceivedFile } from './received-file';
import { RepeatedIntakeService } from './repeated-intake.service';

export type { Admission, IntakeReceipt, ReceivedFile, WayIn };

const OTHER_FORM = 'The submission is for another form; send it there, or with the id of this one.';
const NO_EDIT = 'Your submission XML is missing critical elements.';
const NO_RIGHT = 'Access denied';
const NO_SUCH_FORM = 'Form does not exist on this account';

/**
 * Takes submissions in (contract-data 4), in two steps: `admit` reads the instance and asks whether it may come in,
 * `store` keeps it with its files. One parse, look-ups from memory, one statement; a submission is never lost after it
 * was acknowledged and never stored twice, and of one that is refused nothing is left.
 */
@Injectable()
export class IntakeService {
  constructor(
    private readonly intake: IntakeQuery,
    private readonly groups: GroupIntakeService,
    private readonly repeats: RepeatedIntakeService,
    private readonly edits: EditService,
    private readonly files: IncomingFilesService,
    private readonly reader: InstanceReader,
    private readonly forms: DeployedFormService,
    private readonly permissions: PermissionService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @param xml as it came
   * @param into absent: any form
   * @throws InvalidError for XML that can't be read, names no instance, or is not for that form
   * @throws NotFoundError when no deployed form is meant; UnauthenticatedError to an anonymous sender
   * @throws WrongStateError when the form is archived
   */
  async admit(actor: Actor, xml: Buffer, into?: WayIn): Promise<Admission> {
    const text = decodeXml(xml);
    const instance = await this.reader.open(text);
    const { facts } = instance;
    const form = await this.forms.find(facts);
    if (into !== undefined && form?.assetUid !== into.assetUid) throw new InvalidError(OTHER_FORM);
    if (form === undefined) throw noSuchForm(actor);
    if (into?.editsOnly === true && facts.deprecatedId === undefined) throw new InvalidError(NO_EDIT);
    const right = await this.rightTo(actor, form, facts.deprecatedId, into?.access);
    const identifiedFacts = identified(facts);
    if (!form.active) throw new WrongStateError('Form is not active');
    if (!form.ownerIsActive) throw new WrongStateError('Account is not active');
    return {
      right,
      form,
      facts: identifiedFacts,
      answers: await instance.flatten(form.paths),
      xml: text,
      xmlHash: Buffer.from(instanceHash(xml), 'hex'),
      actor,
      submittedBy: actor.kind === 'user' ? actor.username : null,
    };
  }

  /** The same XML, with an instanceID where it had none. @throws as `admit` does of XML */
  async identify(xml: Buffer): Promise<Buffer> {
    const text = decodeXml(xml);
    const { facts } = await this.reader.open(text);
    if (facts.instanceId !== undefined) return xml;
    const { deprecatedId, rootUuid } = facts;
    const meta = { instanceId: `uuid:${randomUUID()}`, deprecatedId, rootUuid };
    return Buffer.from(await this.reader.rewrite(text, { answers: [], answersIfAsked: [], ...meta }));
  }

  /**
   * Stores what was admitted, with all its files. The bytes get their names right before the row that names them.
   * @throws ConflictError when the root uuid is taken by other content, or a name by other bytes
   * @throws NotFoundError, GoneError when the submission that it replaces is not there, or was replaced before
   */
  async store(admission: Admission, files: readonly ReceivedFile[]): Promise<IntakeReceipt> {
    const attachments = incomingAttachments(admission, files);
    const sent = files.map(({ name, draft }) => ({ name, sha256: draft.sha256 }));
    refuseConflict(decideIntake(undefined, comparison({ ...admission, attachments: sent })));
    const { right } = admission;
    return this.files.storeWith(attachments, () =>
      right.kind === 'change'
        ? this.edits.replace({ ...admission, right, attachments })
        : this.insertOrRepeat({ ...admission, attachments }),
    );
  }

  private async insertOrRepeat(incoming: Incoming): Promise<IntakeReceipt> {
    const submittedAt = this.clock.now();
    const id = await this.insert(incoming, submittedAt);
    if (id !== undefined) return receiptOf('stored', incoming, { id, submittedAt });
    return this.repeats.takeIn(incoming, { rootUuid: incoming.facts.rootUuid });
  }

  /** @returns its number; undefined when the root uuid is known */
  private async insert(incoming: Incoming, submittedAt: Date): Promise<number | undefined> {
    return this.insertAndTell(incoming.form.listeners, newSubmission(incoming, { ...incoming, submittedAt }));
  }

  /** One statement, unless somebody must hear of it in the same transaction and by no function of the database. */
  private async insertAndTell(
    listeners: DeployedForm['listeners'],
    submission: NewSubmission,
  ): Promise<number | undefined> {
    const notes = listeners.flatMap(({ noteFunction }) => noteFunction ?? []);
    if (notes.length === listeners.length) return this.groups.insert(submission, notes);
    return this.unitOfWork.run(async (transaction) => {
      const id = await this.intake.insertWithin(transaction, submission);
      if (id === undefined) return undefined;
      const { assetId } = submission;
      await tellAll(listeners, transaction, { kind: 'came', assetId, submissionIds: [id] });
      return id;
    });
  }

  /** Nobody edits without a name (contract-data 4.5). */
  private async rightTo(
    actor: Actor,
    form: DeployedForm,
    deprecatedId: string | undefined,
    proven: AssetAccess<'add_submissions'> | undefined,
  ): Promise<IntakeRight> {
    if (deprecatedId === undefined) {
      return { kind: 'add', access: proven ?? (await this.prove(actor, form, 'add_submissions')) };
    }
    if (actor.kind === 'anonymous') throw new UnauthenticatedError();
    const access = await this.prove(actor, form, 'change_submissions');
    return { kind: 'change', access, deprecatedUuid: bareUuid(deprecatedId) };
  }

  private async prove<P extends 'add_submissions' | 'change_submissions'>(
    actor: Actor,
    { assetUid }: DeployedForm,
    codename: P,
  ): Promise<AssetAccess<P>> {
    const access = await this.permissions.prove(actor, assetUid, codename);
    if (access !== undefined) return access;
    const kind = denial({ family: 'openrosa', actor: actor.kind, canSee: false, safeMethod: false });
    throw kind === 'denied' ? new DeniedError(NO_RIGHT) : denialError(kind);
  }
}

/** A stranger is told of an absent form what they are told of a private one (decision 31). */
function noSuchForm(actor: Actor): DomainError {
  return actor.kind === 'anonymous' ? new UnauthenticatedError() : new NotFoundError(NO_SUCH_FORM);
}

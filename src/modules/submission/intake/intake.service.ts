import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import type { Actor } from '../../../domain/account/actor';
import { expectedVersions } from '../../../domain/entity/expected-version';
import {
  DeniedError,
  type DomainError,
  InvalidError,
  NotFoundError,
  UnauthenticatedError,
  WrongStateError,
} from '../../../domain/errors';
import { submissionWith } from '../../../domain/quota';
import { type AssetAccess, accessDenial, accessDenialError } from '../../../domain/permission/asset-access';
import { decideIntake } from '../../../domain/submission/intake-decision';
import { replaceInstanceFormId } from '../../../domain/xform/replace-form-id';
import { SubmissionParser } from '../../../workers/submission-parser/submission-parser';
import { publish } from '../../../events/subscribers.port';
import { type DeployedForm, DeployedFormService } from '../../deployment/deployed-form.service';
import { FormerFormIdService } from '../../deployment/moved-deployment.service';
import { EntityIntakeService } from '../../entity/entity-intake.service';
import { PermissionService } from '../../permission/permission.service';
import { QuotaService } from '../../account/quota/quota.service';
import {
  assertNoConflict,
  type AuthorizedSubmission,
  decodeXml,
  entitiesOf,
  incomingAttachments,
  type IncomingSubmission,
  type IntakeAuthorization,
  intakeFacts,
  type IntakeReceipt,
  type IntakeTarget,
  newSubmission,
  receiptOf,
  type ReceivedFile,
  requireInstanceId,
} from './incoming-submission';
import { EditIntakeService } from './edit-intake.service';
import { AttachmentStorageService } from './attachment-storage.service';
import { IntakeRepository, isBatched, type NewSubmission } from './intake.repository';
import { ResubmissionService } from './resubmission.service';
import { instanceHash, bareUuid } from '../../../domain/submission/instance-document';
import type { Projection } from '../../../domain/query/data-page';
import { scopeOf, scopeOfNewSubmission } from '../../../domain/query/submission-scope';
import { AccountService } from '../../account/account.service';
import { SubmissionReadRepository } from '../read/submission-read.repository';
import type { SubmissionJson } from '../read/submission.service';

export type { AuthorizedSubmission, IntakeReceipt, IntakeTarget, ReceivedFile };

const OTHER_FORM = 'The submission is for another form. Send it to that form, or use the id of this form.';
const DEPRECATED_ID_REQUIRED = 'Your submission XML is missing critical elements.';
const ACCESS_DENIED = 'Access denied';
const FORM_NOT_FOUND = 'Form does not exist on this account';

/**
 * Submission intake (contract-data 4): `authorize` parses the instance and checks permissions, `store` commits it with
 * its attachments. Idempotent: an acknowledged submission is durable and stored once; a refused one leaves no data.
 */
@Injectable()
export class IntakeService {
  constructor(
    private readonly intake: IntakeRepository,
    private readonly resubmissions: ResubmissionService,
    private readonly edits: EditIntakeService,
    private readonly files: AttachmentStorageService,
    private readonly parser: SubmissionParser,
    private readonly forms: DeployedFormService,
    private readonly formerIds: FormerFormIdService,
    private readonly permissions: PermissionService,
    private readonly quotas: QuotaService,
    private readonly entities: EntityIntakeService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @param target absent: any deployed form
   * @param ownerUsername owner whose forms the path names
   * @throws InvalidError for malformed XML, a missing instanceID or a form other than the target
   * @throws NotFoundError if no deployed form matches; UnauthenticatedError to an anonymous sender
   * @throws WrongStateError if the form is archived or its owner inactive
   */
  async authorize(
    actor: Actor,
    sent: Buffer,
    target?: IntakeTarget,
    ownerUsername?: string,
  ): Promise<AuthorizedSubmission> {
    let [text, hashed]: [string, string | Buffer] = [decodeXml(sent), sent];
    let instance = await this.parser.parse(text);
    let form = await this.forms.find(instance.facts);
    const { formId } = instance.facts;
    if (form === undefined && target === undefined && formId !== undefined) {
      const uid = await this.formerIds.find(actor, formId, ownerUsername);
      form = uid === undefined ? undefined : await this.forms.findByAsset({ assetUid: uid });
      // Stored as moved submissions are, which a phone may send again.
      if (form !== undefined) {
        text = hashed = replaceInstanceFormId(text, form.assetUid);
        instance = await this.parser.parse(text);
      }
    }
    const { facts } = instance;
    if (target !== undefined && form?.assetUid !== target.assetUid) throw new InvalidError(OTHER_FORM);
    if (form === undefined) throw noSuchForm(actor);
    if (target?.editForm !== undefined && facts.deprecatedId === undefined)
      throw new InvalidError(DEPRECATED_ID_REQUIRED);
    const authorization = await this.authorizationFor(actor, form, facts.deprecatedId, target?.access);
    const identifiedFacts = requireInstanceId(facts);
    if (!form.active) throw new WrongStateError('Form is not active');
    if (!form.ownerIsActive) throw new WrongStateError('Account is not active');
    const version = await this.forms.versionOf(form, facts);
    return {
      authorization,
      form,
      facts: identifiedFacts,
      version,
      answers: await instance.flatten(version.reading),
      ...(await entitiesOf(instance, version)),
      xml: text,
      xmlHash: Buffer.from(instanceHash(hashed), 'hex'),
      actor,
      submittedBy: actor.kind === 'user' ? actor.username : null,
      editForm: target?.editForm,
    };
  }

  /** Adds a generated instanceID to XML without one. @throws InvalidError for malformed XML */
  async ensureInstanceId(xml: Buffer): Promise<Buffer> {
    const text = decodeXml(xml);
    const { facts } = await this.parser.parse(text);
    if (facts.instanceId !== undefined) return xml;
    const { deprecatedId, rootUuid } = facts;
    const meta = { instanceId: `uuid:${randomUUID()}`, deprecatedId, rootUuid };
    return Buffer.from(await this.parser.rewrite(text, { answers: [], answersIfPresent: [], ...meta }));
  }

  /**
   * Stores a submission with its attachments.
   * @throws ConflictError if the root uuid or a file name exists with other content
   * @throws NotFoundError, GoneError if the submission to edit is unknown or already replaced
   * @throws OverQuotaError for a new submission, or new files of a stored one, beyond a limit
   */
  async store(submission: AuthorizedSubmission, files: readonly ReceivedFile[]): Promise<IntakeReceipt> {
    const attachments = incomingAttachments(submission, files);
    const sent = files.map(({ name, stagedFile }) => ({ name, sha256: stagedFile.sha256 }));
    assertNoConflict(decideIntake(undefined, intakeFacts({ ...submission, attachments: sent })));
    const { authorization } = submission;
    return this.files.promoteAndWrite(attachments, () =>
      authorization.kind === 'change'
        ? this.edits.replace({ ...submission, authorization, attachments })
        : this.insertOrResubmit({ ...submission, attachments }),
    );
  }

  private async insertOrResubmit(incoming: IncomingSubmission): Promise<IntakeReceipt> {
    const submittedAt = this.clock.now();
    const submission = newSubmission(incoming, { ...incoming, submittedAt });
    const excess = await this.quotas.excess(incoming.form, submissionWith(incoming.attachments));
    const id = excess === undefined ? await this.insert(incoming, submission) : undefined;
    if (id !== undefined) return receiptOf('stored', incoming, { id, dateSubmitted: submittedAt });
    // Sent again, it is acknowledged also beyond a quota: the client would keep what is stored.
    return this.resubmissions.resolve(incoming, { rootUuid: incoming.facts.rootUuid }, excess);
  }

  /**
   * One statement if all subscribers have a database function and all entities are as expected; otherwise a transaction.
   */
  private async insert(
    { form: { subscribers }, entities: nodes = [], submittedBy }: IncomingSubmission,
    submission: NewSubmission,
  ): Promise<number | undefined> {
    const publishFunctions = subscribers.flatMap(({ publishFunction }) => publishFunction ?? []);
    if (publishFunctions.length === subscribers.length) {
      if (nodes.length === 0) return this.intake.insert(submission, publishFunctions);
      const versions = isBatched(submission) ? expectedVersions(nodes) : undefined;
      const id =
        versions && (await this.intake.insertWithEntities({ submission, publishFunctions, versions }));
      if (id !== undefined) return id;
    }
    return this.unitOfWork.run(async (transaction) => {
      const { assetId, submittedAt } = submission;
      const locked = nodes.length > 0 ? await this.entities.lock(transaction, assetId, nodes) : [];
      const id = await this.intake.insertWithin(transaction, submission);
      if (id === undefined) return undefined;
      if (locked.length > 0) {
        const source = { assetId, submissionId: id, submittedBy, submittedAt };
        await this.entities.apply(transaction, source, locked);
      }
      await publish(subscribers, transaction, { kind: 'created', assetId, submissionIds: [id] });
      return id;
    });
  }

  /** Edits require authentication (contract-data 4.5). */
  private async authorizationFor(
    actor: Actor,
    form: DeployedForm,
    deprecatedId: string | undefined,
    proven: AssetAccess<'add_submissions'> | undefined,
  ): Promise<IntakeAuthorization> {
    if (deprecatedId === undefined) {
      return { kind: 'add', access: proven ?? (await this.authorizeAsset(actor, form, 'add_submissions')) };
    }
    if (actor.kind === 'anonymous') throw new UnauthenticatedError();
    const access = await this.authorizeAsset(actor, form, 'change_submissions');
    return { kind: 'change', access, deprecatedUuid: bareUuid(deprecatedId) };
  }

  private async authorizeAsset<P extends 'add_submissions' | 'change_submissions'>(
    actor: Actor,
    { assetUid }: DeployedForm,
    codename: P,
  ): Promise<AssetAccess<P>> {
    const access = await this.permissions.authorize(actor, assetUid, codename);
    if (access !== undefined) return access;
    const kind = accessDenial({ family: 'openrosa', actor: actor.kind, canSee: false, safeMethod: false });
    throw kind === 'denied' ? new DeniedError(ACCESS_DENIED) : accessDenialError(kind);
  }
}

/** Anonymous senders get the same response for a missing form as for a private one (decision 26). */
function noSuchForm(actor: Actor): DomainError {
  return actor.kind === 'anonymous' ? new UnauthenticatedError() : new NotFoundError(FORM_NOT_FOUND);
}

const IDENTITY: Projection = { keys: ['_id', '_uuid', 'meta/rootUuid'], validationStatus: false };

/** Returns a submission to its sender after intake (decision 18). */
@Injectable()
export class IntakeResultService {
  constructor(
    private readonly submissions: SubmissionReadRepository,
    private readonly permissions: PermissionService,
    private readonly accounts: AccountService,
  ) {}

  /** XML of the edited submission; undefined if the edit took it out of the sender's permissions. */
  async findXml(
    actor: Actor,
    assetUid: string,
    { submissionId: id }: IntakeReceipt,
  ): Promise<string | undefined> {
    const access = await this.permissions.authorize(actor, assetUid, 'change_submissions');
    return access && (await this.submissions.findXml(scopeOf(access), { id }));
  }

  /**
   * The stored submission. Senders without view permission get only the identifiers of a submission that existed
   * before: others may have changed it.
   */
  async get(
    actor: Actor,
    access: AssetAccess<'add_submissions'>,
    { submissionId: id, outcome }: IntakeReceipt,
  ): Promise<SubmissionJson> {
    const viewAccess = await this.permissions.authorize(actor, access.assetUid, 'view_submissions');
    const visible = viewAccess && (await this.submissions.findJson(scopeOf(viewAccess), { id }, undefined));
    const projection = outcome === 'stored' ? undefined : IDENTITY;
    const json =
      visible ?? (await this.submissions.findJson(scopeOfNewSubmission(access, id), { id }, projection));
    return { json: json ?? '{}', ownerUsername: await this.accounts.usernameOf(access.ownerId) };
  }
}

import { randomBytes } from 'node:crypto';
import { assertBelowLimit } from '../../../domain/saved-limit';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../../domain/account/actor';
import { type AccountEvent, replacedMembers } from '../../../domain/audit/audit-action';
import { isLongerThan, unstorableReason } from '../../../domain/text/unstorable-text';
import { generateUid, UID_PREFIX } from '../../../domain/asset/uid';
import { InvalidError, OAuthError, orNotFound, type StateCheck } from '../../../domain/errors';
import {
  type Application,
  type ClientType,
  redirectUriProblem,
  type ClientRequest,
  readClientCredentials,
} from '../../../domain/oauth/application';
import type { Page, PageWindow } from '../../../domain/page';
import { AuditService } from '../../audit/audit.service';
import { type ApplicationChange, ApplicationRepository } from './application.repository';
import { hashSecret, matchesSecret, generateSecret } from './secret';

export interface NewApplication {
  readonly name: string;
  readonly clientType: ClientType;
  readonly redirectUris: readonly string[];
}

export type { ApplicationChange };

/** A new application with its secret, which is not stored; public applications have none. */
export interface RegisteredApplication {
  readonly application: Application;
  readonly secret: string | undefined;
}

const MAX_NAME_LENGTH = 255;
const MAX_REDIRECT_URIS = 20;

@Injectable()
export class ApplicationService {
  constructor(
    private readonly applications: ApplicationRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  async list(actor: UserActor, { limit, start }: PageWindow): Promise<Page<Application>> {
    const [items, count] = await this.applications.listByOwner(actor.id, limit, start);
    return { count, items };
  }

  /** @throws NotFoundError, also for applications of other users */
  async show(actor: UserActor, clientId: string): Promise<Application> {
    return orNotFound(await this.applications.findOwn(actor.id, clientId));
  }

  /** @throws InvalidError by field */
  async register(
    actor: UserActor,
    { name, clientType, redirectUris }: NewApplication,
  ): Promise<RegisteredApplication> {
    assertName(name);
    assertRedirectUris(redirectUris);
    const [, count] = await this.applications.listByOwner(actor.id, 1, 0);
    assertBelowLimit(count, 'You have', 'applications');
    const clientId = generateUid(UID_PREFIX.application, randomBytes);
    const secret = clientType === 'confidential' ? generateSecret() : undefined;
    const now = this.clock.now();
    await this.unitOfWork.run(async (transaction) => {
      await this.applications.insert(transaction, {
        clientId,
        ownerId: actor.id,
        name,
        clientType,
        redirectUris: [...redirectUris],
        secretHash: secret === undefined ? null : hashSecret(secret),
        dateCreated: now,
        dateModified: now,
      });
      await this.recordEvent(transaction, actor, 'create', {
        application: clientId,
        name,
        redirect_uris: redirectUris,
      });
    });
    return { application: await this.show(actor, clientId), secret };
  }

  /** @throws InvalidError by field */
  async change(
    actor: UserActor,
    clientId: string,
    change: ApplicationChange,
    check?: StateCheck<Pick<Application, 'name' | 'redirectUris'>>,
  ): Promise<Application> {
    const { id, name, redirectUris } = await this.show(actor, clientId);
    if (change.name !== undefined) assertName(change.name);
    if (change.redirectUris !== undefined) assertRedirectUris(change.redirectUris);
    await this.unitOfWork.run(async (transaction) => {
      const stored = check && (await this.applications.lock(transaction, id));
      if (stored) check?.(stored);
      await this.applications.update(transaction, id, change, this.clock.now());
      const members = replacedMembers(
        { name, redirect_uris: redirectUris },
        { name: change.name ?? name, redirect_uris: change.redirectUris ?? redirectUris },
      );
      if (Object.keys(members).length === 0) return;
      await this.recordEvent(transaction, actor, 'update', { application: clientId, ...members });
    });
    return this.show(actor, clientId);
  }

  /** Revokes all its grants and tokens. */
  async remove(actor: UserActor, clientId: string): Promise<void> {
    const { id, name } = await this.show(actor, clientId);
    await this.unitOfWork.run(async (transaction) => {
      await this.applications.delete(transaction, id);
      await this.recordEvent(transaction, actor, 'delete', { application: clientId, name });
    });
  }

  /** @throws OAuthError for an unknown client, which must never be redirected to (RFC 6749 4.1.2.1) */
  async findForAuthorization(clientId: string | undefined): Promise<Application> {
    const application =
      clientId === undefined || !isVisibleText(clientId)
        ? null
        : await this.applications.findByClientId(clientId);
    if (application === null) throw new OAuthError('invalid_request', 'Invalid client_id parameter value.');
    return application;
  }

  /**
   * Client authentication (RFC 6749 2.3).
   * @throws OAuthError for invalid credentials
   */
  async authenticate(request: ClientRequest): Promise<Application> {
    const { clientId, secret } = readClientCredentials(request);
    const application = isVisibleText(clientId) ? await this.applications.findWithSecret(clientId) : null;
    const isAuthenticated =
      application !== null &&
      (application.secretHash === null
        ? secret === undefined
        : secret !== undefined && matchesSecret(secret, application.secretHash));
    if (!isAuthenticated)
      throw new OAuthError('invalid_client', 'Unknown client_id or wrong client_secret. Check both.');
    return application;
  }

  private recordEvent(
    transaction: Transaction,
    actor: UserActor,
    action: AccountEvent['action'],
    metadata: object,
  ): Promise<void> {
    const event = { action, metadata: { account: actor.username, ...metadata } };
    return this.audit.recordAccountEvent(transaction, actor, event);
  }
}

/** VSCHAR of RFC 6749 appendix A.1. */
function isVisibleText(text: string): boolean {
  return /^[\x20-\x7e]+$/.test(text);
}

function assertName(name: string): void {
  if (name.trim() === '') throw InvalidError.at('name', 'This field may not be blank.');
  if (isLongerThan(MAX_NAME_LENGTH, name)) {
    throw InvalidError.at('name', `Ensure this field has no more than ${MAX_NAME_LENGTH} characters.`);
  }
  const unstorable = unstorableReason(name);
  if (unstorable !== undefined) throw InvalidError.at('name', `The text ${unstorable}.`);
}

function assertRedirectUris(uris: readonly string[]): void {
  const problem = redirectUrisProblem(uris);
  if (problem !== undefined) throw InvalidError.at('redirect_uri', problem);
}

function redirectUrisProblem(uris: readonly string[]): string | undefined {
  if (uris.length === 0) return 'Send a redirect URI, for example https://app.example/callback.';
  if (uris.length > MAX_REDIRECT_URIS) return `Send at most ${MAX_REDIRECT_URIS} redirect URIs.`;
  for (const uri of uris) {
    const reason = redirectUriProblem(uri);
    if (reason !== undefined) return `"${uri}" ${reason}.`;
  }
  return undefined;
}

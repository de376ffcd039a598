import { type ExecutionContext, Injectable, type CanActivate } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request, Response } from 'express';
import { ChangeNotifications } from '../../database/change-notifications';
import { sessionOf, setActor, actorOf, setAccess } from '../../authorization/request-actor';
import { requirementsOf, type Policy } from '../../authorization/policy';
import {
  type Actor,
  ANONYMOUS,
  type RequestOrigin,
  isDelegated,
  type Scope,
} from '../../domain/account/actor';
import { hasKnownScheme, hasUnknownScheme } from '../strategies/authorization-header.strategy';
import { RouteTable } from '../../authorization/route-table';
import { addressBlock } from '../../domain/account/sign-in-limit';
import {
  DeniedError,
  NotFoundError,
  OAuthError,
  UnauthenticatedError,
  WrongStateError,
} from '../../domain/errors';
import { accessDenial, accessDenialError, type AssetAccess } from '../../domain/permission/asset-access';
import type { Codename } from '../../domain/permission/codename';
import { BodyReader } from '../../http/body/body-reader';
import { isSafe } from '../../http/negotiation/request';
import { PermissionService } from '../../modules/permission/permission.service';
import { SessionStrategy } from '../strategies/session.strategy';

/**
 * Identifies the caller. Without credentials: anonymous. With invalid ones: 401, on public routes too, so that a
 * mistyped token does not go unnoticed; with an unknown scheme: as without (decision 3). Strategies are Passport's (decision 42).
 */
@Injectable()
export class AuthenticationGuard extends AuthGuard(['token', 'basic', 'bearer', 'session']) {
  constructor(private readonly notifications: ChangeNotifications) {
    super();
  }

  /** @throws UnauthenticatedError, OAuthError; TooManyRequestsError after too many failed sign-ins */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const { policy } = requirementsOf(context.getHandler());
    const isSkipped = policy?.kind === 'application' || policy?.kind === 'unauthenticated';
    if (!isSkipped) {
      await this.notifications.catchUp();
      await super.canActivate(context);
      limitCaching(request, http.getResponse<Response>());
    }
    const actor = (request.user as Actor | undefined) ?? ANONYMOUS;
    setActor(request, { ...actor, from: originOf(request) });
    return true;
  }

  /** Called with the error or user of a strategy, or with neither when no strategy finds its credentials. */
  override handleRequest<Caller = Actor>(error: unknown, user: unknown): Caller {
    if (error instanceof Error) throw error;
    return (user || ANONYMOUS) as Caller;
  }
}

/**
 * Responses to requests with credentials in a header are private to caches (RFC 9111 3.5). Those to cookies are not: a
 * session's are not stored, and an anonymous one's are not reused for a session.
 */
function limitCaching(request: Request, response: Response): void {
  if (hasKnownScheme(request)) return;
  response.vary('Cookie');
  if (sessionOf(request) !== undefined) response.setHeader('Cache-Control', 'private, no-store');
}

const MAX_USER_AGENT_LENGTH = 255;

function originOf(request: Request): RequestOrigin {
  return {
    address: request.ip ?? null,
    agent: request.get('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
  };
}

type AssetPolicy = Extract<Policy, { kind: 'asset' }>;

/**
 * Runs after `AuthenticationGuard`: authorizes the caller by the policy of the route (denies routes without one), reads
 * the body that the route declares, checks the CSRF token.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly permissions: PermissionService,
    private readonly routes: RouteTable,
    private readonly bodies: BodyReader,
    private readonly session: SessionStrategy,
  ) {}

  /** @throws DomainError when access is denied, and as `BodyReader.read` does */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const { policy, body: declaration, requiresCsrfToken } = requirementsOf(context.getHandler());
    await this.authorize(request, policy).catch((error: unknown) => {
      throw explained(error, request);
    });
    const isAuthenticated = actorOf(request).kind === 'user';
    const sender = { isAuthenticated, address: () => addressBlock(request.ip) };
    await this.bodies.read({ request, response, declaration, sender });
    // Also of unsafe requests by a session. The token may be a form field, so the body is read first.
    const isSessionWrite = sessionOf(request) !== undefined && !isSafe(request.method);
    if (requiresCsrfToken || isSessionWrite) this.session.assertCsrfToken(request);
    return true;
  }

  /** @throws DomainError when the caller lacks access, by the rules of the route's family */
  private async authorize(request: Request, policy: Policy | undefined): Promise<void> {
    if (policy === undefined) throw new DeniedError();
    assertScope(actorOf(request), request);
    if (policy.kind !== 'fallback' && this.routes.isStaticPathWithout(request.method, request.path)) {
      await this.checkFallback(request);
      throw new WrongStateError(`Method "${request.method}" not allowed.`);
    }
    await this.check(policy, request, uidOf(request));
  }

  private async check(policy: Policy, request: Request, uid: string | undefined): Promise<void> {
    const actor = actorOf(request);
    switch (policy.kind) {
      case 'public':
      case 'unauthenticated':
      case 'application':
        return;
      case 'in-service':
        if (policy.signedIn) assertSignedIn(actor);
        return;
      case 'signed-in':
        return assertSignedIn(actor);
      case 'superuser':
        assertSignedIn(actor);
        if (actor.kind === 'user' && !actor.isSuperuser) throw new DeniedError();
        return;
      case 'own-credentials':
        if (!policy.inService) assertSignedIn(actor);
        if (actor.kind === 'user' && isDelegated(actor.credential)) throw new DeniedError();
        return;
      case 'asset':
        return this.checkAsset(policy, actor, request, uid ?? '');
      case 'fallback':
        return this.checkFallback(request);
    }
  }

  private async checkAsset(policy: AssetPolicy, actor: Actor, request: Request, uid: string): Promise<void> {
    const access = await this.authorizeAccess(policy, actor, uid);
    const { also } = policy;
    const lacksAlso = also !== undefined && access?.held.has(also) !== true;
    if (access !== undefined && !lacksAlso) {
      setAccess(request, access);
      return;
    }
    const canSee = !lacksAlso && (await this.permissions.authorize(actor, uid, policy.see)) !== undefined;
    throw accessDenialError(
      accessDenial({
        family: policy.family,
        actor: actor.kind,
        canSee,
        safeMethod: isSafe(request.method),
      }),
    );
  }

  private async authorizeAccess(
    { codename, or }: AssetPolicy,
    actor: Actor,
    uid: string,
  ): Promise<AssetAccess<Codename> | undefined> {
    const access = await this.permissions.authorize(actor, uid, codename);
    if (access !== undefined || or === undefined) return access;
    const other = await this.permissions.authorize(actor, uid, or);
    return other?.filter === undefined ? other : undefined;
  }

  /** 405 only for callers who may see the resource, else 401, 403 or 404 (decision 1). */
  private async checkFallback(request: Request): Promise<void> {
    const found = this.routes.find(request.path);
    if (found === undefined) throw new NotFoundError();
    const { policy, uid } = found;
    const viewPolicy: Policy = policy.kind === 'asset' ? { ...policy, codename: policy.see } : policy;
    await this.check(viewPolicy, request, uid);
  }
}

/** Tells a caller whose header was ignored why a resource is refused, or can't be found. */
function explained(error: unknown, request: Request): unknown {
  const isRefusal = error instanceof UnauthenticatedError || error instanceof NotFoundError;
  if (!isRefusal || actorOf(request).kind === 'user' || !hasUnknownScheme(request)) return error;
  return new UnauthenticatedError(
    'Unknown scheme in the Authorization header; send Token, Bearer or Basic credentials.',
  );
}

function uidOf(request: Request): string | undefined {
  const uid = request.params['uid'];
  return typeof uid === 'string' ? uid : undefined;
}

/** Checked on every route, before any lookup (decision 24). */
function assertScope(actor: Actor, { method }: Request): void {
  const needed: Scope = isSafe(method) ? 'read' : 'write';
  if (actor.kind === 'anonymous' || actor.scopes.includes(needed)) return;
  throw new OAuthError(
    'insufficient_scope',
    `This request requires a credential with the scope ${needed}.`,
    needed,
  );
}

function assertSignedIn(actor: Actor): void {
  if (actor.kind === 'anonymous') throw new UnauthenticatedError();
}

import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Policy, requirementsOf } from '../../authorization/policy';
import { actorOf, sessionOf, setAccess } from '../../authorization/request-actor';
import { RouteTable } from '../../authorization/route-table';
import { type Actor, isDelegated, type Scope } from '../../domain/account/actor';
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
import { isSafe } from '../../http/negotiation/request-url';
import { PermissionService } from '../../modules/permission/permission.service';
import { SessionStrategy } from '../strategies/session.strategy';
import { hasUnknownScheme } from '../strategies/authorization-header';

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

import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type Actor, isDelegated, type Scope } from '../domain/account/actor';
import {
  DeniedError,
  NotFoundError,
  OAuthError,
  UnauthenticatedError,
  WrongStateError,
} from '../domain/errors';
import type { AssetAccess } from '../domain/permission/asset-access';
import type { Codename } from '../domain/permission/codename';
import { accessDenial, accessDenialError } from '../domain/permission/access-denial';
import { PermissionService } from '../modules/permission/permission.service';
import type { Policy } from '../authorization/policy';
import { actorOf, setAccess } from '../authorization/request-actor';
import { RouteTable } from '../authorization/route-table';
import { isSafe } from '../http/negotiation/safe-methods';

type AssetPolicy = Extract<Policy, { kind: 'asset' }>;

/** Authorizes the caller by the policy of the route; denies routes without policy. */
@Injectable()
export class PolicyEnforcer {
  constructor(
    private readonly permissions: PermissionService,
    private readonly routes: RouteTable,
  ) {}

  /** @throws DomainError when the caller lacks access, by the rules of the route's family */
  async authorize(request: Request, policy: Policy | undefined): Promise<void> {
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

  /** 405 only for callers who may see the resource, else 401, 403 or 404 (decision 4). */
  private async checkFallback(request: Request): Promise<void> {
    const found = this.routes.find(request.path);
    if (found === undefined) throw new NotFoundError();
    const { policy, uid } = found;
    const viewPolicy: Policy = policy.kind === 'asset' ? { ...policy, codename: policy.see } : policy;
    await this.check(viewPolicy, request, uid);
  }
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

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
import { denial, denialError } from '../domain/permission/denial';
import { PermissionService } from '../modules/permission/permission.service';
import type { Policy } from '../authorization/policy';
import { actorOf, setAccess } from '../authorization/request-actor';
import { RouteTable } from '../authorization/route-table';
import { isSafe } from '../http/negotiation/safe-methods';

type AssetPolicy = Extract<Policy, { kind: 'asset' }>;

/** Says whether the caller may, before any handler runs. What has no policy is refused. */
@Injectable()
export class PolicyCheck {
  constructor(
    private readonly permissions: PermissionService,
    private readonly routes: RouteTable,
  ) {}

  /** @throws DomainError for a caller who may not, in the words of the route's family */
  async assertMay(request: Request, policy: Policy | undefined): Promise<void> {
    if (policy === undefined) throw new DeniedError();
    assertScope(actorOf(request), request);
    if (policy.kind !== 'fallback' && this.routes.isWordWithout(request.method, request.path)) {
      await this.admitToFallback(request);
      throw new WrongStateError(`Method "${request.method}" not allowed.`);
    }
    await this.admit(policy, request, uidOf(request));
  }

  private async admit(policy: Policy, request: Request, uid: string | undefined): Promise<void> {
    const actor = actorOf(request);
    switch (policy.kind) {
      case 'public':
      case 'unasked':
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
        return this.admitToAsset(policy, actor, request, uid ?? '');
      case 'fallback':
        return this.admitToFallback(request);
    }
  }

  private async admitToAsset(
    policy: AssetPolicy,
    actor: Actor,
    request: Request,
    uid: string,
  ): Promise<void> {
    const access = await this.proofFor(policy, actor, uid);
    const { also } = policy;
    const lacksOther = also !== undefined && access?.held.has(also) !== true;
    if (access !== undefined && !lacksOther) {
      setAccess(request, access);
      return;
    }
    const canSee = !lacksOther && (await this.permissions.prove(actor, uid, policy.see)) !== undefined;
    throw denialError(
      denial({
        family: policy.family,
        actor: actor.kind,
        canSee,
        safeMethod: isSafe(request.method),
      }),
    );
  }

  private async proofFor(
    { codename, or }: AssetPolicy,
    actor: Actor,
    uid: string,
  ): Promise<AssetAccess<Codename> | undefined> {
    const access = await this.permissions.prove(actor, uid, codename);
    if (access !== undefined || or === undefined) return access;
    const other = await this.permissions.prove(actor, uid, or);
    return other?.filter === undefined ? other : undefined;
  }

  /** A wrong verb is told only to those who may see what the path names (decision 4). */
  private async admitToFallback(request: Request): Promise<void> {
    const found = this.routes.find(request.path);
    if (found === undefined) throw new NotFoundError();
    const { policy, uid } = found;
    const seen: Policy = policy.kind === 'asset' ? { ...policy, codename: policy.see } : policy;
    await this.admit(seen, request, uid);
  }
}

function uidOf(request: Request): string | undefined {
  const uid = request.params['uid'];
  return typeof uid === 'string' ? uid : undefined;
}

/** On every route, before anything is looked up: what a credential was not given for, it can't do (decision 24). */
function assertScope(actor: Actor, { method }: Request): void {
  const needed: Scope = isSafe(method) ? 'read' : 'write';
  if (actor.kind === 'anonymous' || actor.scopes.includes(needed)) return;
  throw new OAuthError('insufficient_scope', `This needs a credential with the scope ${needed}.`, needed);
}

function assertSignedIn(actor: Actor): void {
  if (actor.kind === 'anonymous') throw new UnauthenticatedError();
}

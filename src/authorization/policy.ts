import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Request } from 'express';
import type { AssetAccess } from '../domain/permission/asset-access';
import type { Codename } from '../domain/permission/codename';
import type { RouteFamily } from '../domain/permission/denial';
import { accessOf, actorOf, sessionOf } from './request-actor';

/** Who may call a route. Every route has exactly one policy; one without stops the boot. */
export type Policy =
  | { readonly kind: 'public' }
  /** Nobody is asked who they are: the answer is the same for all, and there when the database is not. */
  | { readonly kind: 'unasked' }
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'superuser' }
  /** Pages and routes about credentials: Basic, a session or the default token, never a delegated credential. */
  | {
      readonly kind: 'own-credentials';
      /** Something must be looked at before a visitor is asked to sign in: the service asks. */
      readonly inService: boolean;
    }
  | {
      readonly kind: 'asset';
      readonly codename: Codename;
      /** The permission that makes the thing visible: without it the answer is 404. */
      readonly see: Codename;
      readonly family: RouteFamily;
      /** Needed as well, without a row filter; whoever lacks it is told what strangers are. */
      readonly also?: Codename;
      /** Lets in too, without a row filter; the service asks which of both what is sent needs. */
      readonly or?: Codename;
    }
  /** The asset is named in the body: the service asks the permission module for the same proof. */
  | { readonly kind: 'in-service'; readonly codename: Codename; readonly signedIn: boolean }
  /** An application answers for itself by its own credentials (RFC 6749 2.3); no user is asked for. */
  | { readonly kind: 'application' }
  /** Answers for the verbs that a known path does not have. */
  | { readonly kind: 'fallback' };

export const POLICY = 'policy';

const SetPolicy = (policy: Policy) => SetMetadata(POLICY, policy);

/** Anyone, credentials or not. Bad credentials are refused all the same. */
export const Public = () => SetPolicy({ kind: 'public' });
export const Unasked = () => SetPolicy({ kind: 'unasked' });
export const SignedIn = () => SetPolicy({ kind: 'signed-in' });
export const SuperuserOnly = () => SetPolicy({ kind: 'superuser' });
export const OwnCredentials = ({ inService = false } = {}) =>
  SetPolicy({ kind: 'own-credentials', inService });
export const ApplicationOnly = () => SetPolicy({ kind: 'application' });
export const AccessInService = (codename: Codename, { signedIn = false } = {}) =>
  SetPolicy({ kind: 'in-service', codename, signedIn });
export const Fallback = () => SetPolicy({ kind: 'fallback' });

/** Marks the controllers of pages for people, which are no part of the API. */
export const PAGE = 'page';

export const FORM = 'form';

/**
 * The route takes a form of one of our pages, whoever sends it: no other site may send one in a visitor's name, not even
 * to sign them in as somebody else. What a session sends needs the same proof everywhere.
 */
export const FromForm = () => SetMetadata(FORM, true);

const ProvenAccess = createParamDecorator((_: unknown, context: ExecutionContext) =>
  accessOf(context.switchToHttp().getRequest<Request>()),
);

type AssetHandler<P extends Codename> = (access: AssetAccess<P>, ...rest: never[]) => unknown;

/**
 * The route needs this permission on the asset that `:uid` names. The proof arrives as the method's first argument; a
 * method that demands a stronger proof than the route asks for does not compile.
 */
export function Requires<P extends Codename, O extends Codename = P>(
  codename: P,
  options: { see?: Codename; family?: RouteFamily; also?: Codename; or?: O } = {},
) {
  const policy: Policy = {
    kind: 'asset',
    codename,
    see: options.see ?? codename,
    family: options.family ?? 'nested',
    ...(options.also !== undefined && { also: options.also }),
    ...(options.or !== undefined && { or: options.or }),
  };
  return <Method extends AssetHandler<P | O>>(
    target: object,
    name: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    SetPolicy(policy)(target, name, descriptor);
    ProvenAccess()(target, name, 0);
  };
}

/** Who is asking: anonymous or a user. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext) =>
  actorOf(context.switchToHttp().getRequest<Request>()),
);

/** The session of the browser that is asking; undefined for one that is not signed in. */
export const CurrentSession = createParamDecorator((_: unknown, context: ExecutionContext) =>
  sessionOf(context.switchToHttp().getRequest<Request>()),
);

/** The policy as one word of `routes.txt`. */
export function describePolicy(policy: Policy): string {
  switch (policy.kind) {
    case 'asset':
      return `${describeNeeds(policy)} see=${policy.see} family=${policy.family}`;
    case 'in-service':
      return `${policy.codename} in service${policy.signedIn ? ', signed-in' : ''}`;
    case 'own-credentials':
      return `own-credentials${policy.inService ? ' in service' : ''}`;
    case 'public':
    case 'unasked':
    case 'signed-in':
    case 'superuser':
    case 'application':
    case 'fallback':
      return policy.kind;
  }
}

function describeNeeds({ codename, also, or }: Extract<Policy, { kind: 'asset' }>): string {
  return `${codename}${also === undefined ? '' : ` and ${also}`}${or === undefined ? '' : ` or ${or}`}`;
}

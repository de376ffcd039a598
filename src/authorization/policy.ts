import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Request } from 'express';
import type { RouteFamily, AssetAccess } from '../domain/permission/asset-access';
import type { Codename } from '../domain/permission/codename';
import { BODY, type BodyDeclaration, DEFAULT_BODY } from '../http/body/body-reader';
import { accessOf, actorOf, sessionOf } from './request-actor';

/** Access policy of a route. The service does not start while a route has none: default deny (decision 50). */
export type Policy =
  | { readonly kind: 'public' }
  /** Skips authentication, which may wait for the database: the response is the same for every caller. */
  | { readonly kind: 'unauthenticated' }
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'superuser' }
  /** Manages credentials: needs Basic, a session or the default token; denies delegated credentials. */
  | {
      readonly kind: 'own-credentials';
      /** The service requires the sign-in itself, after another check. */
      readonly inService: boolean;
    }
  | {
      readonly kind: 'asset';
      readonly codename: Codename;
      /** The permission that makes the resource visible; without it the response is 404. */
      readonly see: Codename;
      readonly family: RouteFamily;
      /** Required too, without row filter; callers without it get the same response as callers without access. */
      readonly also?: Codename;
      /** Sufficient too, without row filter; the service decides which of both the body needs. */
      readonly or?: Codename;
    }
  /** The body names the asset: the service gets the proof from the permission module. */
  | { readonly kind: 'in-service'; readonly codename: Codename; readonly signedIn: boolean }
  /** OAuth2 client authentication (RFC 6749 2.3); no user is involved. */
  | { readonly kind: 'application' }
  /** Responds to the verbs that a known path does not support. */
  | { readonly kind: 'fallback' };

const POLICY = 'policy';

const SetPolicy = (policy: Policy) => SetMetadata(POLICY, policy);

/** Anyone, with or without credentials. Invalid credentials still get 401. */
export const Public = () => SetPolicy({ kind: 'public' });
export const Unauthenticated = () => SetPolicy({ kind: 'unauthenticated' });
export const SignedIn = () => SetPolicy({ kind: 'signed-in' });
export const SuperuserOnly = () => SetPolicy({ kind: 'superuser' });
export const OwnCredentials = ({ inService = false } = {}) =>
  SetPolicy({ kind: 'own-credentials', inService });
export const ApplicationOnly = () => SetPolicy({ kind: 'application' });
export const AccessInService = (codename: Codename, { signedIn = false } = {}) =>
  SetPolicy({ kind: 'in-service', codename, signedIn });
export const Fallback = () => SetPolicy({ kind: 'fallback' });

/** Metadata key of HTML page controllers, which are not part of the API. */
export const PAGE = 'page';

const CSRF = 'csrf';

/**
 * Requires a CSRF token from every caller, so that no other site can submit the form, not even to sign a visitor in
 * (login CSRF). Unsafe requests of a session need a token on every route.
 */
export const RequiresCsrfToken = () => SetMetadata(CSRF, true);

const ProvenAccess = createParamDecorator((_: unknown, context: ExecutionContext) =>
  accessOf(context.switchToHttp().getRequest<Request>()),
);

type AssetHandler<P extends Codename> = (access: AssetAccess<P>, ...rest: never[]) => unknown;

/**
 * Requires this permission on the asset `:uid`. The method takes the proof as its first argument; one that takes a
 * stronger proof than the route requires does not compile.
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

export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext) =>
  actorOf(context.switchToHttp().getRequest<Request>()),
);

/** The caller's browser session; undefined when not signed in. */
export const CurrentSession = createParamDecorator((_: unknown, context: ExecutionContext) =>
  sessionOf(context.switchToHttp().getRequest<Request>()),
);

export function describePolicy(policy: Policy): string {
  switch (policy.kind) {
    case 'asset':
      return `${describeCodenames(policy)} see=${policy.see} family=${policy.family}`;
    case 'in-service':
      return `${policy.codename} in service${policy.signedIn ? ', signed-in' : ''}`;
    case 'own-credentials':
      return `own-credentials${policy.inService ? ' in service' : ''}`;
    case 'public':
    case 'unauthenticated':
    case 'signed-in':
    case 'superuser':
    case 'application':
    case 'fallback':
      return policy.kind;
  }
}

function describeCodenames({ codename, also, or }: Extract<Policy, { kind: 'asset' }>): string {
  return `${codename}${also === undefined ? '' : ` and ${also}`}${or === undefined ? '' : ` or ${or}`}`;
}

/** Priority classes that queue under load, in the order in which they are served. */
export const QUEUED_PRIORITIES = ['normal', 'parsed', 'low', 'limited'] as const;
export type QueuedPriority = (typeof QUEUED_PRIORITIES)[number];

const PRIORITY = 'priority';
export type PriorityClass = QueuedPriority | 'immediate';

/**
 * Priority of a route under load; `normal` without it.
 * - `immediate`: never queued (collected data, health checks);
 * - `parsed`: responses that parse each submission or project, which takes the event loop: few at a time;
 * - `low`: large responses, after `normal`;
 * - `limited`: queries that take seconds, few at a time and after all others.
 */
export const Priority = (priority: PriorityClass) => SetMetadata<string, PriorityClass>(PRIORITY, priority);

const BY_SIZE = 'admitted-by-size';

/** Admits requests by the memory that their response takes, from the size of the submissions of `:uid` (decision 65). */
export const AdmitBySize = () => SetMetadata(BY_SIZE, true);

export interface RouteRequirements {
  /** Absent: every request is denied (decision 50). */
  readonly policy: Policy | undefined;
  readonly body: BodyDeclaration;
  readonly requiresCsrfToken: boolean;
  readonly priority: PriorityClass;
  readonly isAdmittedBySize: boolean;
}

const cache = new WeakMap<object, RouteRequirements>();

/** Requirements declared on a controller method. */
export function requirementsOf(handler: object): RouteRequirements {
  const cached = cache.get(handler);
  if (cached !== undefined) return cached;
  const requirements = readRequirements(handler);
  cache.set(handler, requirements);
  return requirements;
}

function readRequirements(handler: object): RouteRequirements {
  const declared = (key: string): unknown => Reflect.getMetadata(key, handler);
  return {
    policy: declared(POLICY) as Policy | undefined,
    body: (declared(BODY) as BodyDeclaration | undefined) ?? DEFAULT_BODY,
    requiresCsrfToken: declared(CSRF) === true,
    priority: (declared(PRIORITY) as PriorityClass | undefined) ?? 'normal',
    isAdmittedBySize: declared(BY_SIZE) === true,
  };
}

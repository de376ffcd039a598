import type { Route } from '../../authorization/route-table';
import { ANY_TYPE, isNegotiated } from '../../http/negotiation/accept.guard';
import { isSafe } from '../../http/negotiation/safe-methods';
import type { Operation } from './operation';

export const STATUS_DESCRIPTIONS = {
  400: 'The path, query or body is invalid; the response says why.',
  401: 'The credentials are missing or invalid.',
  403: 'The credentials do not permit this operation.',
  404: 'The resource does not exist, or the caller may not view it.',
  405: 'The state of the resource does not allow this operation.',
  406: '`Accept` has none of the media types of the response.',
  408: 'Timeout while receiving the body.',
  409: 'The request conflicts with stored data.',
  410: 'The resource was deleted.',
  413: 'The body is too large; the response states the limit.',
  415: 'Unsupported media type, charset or content encoding.',
  416: '`Range` starts after the end of the file.',
  429: 'Too many attempts. Retry after the seconds in `Retry-After`.',
  501: 'Part of the protocol that this service does not implement.',
  503: 'The service is overloaded, or a dependency is unavailable. Retry after the seconds in `Retry-After`.',
  507: 'Insufficient storage.',
} as const;

export type ErrorStatus = keyof typeof STATUS_DESCRIPTIONS;

/** Error statuses that follow from policy, parameters, body and response of a route (decision 68). */
export function errorStatusesOf(
  { method, path, policy, body }: Route,
  operation: Operation,
): readonly ErrorStatus[] {
  if (policy.kind === 'unauthenticated') return [];
  const isForApplications = policy.kind === 'application';
  const acceptsBody = !isSafe(method) && body.text !== 'none';
  const storesFiles = body.file !== undefined || body.inParts === true;
  const parameters = operation.parameters ?? [];
  return [
    ...when(acceptsBody || parameters.length > 0, 400),
    401,
    // Scopes and sign-in limits apply wherever credentials are checked, also on public routes.
    ...when(!isForApplications, 403, 429),
    ...when(path.includes(':') || policy.kind === 'in-service', 404),
    ...when(isNegotiated(path) && !NAMES_FORMAT.test(path) && !respondsWithFile(operation), 406),
    ...when(acceptsBody, 408, 413, 415),
    ...when(policy.kind === 'asset' && policy.family === 'odata', 501),
    503,
    ...when(storesFiles, 507),
  ];
}

/** The path fixes the format. */
const NAMES_FORMAT = /\.\w+$/;

function when(condition: boolean, ...statuses: readonly ErrorStatus[]): readonly ErrorStatus[] {
  return condition ? statuses : [];
}

function respondsWithFile({ responses }: Operation): boolean {
  return Object.values(responses).some(
    (response) => response !== undefined && 'content' in response && ANY_TYPE in (response.content ?? {}),
  );
}

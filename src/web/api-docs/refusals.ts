import type { Route } from '../../authorization/route-table';
import { ANY_TYPE, isNegotiated } from '../../http/negotiation/accept.guard';
import { isSafe } from '../../http/negotiation/safe-methods';
import type { Operation } from './operation';

/** What each status of a refusal means, where a route says nothing more particular. */
export const REASONS = {
  400: 'Something in the path, the query or the body does not hold; the answer says what.',
  401: 'The credentials do not hold, or there are none where they are needed.',
  403: 'The credentials hold, but are not for this.',
  404: 'There is no such thing, or the caller may not see it.',
  405: 'The state of the thing does not allow it.',
  406: '`Accept` names none of the media types that the answer can have.',
  408: 'The body stopped coming.',
  409: 'The request contradicts what is stored.',
  410: 'It was there, and is no more.',
  413: 'The body is larger than this route takes; the answer says how large it may be.',
  415: 'The body is of a type, a charset or an encoding that is not read.',
  416: 'The file is shorter than what `Range` asks for.',
  429: 'Too much was tried; `Retry-After` says when to come back.',
  501: 'The protocol has it, and this service leaves it out.',
  503: 'Something that the service needs is away; `Retry-After` says when to come back.',
  507: 'There is no room left to store this.',
} as const;

export type Refusal = keyof typeof REASONS;

/** The statuses with which a route can refuse, as far as what it declares tells: policy, parameters, body, answer (decision 68). */
export function refusalsOf({ method, path, policy, body }: Route, operation: Operation): readonly Refusal[] {
  if (policy.kind === 'unasked') return [];
  const isForApplications = policy.kind === 'application';
  const takesBody = !isSafe(method) && body.text !== 'none';
  const keepsFiles = body.file !== undefined || body.inParts === true;
  const parameters = operation.parameters ?? [];
  return [
    ...when(takesBody || parameters.length > 0, 400),
    401,
    // Limits of scopes and of failed sign-ins hold wherever credentials are looked at, which is on public routes too.
    ...when(!isForApplications, 403, 429),
    ...when(path.includes(':') || policy.kind === 'in-service', 404),
    ...when(isNegotiated(path) && !NAMES_FORMAT.test(path) && !answersWithFile(operation), 406),
    ...when(takesBody, 408, 413, 415),
    ...when(policy.kind === 'asset' && policy.family === 'feed', 501),
    503,
    ...when(keepsFiles, 507),
  ];
}

/** What the path itself asks for is what comes. */
const NAMES_FORMAT = /\.\w+$/;

function when(holds: boolean, ...statuses: readonly Refusal[]): readonly Refusal[] {
  return holds ? statuses : [];
}

function answersWithFile({ responses }: Operation): boolean {
  return Object.values(responses).some(
    (response) => response !== undefined && 'content' in response && ANY_TYPE in (response.content ?? {}),
  );
}

import { BODY, type BodyDeclaration, DEFAULT_BODY } from '../http/body/body-declaration';
import { CSRF, POLICY, type Policy, PRIORITY, type PriorityClass } from './policy';

export interface RouteRequirements {
  /** Absent: every request is denied (decision 50). */
  readonly policy: Policy | undefined;
  readonly body: BodyDeclaration;
  readonly requiresCsrfToken: boolean;
  readonly priority: PriorityClass;
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
  };
}

import { BODY, type BodyDeclaration, ORDINARY_BODY } from '../http/body/body-declaration';
import { FORM, POLICY, type Policy } from './policy';
import { SERVED, type Served } from './served';

/** What a route asks of those who come to it, as its decorators say. */
export interface RouteDemands {
  /** Absent: nobody may come (decision 50). */
  readonly policy: Policy | undefined;
  readonly body: BodyDeclaration;
  /** It takes a form of one of our pages, and nothing that proves to be none. */
  readonly takesForm: boolean;
  readonly served: Served;
}

const known = new WeakMap<object, RouteDemands>();

/** What stands on a controller's method, or on another handler with the same decorators. */
export function demandsOf(handler: object): RouteDemands {
  const demands = known.get(handler) ?? readDemands(handler);
  known.set(handler, demands);
  return demands;
}

function readDemands(handler: object): RouteDemands {
  const declared = (key: string): unknown => Reflect.getMetadata(key, handler);
  return {
    policy: declared(POLICY) as Policy | undefined,
    body: (declared(BODY) as BodyDeclaration | undefined) ?? ORDINARY_BODY,
    takesForm: declared(FORM) === true,
    served: (declared(SERVED) as Served | undefined) ?? 'ordinary',
  };
}

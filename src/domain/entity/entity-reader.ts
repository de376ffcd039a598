import type { UserActor } from '../account/actor';

/** Caller of a request, on whom rights on lists depend. */
export type EntityReader = Pick<UserActor, 'id' | 'isSuperuser'>;

import type { UserActor } from './actor';

/** A browser's session as requests meet it. */
export interface KnownSession {
  readonly id: number;
  readonly actor: UserActor;
  readonly expires: Date;
}

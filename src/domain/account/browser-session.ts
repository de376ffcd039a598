import type { UserActor } from './actor';

/** A session that a cookie identifies. */
export interface BrowserSession {
  readonly id: number;
  readonly actor: UserActor;
  readonly expires: Date;
}

import type { Request, Response } from 'express';
import passport, { type Strategy } from 'passport';
import type { UserActor } from '../../domain/account/actor';

type Done = (error: unknown, user?: UserActor | false | null) => void;

/**
 * Whom a strategy of passport finds behind a header; undefined: nobody. Passport writes the callbacks of a request onto
 * the strategy, so that each request brings one of its own: on a shared one, requests that are checked at the same time
 * would be given each other's users.
 */
export function runPassport(strategy: Strategy, authorization: string): Promise<UserActor | undefined> {
  return new Promise((resolve, reject) => {
    const done: Done = (error, user) => {
      if (error instanceof Error) reject(error);
      else resolve(user || undefined);
    };
    const ask = passport.authenticate(strategy, { session: false }, done) as (
      request: Pick<Request, 'headers'>,
      response: Partial<Response>,
      next: Done,
    ) => void;
    ask({ headers: { authorization } }, {}, done);
  });
}

/** Tells passport what a look-up found. */
export function tell(found: Promise<UserActor | undefined>, done: Done): void {
  found.then((user) => done(null, user), done);
}

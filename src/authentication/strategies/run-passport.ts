import type { Request, Response } from 'express';
import passport, { type Strategy } from 'passport';
import type { UserActor } from '../../domain/account/actor';

type Done = (error: unknown, user?: UserActor | false | null) => void;

/**
 * Runs a Passport strategy; undefined when it finds no user. Pass a new strategy each time: Passport stores the callbacks
 * of a request on it, so that concurrent requests on a shared one would get each other's users.
 */
export function runPassport(strategy: Strategy, authorization: string): Promise<UserActor | undefined> {
  return new Promise((resolve, reject) => {
    const done: Done = (error, user) => {
      if (error instanceof Error) reject(error);
      else resolve(user || undefined);
    };
    const authenticate = passport.authenticate(strategy, { session: false }, done) as (
      request: Pick<Request, 'headers'>,
      response: Partial<Response>,
      next: Done,
    ) => void;
    authenticate({ headers: { authorization } }, {}, done);
  });
}

export function reportTo(found: Promise<UserActor | undefined>, done: Done): void {
  found.then((user) => done(null, user), done);
}

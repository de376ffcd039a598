import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request } from 'express';
import passport from 'passport';
import type { Strategy } from 'passport';
import {
  BasicStrategy,
  BearerStrategy,
  TokenStrategy,
} from '../../src/authentication/strategies/authorization-header.strategy';
import { SessionStrategy } from '../../src/authentication/strategies/session.strategy';

const CLASSES = {
  token: TokenStrategy,
  basic: BasicStrategy,
  bearer: BearerStrategy,
  session: SessionStrategy,
};
interface RegisteredStrategy {
  authenticate(request: Request, options: unknown): void;
}

const apps = new WeakMap<object, ReadonlyMap<string, RegisteredStrategy>>();

/**
 * Passport has one registry per process, where the strategies of an app replace those of earlier ones. Tests run several
 * apps in a process, so the registry holds strategies that forward to those of the app of the request.
 */
export function useOwnStrategies(nest: NestExpressApplication): void {
  const own = Object.entries(CLASSES).map(
    ([name, type]) => [name, nest.get<unknown>(type) as RegisteredStrategy] as const,
  );
  apps.set(nest.getHttpAdapter().getInstance(), new Map(own));
}

class ForwardingStrategy implements RegisteredStrategy {
  constructor(readonly name: string) {}

  /** Copies the functions that Passport has put on this strategy for the request: `success`, `fail` and `error`. */
  authenticate(request: Request, options: unknown): void {
    const strategy = Object.create(apps.get(request.app)!.get(this.name)!) as RegisteredStrategy;
    Object.assign(strategy, this).authenticate(request, options);
  }
}

for (const name of Object.keys(CLASSES)) passport.use(new ForwardingStrategy(name) as unknown as Strategy);
passport.use = () => passport;

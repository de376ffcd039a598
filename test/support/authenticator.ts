import { Secret, TOTP } from 'otpauth';
import { Clock } from '../../src/config/clock';
import type { TestApp } from './app';

const STEP_MS = 30_000;

/** Authenticator app of a test user. */
export class Authenticator {
  constructor(
    private readonly app: TestApp,
    readonly secret: string,
  ) {}

  static fromUri(app: TestApp, uri: string): Authenticator {
    return new Authenticator(app, new URL(uri).searchParams.get('secret')!);
  }

  /** Reads the key that a page shows. */
  static fromPage(app: TestApp, page: string): Authenticator {
    return new Authenticator(app, /id="key">([A-Z2-7 ]+)</.exec(page)![1]!.replaceAll(' ', ''));
  }

  /** The code at a number of time steps from now. */
  codeAt(steps: number): string {
    const timestamp = this.app.nest.get(Clock).now().getTime() + steps * STEP_MS;
    return new TOTP({ secret: Secret.fromBase32(this.secret) }).generate({ timestamp });
  }

  wrongCode(): string {
    const valid = [-1, 0, 1].map((steps) => this.codeAt(steps));
    return ['000000', '111111', '222222', '333333'].find((code) => !valid.includes(code))!;
  }
}

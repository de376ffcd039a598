import { randomBytes } from 'node:crypto';
import { type INestApplicationContext, Logger } from '@nestjs/common';
import { COMMAND_LINE } from '../config/command-line';
import { Environment } from '../config/environment';
import { SERVICE } from '../domain/account/actor';
import { assertPassword } from '../domain/account/password-rule';
import { assertUsername } from '../domain/account/username';
import { InvalidError } from '../domain/errors';
import { AccountService } from '../modules/account/account.service';
import { NewPasswordService } from '../modules/account/new-password.service';
import { StartError } from './start-error';

/** The superuser; with a password only when this start generated it. */
export interface Superuser {
  readonly username: string;
  readonly generatedPassword?: string;
  /** Created by this start with the password of the environment. */
  readonly hasGivenPassword?: true;
}

/**
 * Validates the superuser settings before anything is started.
 * @throws StartError naming the variable
 */
export function assertSuperuserSettings({ SUPERUSER_USERNAME, SUPERUSER_PASSWORD }: Environment): void {
  assertSetting('SUPERUSER_USERNAME', () => assertUsername(SUPERUSER_USERNAME));
  if (SUPERUSER_PASSWORD !== undefined) {
    assertSetting('SUPERUSER_PASSWORD', () => assertPassword(SUPERUSER_PASSWORD, 'password'));
  }
}

/**
 * Creates the first superuser when there is none (decision 25).
 * @param canShow whether a generated password is shown to a person, not to a log
 * @returns the superuser named by the environment, undefined when it names none and others exist; `missing` when there is
 *   none and none can be created
 * @throws StartError when the environment names a user who is not a superuser
 */
export async function ensureSuperuser(
  app: INestApplicationContext,
  { SUPERUSER_USERNAME: username, SUPERUSER_PASSWORD: given }: Environment,
  canShow: boolean,
): Promise<Superuser | undefined | 'missing'> {
  const accounts = app.get(AccountService);
  if (!(await accounts.hasSuperuser())) {
    if (given === undefined && !canShow) return 'missing';
    const password = given ?? randomBytes(12).toString('base64url');
    if (await tryCreate(accounts, username, password)) {
      return given === undefined
        ? { username, generatedPassword: password }
        : { username, hasGivenPassword: true };
    }
  }
  if ((await accounts.findByUsername(username))?.isSuperuser === true) return { username };
  if (username === new Environment().SUPERUSER_USERNAME) return undefined;
  throw new StartError(
    `SUPERUSER_USERNAME=${username} is not a superuser of this database, and only the first start creates one. Unset it, name a superuser, or create a new account with "${COMMAND_LINE} user create NAME --superuser".`,
  );
}

/** @returns false when another process created the superuser concurrently */
async function tryCreate(accounts: AccountService, username: string, password: string): Promise<boolean> {
  try {
    await accounts.create({ username, password, isSuperuser: true }, SERVICE, {
      acceptsCommonPassword: true,
    });
    return true;
  } catch (error) {
    if (await accounts.hasSuperuser()) return false;
    if (!(error instanceof InvalidError)) throw error;
    throw new StartError(
      `The account ${username} exists and is not a superuser. Set another SUPERUSER_USERNAME for the superuser to create.`,
      { cause: error },
    );
  }
}

/** Logs a warning if users could not choose the password. A start does not wait for it, and never fails by it. */
export async function warnOfCommonPassword(
  app: INestApplicationContext,
  { SUPERUSER_USERNAME: username, SUPERUSER_PASSWORD: password = '' }: Environment,
): Promise<void> {
  const problem = await app
    .get(NewPasswordService)
    .problemOf(password, { username, email: '' })
    .catch(() => undefined);
  if (problem !== undefined) {
    new Logger('Superuser').warn(
      `SUPERUSER_PASSWORD: ${problem} Change it with "${COMMAND_LINE} user password ${username}".`,
    );
  }
}

function assertSetting(variable: string, rule: () => void): void {
  try {
    rule();
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error;
    throw new StartError(error.message.replace(/^\w+:/, `${variable}:`), { cause: error });
  }
}

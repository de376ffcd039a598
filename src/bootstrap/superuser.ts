import { randomBytes } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { COMMAND_LINE } from '../config/command-line';
import { Environment } from '../config/environment';
import { assertPassword } from '../domain/account/password-rule';
import { assertUsername } from '../domain/account/username';
import { InvalidError } from '../domain/errors';
import { AccountService } from '../modules/account/account.service';
import { StartError } from './start-error';

/** Who may do everything on this service; the password only when this start made it up. */
export interface Superuser {
  readonly username: string;
  readonly generatedPassword?: string;
}

/**
 * Before anything is started: could such a superuser be made at all?
 * @throws StartError that names the variable
 */
export function assertSuperuserSettings({ SUPERUSER_USERNAME, SUPERUSER_PASSWORD }: Environment): void {
  holdTo('SUPERUSER_USERNAME', () => assertUsername(SUPERUSER_USERNAME));
  if (SUPERUSER_PASSWORD !== undefined) {
    holdTo('SUPERUSER_PASSWORD', () => assertPassword(SUPERUSER_PASSWORD, 'password'));
  }
}

/**
 * Makes the first superuser when there is none (decision 25).
 * @param canShow whether a password that is made up here is seen by a person, and kept by no log
 * @returns the superuser that the environment names, undefined when it names none and there are others; `missing` when
 *   there is none, and none can be made
 * @throws StartError when the environment names somebody who is none
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
    if (await made(accounts, username, password)) {
      return { username, ...(given === undefined && { generatedPassword: password }) };
    }
  }
  if ((await accounts.findByUsername(username))?.isSuperuser === true) return { username };
  if (username === new Environment().SUPERUSER_USERNAME) return undefined;
  throw new StartError(
    `SUPERUSER_USERNAME=${username} is no superuser of this database, and the first start alone makes one: leave it unset, or make this one with "${COMMAND_LINE} user create NAME --superuser".`,
  );
}

/** False when another process made the superuser at the same moment. */
async function made(accounts: AccountService, username: string, password: string): Promise<boolean> {
  try {
    await accounts.create({ username, password, isSuperuser: true });
    return true;
  } catch (error) {
    if (await accounts.hasSuperuser()) return false;
    if (!(error instanceof InvalidError)) throw error;
    throw new StartError(
      `The account ${username} is there already and is no superuser: say another SUPERUSER_USERNAME for the superuser that this start makes.`,
      { cause: error },
    );
  }
}

function holdTo(variable: string, rule: () => void): void {
  try {
    rule();
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error;
    throw new StartError(error.message.replace(/^\w+:/, `${variable}:`), { cause: error });
  }
}

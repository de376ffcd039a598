import { parseArgs } from 'node:util';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { SERVICE, type UserActor } from '../../domain/account/actor';
import { NotFoundError } from '../../domain/errors';
import { AccountService } from '../../modules/account/account.service';
import { CredentialService } from '../../modules/account/credential/credential.service';
import { UserMfaService } from '../../modules/account/mfa/mfa-enrolment.service';
import { UserService } from '../../modules/account/user.service';
import { UsageError } from '../usage';
import { withService } from './service-context';

export async function user([action, ...args]: string[]): Promise<number> {
  switch (action) {
    case 'create':
      return create(args);
    case 'password':
      return password(args);
    case 'token':
      return token(args);
    case 'mfa':
      return mfa(args);
    default:
      throw new UsageError(
        'Use `user create NAME`, `user password NAME`, `user token NAME` or `user mfa NAME`.',
      );
  }
}

async function create(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      password: { type: 'string' },
      email: { type: 'string' },
      superuser: { type: 'boolean', default: false },
    },
  });
  const { password: option, email, superuser: isSuperuser } = values;
  const username = onlyName(positionals);
  const password = await readPassword(option);
  await withService((app) =>
    app
      .get(AccountService)
      .create({ username, password, isSuperuser, ...(email !== undefined && { email }) }),
  );
  process.stdout.write(`Created the ${isSuperuser ? 'superuser' : 'user'} ${username}.\n`);
  return 0;
}

async function password(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { password: { type: 'string' } },
  });
  const username = onlyName(positionals);
  const newPassword = await readPassword(values.password);
  await withService(async (app) => {
    const accounts = app.get(AccountService);
    const account = await accounts.findByUsername(username);
    if (account === null) throw unknownUser(username);
    // Access to the command line implies full access.
    const actor: UserActor = { ...(await accounts.actorForJob(account.id)), credential: 'basic' };
    await app.get(UserService, { strict: false }).change(actor, username, { password: newPassword });
  });
  process.stdout.write(`Changed the password of ${username}. Its tokens and sessions are revoked.\n`);
  return 0;
}

async function token(args: string[]): Promise<number> {
  const username = onlyName(parseArgs({ args, allowPositionals: true, options: {} }).positionals);
  const key = await withService(async (app) => {
    const account = await app.get(AccountService).findByUsername(username);
    if (account === null) throw unknownUser(username);
    return (await app.get(CredentialService).defaultToken(account.id)).key;
  });
  process.stdout.write(`${key}\n`);
  return 0;
}

async function mfa(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      reset: { type: 'boolean', default: false },
      require: { type: 'boolean', default: false },
      optional: { type: 'boolean', default: false },
    },
  });
  const username = onlyName(positionals);
  if (values.require && values.optional) throw new UsageError('Use --require or --optional, not both.');
  const isRequired = values.require ? true : values.optional ? false : undefined;
  const { method, isRequired: required } = await withService(async (app) => {
    const userMfa = app.get(UserMfaService, { strict: false });
    try {
      if (values.reset) await userMfa.reset(SERVICE, username);
      return await userMfa.change(SERVICE, username, isRequired);
    } catch (error) {
      throw error instanceof NotFoundError ? unknownUser(username) : error;
    }
  });
  process.stdout.write(
    `${username}: second factor ${method?.isActive === true ? 'active' : 'off'}, ${required ? 'required' : 'optional'}.\n`,
  );
  return 0;
}

function unknownUser(username: string): NotFoundError {
  return new NotFoundError(`There is no user ${username}. Check the spelling.`);
}

function onlyName([name, ...rest]: string[]): string {
  if (name === undefined || rest.length > 0) throw new UsageError('Specify one username.');
  return name;
}

/** Returns the option, else prompts on a terminal, else reads the first line of standard input. */
async function readPassword(option: string | undefined): Promise<string> {
  if (option !== undefined) return option;
  const isTerminal = process.stdin.isTTY;
  if (isTerminal) process.stderr.write('Password: ');
  // Hides the typed characters.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: isTerminal });
  try {
    for await (const line of lines) if (line !== '') return line;
  } finally {
    lines.close();
    if (isTerminal) process.stderr.write('\n');
  }
  throw new UsageError(
    'Specify the password: type it, send it as the first line of standard input, or use --password P.',
  );
}

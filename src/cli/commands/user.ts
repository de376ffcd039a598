import { parseArgs } from 'node:util';
import type { UserActor } from '../../domain/account/actor';
import { NotFoundError } from '../../domain/errors';
import { AccountService } from '../../modules/account/account.service';
import { CredentialService } from '../../modules/credential/credential.service';
import { UserService } from '../../modules/account/user.service';
import { readPassword } from '../read-password';
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
    default:
      throw new UsageError('Use `user create NAME`, `user password NAME` or `user token NAME`.');
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
    if (account === null) throw new NotFoundError(`There is no user ${username}. Check the spelling.`);
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
    if (account === null) throw new NotFoundError(`There is no user ${username}. Check the spelling.`);
    return (await app.get(CredentialService).defaultToken(account.id)).key;
  });
  process.stdout.write(`${key}\n`);
  return 0;
}

function onlyName([name, ...rest]: string[]): string {
  if (name === undefined || rest.length > 0) throw new UsageError('Specify one username.');
  return name;
}

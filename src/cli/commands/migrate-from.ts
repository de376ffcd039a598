import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';
import { Environment } from '../../config/environment';
import { isApiToken, readSourceAddress } from '../../domain/migration/source-types';
import { csvLine } from '../../domain/text/csv-line';
import { CentralSession } from '../../modules/migration/central/central-session';
import { CentralSource } from '../../modules/migration/central/central.source';
import { KoboSource } from '../../modules/migration/kobo/kobo.source';
import type { MigrationOptions } from '../../modules/migration/migration-options';
import { MigrationService } from '../../modules/migration/migration.service';
import type { MigrationSource } from '../../modules/migration/migration-source.port';
import { type ApiClient, ApiClients } from '../../outbound-http/api-client';
import { FormEngine } from '../../workers/form-engine/form-engine';
import { MigrationProgress, printReport } from '../migration-report';
import { UsageError } from '../usage';
import { withService } from './service-context';

const TOKEN_VARIABLE = 'SOURCE_TOKEN';
const PASSWORD_VARIABLE = 'SOURCE_PASSWORD';

const OPTIONS = {
  from: { type: 'string', default: 'kobo' },
  owner: { type: 'string' },
  project: { type: 'string', multiple: true },
  email: { type: 'string' },
  'password-file': { type: 'string' },
  links: { type: 'string' },
  'token-file': { type: 'string' },
  user: { type: 'string', multiple: true },
  asset: { type: 'string', multiple: true },
  'create-users': { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  'verify-files': { type: 'boolean', default: false },
  concurrency: { type: 'string', default: '4' },
  rate: { type: 'string', default: '20' },
  'allow-private': { type: 'boolean', default: false },
  report: { type: 'string' },
} as const;

/** @returns 0 only if everything is here and equal */
export async function migrateFrom(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  const baseUrl = readAddress(positionals);
  const openSource = await chooseSource(baseUrl, values);
  const concurrency = readNumber(values.concurrency, '--concurrency', 64);
  const options: MigrationOptions = {
    owners: values.user,
    assetUids: values.asset,
    createAccounts: values['create-users'],
    dryRun: values['dry-run'],
    verifyFiles: values['verify-files'],
    concurrency,
  };
  const server = {
    baseUrl,
    maxConcurrent: concurrency,
    requestsPerSecond: readNumber(values.rate, '--rate', 10_000),
    allowPrivateAddresses: values['allow-private'],
    timeoutMs: 120_000,
    maxAttempts: 7,
    retryDelayMs: 500,
  };
  const report = await withService(async (app: INestApplicationContext) => {
    const client = app.get(ApiClients, { strict: false }).connect(server);
    try {
      const source = openSource(client, app.get(FormEngine, { strict: false }));
      const receiveLink = await linkWriter(values.links, app.get(Environment).PUBLIC_URL, options.dryRun);
      const progress = new MigrationProgress(process.stderr);
      return await app
        .get(MigrationService, { strict: false })
        .run(source, { ...options, receiveLink }, progress);
    } finally {
      client.close();
    }
  });
  if (values.report !== undefined) await writeFile(values.report, `${JSON.stringify(report, null, 2)}\n`);
  printReport(report, (line) => void process.stdout.write(`${line}\n`));
  return report.equal ? 0 : 1;
}

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];
type OpenSource = (client: ApiClient, engine: FormEngine) => MigrationSource;

async function chooseSource(baseUrl: string, values: Values): Promise<OpenSource> {
  const { from, owner, project: projects, email, links, user } = values;
  if (from !== 'kobo' && from !== 'central') throw new UsageError('--from must be kobo or central.');
  const isCentral = from === 'central';
  if (!isCentral && [owner, projects, email, links].some((value) => value !== undefined))
    throw new UsageError('--owner, --project, --email and --links need --from central.');
  if (!isCentral) {
    const token = await readToken(values['token-file']);
    return (client) => new KoboSource(baseUrl, client, token);
  }
  if (owner === undefined || user !== undefined)
    throw new UsageError(
      'Projects of ODK Central have no owner: name a user here with --owner, without --user.',
    );
  const credentials =
    email === undefined
      ? { token: await readToken(values['token-file']) }
      : { email, password: await readPassword(values['password-file']) };
  return (client, engine) =>
    new CentralSource(baseUrl, new CentralSession(client, credentials), engine, {
      owner,
      projects,
      movesRoles: true,
    });
}

/** Appends links to a file that only its owner can read: they are secrets, and shown once. */
async function linkWriter(
  file: string | undefined,
  publicUrl: string | undefined,
  dryRun: boolean,
): Promise<MigrationOptions['receiveLink']> {
  if (file === undefined) return undefined;
  if (publicUrl === undefined)
    throw new UsageError('--links needs PUBLIC_URL, the address of this service, for the links. Set it.');
  // Found out before anything is moved.
  if (!dryRun) await appendFile(file, '', { mode: 0o600 });
  return async ({ formId, assetName, collector, key }) => {
    const cells = [formId, assetName, collector, `${publicUrl}/collector/${key}`];
    await appendFile(file, csvLine(cells, ','), { mode: 0o600 });
  };
}

/** Address without query and trailing slash. */
function readAddress([address, ...rest]: string[]): string {
  if (address === undefined || rest.length > 0) throw new UsageError('Specify the address of one server.');
  const source = readSourceAddress(address);
  if (source === undefined)
    throw new UsageError('The address must be such as https://kf.kobotoolbox.org, without user and query.');
  return source;
}

/** Not an argument: arguments are visible to all users of the machine. */
async function readSecret(file: string | undefined, variable: string): Promise<string> {
  const text = file === undefined ? process.env[variable] : await readFile(file, 'utf8');
  return text?.replace(/\r?\n$/, '') ?? '';
}

async function readPassword(file: string | undefined): Promise<string> {
  const password = await readSecret(file, PASSWORD_VARIABLE);
  if (password === '') {
    throw new UsageError(
      `Put the password into the variable ${PASSWORD_VARIABLE}, or into a file for --password-file.`,
    );
  }
  return password;
}

async function readToken(file: string | undefined): Promise<string> {
  const token = (await readSecret(file, TOKEN_VARIABLE)).trim();
  if (token === '') {
    throw new UsageError(
      `Put the API token into the variable ${TOKEN_VARIABLE}, or into a file for --token-file.`,
    );
  }
  if (!isApiToken(token)) throw new UsageError('The API token must be one word of ASCII letters.');
  return token;
}

function readNumber(text: string, option: string, max: number): number {
  const value = Number(text);
  if (!(value >= 1 && value <= max)) throw new UsageError(`${option} must be a number from 1 to ${max}.`);
  return option === '--concurrency' ? Math.floor(value) : value;
}

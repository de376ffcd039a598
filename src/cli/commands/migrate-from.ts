import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';
import { isApiToken, readSourceAddress } from '../../domain/migration/source-address';
import { KoboSource } from '../../modules/migration/kobo/kobo.source';
import type { MigrationOptions } from '../../modules/migration/migration-options';
import { MigrationService } from '../../modules/migration/migration.service';
import { ApiClients } from '../../outbound-http/api-client.port';
import { MigrationProgress } from '../migration-progress';
import { printReport } from '../migration-report';
import { UsageError } from '../usage';
import { withService } from './service-context';

const TOKEN_VARIABLE = 'SOURCE_TOKEN';

const OPTIONS = {
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
  const token = await readToken(values['token-file']);
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
    ...{ baseUrl, maxConcurrent: concurrency, requestsPerSecond: readNumber(values.rate, '--rate', 10_000) },
    allowPrivateAddresses: values['allow-private'],
    ...{ timeoutMs: 120_000, maxAttempts: 7, retryDelayMs: 500 },
  };
  const report = await withService(async (app: INestApplicationContext) => {
    const client = app.get(ApiClients, { strict: false }).connect(server);
    try {
      const source = new KoboSource(baseUrl, client, token);
      const progress = new MigrationProgress(process.stderr);
      return await app.get(MigrationService, { strict: false }).run(source, options, progress);
    } finally {
      client.close();
    }
  });
  if (values.report !== undefined) await writeFile(values.report, `${JSON.stringify(report, null, 2)}\n`);
  printReport(report, (line) => void process.stdout.write(`${line}\n`));
  return report.equal ? 0 : 1;
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
async function readToken(file: string | undefined): Promise<string> {
  const text = file === undefined ? process.env[TOKEN_VARIABLE] : await readFile(file, 'utf8');
  const token = text?.trim() ?? '';
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

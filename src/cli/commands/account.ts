import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { AccountExportService } from '../../modules/migration/folder/account-export.service';
import { AccountFolder } from '../../modules/migration/folder/account-folder';
import { FolderSource } from '../../modules/migration/folder/folder.source';
import { MigrationService } from '../../modules/migration/migration.service';
import { MigrationProgress, printable, printReport } from '../migration-report';
import { UsageError } from '../usage';
import { withService } from './service-context';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** @returns 1 if files are missing in the export */
export async function exportAccount(args: string[]): Promise<number> {
  const [username, path, ...rest] = parseArgs({ args, allowPositionals: true, options: {} }).positionals;
  if (username === undefined || path === undefined || rest.length > 0)
    throw new UsageError('Specify a username and a folder.');
  const result = await withService((app) =>
    app.get(AccountExportService, { strict: false }).write(username, new AccountFolder(resolve(path))),
  );
  for (const problem of result.problems) print(`MISSING: ${printable(problem)}`);
  const { assets, submissions, attachments } = result;
  print(`Wrote ${assets} assets, ${submissions} submissions and ${attachments} attachments to ${path}.`);
  print('Check it anywhere with `sha256sum --check SHA256SUMS` in the folder.');
  return result.problems.length === 0 ? 0 : 1;
}

/** @returns 0 only if everything is here and equal */
export async function importAccount(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      user: { type: 'string' },
      'create-users': { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      report: { type: 'string' },
    },
  });
  const [path, ...rest] = positionals;
  if (path === undefined || rest.length > 0) throw new UsageError('Specify one folder.');
  const source = await FolderSource.open(new AccountFolder(resolve(path)), values.user);
  const options = {
    owners: undefined,
    assetUids: undefined,
    concurrency: 4,
    verifyFiles: true,
    createAccounts: values['create-users'],
    dryRun: values['dry-run'],
  };
  const report = await withService((app) =>
    app.get(MigrationService, { strict: false }).run(source, options, new MigrationProgress(process.stderr)),
  );
  if (values.report !== undefined) await writeFile(values.report, `${JSON.stringify(report, null, 2)}\n`);
  printReport(report, print);
  return report.equal ? 0 : 1;
}

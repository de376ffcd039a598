import { createRequire } from 'node:module';
import { COMMAND_LINE } from '../config/command-line';
import { VERSION } from '../config/version';
import { UsageError, USAGE, usageOf } from './usage';

type Command = (args: string[]) => Promise<number>;

/** Loads a bundle, which starts faster than the modules of the service (docs/performance.md#single-file-bundle). */
const bundledUser = (): Command =>
  (createRequire(__filename)('../bundle/user.js') as typeof import('./commands/user.js')).user;

/** Lazy imports: converting a form does not load the service. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  user: async () => bundledUser(),
  message: async () => (await import('./commands/message.js')).message,
  database: async () => (await import('./commands/database.js')).database,
  migrate: async () => (await import('./commands/migrate.js')).migrate,
  'export-account': async () => (await import('./commands/account.js')).exportAccount,
  'import-account': async () => (await import('./commands/account.js')).importAccount,
  'migrate-from': async () => (await import('./commands/migrate-from.js')).migrateFrom,
  backup: async () => (await import('./commands/backup.js')).backup,
  verify: async () => (await import('./commands/backup.js')).verify,
  restore: async () => (await import('./commands/backup.js')).restore,
  'secret-key': async () => (await import('./commands/secret-key.js')).secretKey,
  storage: async () => (await import('./commands/storage.js')).storage,
  xlsform: async () => (await import('./commands/xlsform.js')).xlsform,
  demo: async () => (await import('./demo/demo.js')).demo,
};

async function run([name = 'help', ...args]: string[]): Promise<number> {
  if (['help', '--help', '-h'].includes(name)) {
    process.stdout.write(USAGE);
    return 0;
  }
  if (name === '--version') {
    process.stdout.write(`${VERSION}\n`);
    return 0;
  }
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(usageOf([name, ...args.filter((word) => !word.startsWith('-'))]));
    return 0;
  }
  const load = COMMANDS[name];
  if (load === undefined) throw new UsageError(`Unknown command: ${name}.`);
  const command = await load();
  return command(args);
}

// PID 1 of a container ignores signals without a handler.
for (const [signal, number] of [
  ['SIGINT', 2],
  ['SIGTERM', 15],
] as const) {
  process.once(signal, () => process.exit(128 + number));
}

/** Names the command that prints the usage, which would hide the error. */
function usageHint([name = '']: readonly string[]): string {
  const command = name in COMMANDS ? [name] : [];
  return `Usage: ${[COMMAND_LINE, ...command, '--help'].join(' ')}`;
}

run(process.argv.slice(2)).then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    const isUsage = /^ERR_(USAGE|PARSE_ARGS)/.test((error as { code?: string }).code ?? '');
    // A failed command may leave open handles: exit explicitly.
    const lines = isUsage ? [message, usageHint(process.argv.slice(2))] : [message];
    process.stderr.write(`${lines.join('\n')}\n`, () => process.exit(isUsage ? 2 : 1));
  },
);

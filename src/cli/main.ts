import { createRequire } from 'node:module';
import { COMMAND_LINE } from '../config/command-line';
import { VERSION } from '../config/version';
import type { Command } from './commands';
import { UsageError, USAGE, usageOf } from './usage';

/**
 * Commands of the bundle, which starts faster than the modules of the service (docs/performance.md#single-file-bundle).
 * Starts one level up, because the bundle of this file lies in a sibling of this folder.
 */
const bundledCommands = (): (typeof import('./commands.js'))['COMMANDS'] =>
  (createRequire(__filename)('../bundle/service.js') as typeof import('../bundle-entry.js')).COMMANDS;

/** Converting a form does not load the service. */
const loadXlsform = async (): Promise<Command> => (await import('./commands/xlsform.js')).xlsform;

function findCommand(name: string): (() => Promise<Command>) | undefined {
  if (name === 'xlsform') return loadXlsform;
  const commands: Readonly<Record<string, () => Promise<Command>>> = bundledCommands();
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}

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
  const load = findCommand(name);
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
  const command = findCommand(name) === undefined ? [] : [name];
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

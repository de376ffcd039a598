import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { UsageError } from './usage';

/** Returns the option, else prompts on a terminal, else reads the first line of standard input. */
export async function readPassword(option: string | undefined): Promise<string> {
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

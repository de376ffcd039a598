import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { UsageError } from './usage';

/** The password that was typed with the command, else asked for on a terminal, else the first line of the input. */
export async function givenPassword(typed: string | undefined): Promise<string> {
  if (typed !== undefined) return typed;
  const isTerminal = process.stdin.isTTY;
  if (isTerminal) process.stderr.write('Password: ');
  // What is typed is not shown.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: isTerminal });
  try {
    for await (const line of lines) if (line !== '') return line;
  } finally {
    lines.close();
    if (isTerminal) process.stderr.write('\n');
  }
  throw new UsageError(
    'Say the password: type it, send it as the first line of the input, or say --password P.',
  );
}

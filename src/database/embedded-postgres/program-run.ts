import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { EmbeddedPostgresError, FULL_DISK, useOwnServer } from './embedded-postgres.error';
import { spawnOptionsFor, type RunIdentity } from './postmaster-record';

/** Environment of PostgreSQL's programs: without variables that affect them (PGPORT, LD_LIBRARY_PATH), messages in English. */
export const programEnvironment: Readonly<Record<string, string>> = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

/** Runs a program. @throws EmbeddedPostgresError with the end of its output */
export async function runProgram(
  program: string,
  args: readonly string[],
  { cwd, identity }: { cwd: string; identity: RunIdentity | undefined },
): Promise<void> {
  const options = { cwd, env: { ...programEnvironment }, ...spawnOptionsFor(identity) };
  await new Promise<void>((done, failed) => {
    try {
      execFile(program, [...args], options, (error, stdout, stderr) => {
        if (!error) done();
        else if (typeof error.code === 'string') failed(explainSpawnFailure(error, program));
        else failed(new EmbeddedPostgresError(`${program} failed.\n${lastLines(`${stdout}\n${stderr}`)}`));
      });
    } catch (error) {
      failed(explainSpawnFailure(error, program));
    }
  });
}

export function explainSpawnFailure(error: unknown, program: string): EmbeddedPostgresError {
  const code = (error as NodeJS.ErrnoException).code ?? String(error);
  const reason =
    code === 'ENOENT' && existsSync(program)
      ? 'this system lacks its C library (glibc on Linux)'
      : code === 'EACCES'
        ? 'its folder can not be entered or is mounted noexec'
        : code === 'EPERM' || code === 'EINVAL'
          ? 'this process can not start it as another user'
          : code;
  return new EmbeddedPostgresError(`${program} can't be started: ${reason}. Fix that, ${useOwnServer}`);
}

const SHOWN_LINES = 12;

export function lastLines(output: string): string {
  const remedy = FULL_DISK.test(output) ? '\nThe disk is full. Free space, then start again.' : '';
  return `${shownLines(output)}${remedy}`;
}

function shownLines(output: string): string {
  return output
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-SHOWN_LINES)
    .map((line) => `  ${line}`)
    .join('\n');
}

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { EmbeddedPostgresError, useOwnServer } from './embedded-postgres.error';
import { spawnOptionsFor, type RunIdentity } from './run-identity';

/**
 * What PostgreSQL's programs see of the environment: nothing of ours that could steer them (PGPORT, PGDATA,
 * LD_LIBRARY_PATH), and messages in English, because we read them.
 */
export const programEnvironment: Readonly<Record<string, string>> = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

/**
 * Runs a program to its end.
 * @throws EmbeddedPostgresError with the last lines it wrote when it fails
 */
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

/** Why a program that is there could not even begin, as a sentence for the operator. */
export function explainSpawnFailure(error: unknown, program: string): EmbeddedPostgresError {
  const code = (error as NodeJS.ErrnoException).code ?? String(error);
  const reason =
    code === 'ENOENT' && existsSync(program)
      ? 'this system lacks the C library it was made for (glibc on Linux)'
      : code === 'EACCES'
        ? 'its folder can not be entered or does not allow programs to run'
        : code === 'EPERM' || code === 'EINVAL'
          ? 'this process may not start it as another user'
          : code;
  return new EmbeddedPostgresError(
    `${program} can't be started, because ${reason}: mend that, ${useOwnServer}`,
  );
}

/** The end of a program's output, indented for an error message. */
export function lastLines(output: string, count = 12): string {
  return output
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-count)
    .map((line) => `  ${line}`)
    .join('\n');
}

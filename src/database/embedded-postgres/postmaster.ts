import { spawn, type ChildProcess } from 'node:child_process';
import { chownSync, closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type DatabaseHome } from './database-home';
import { EmbeddedPostgresError, reasonOf, useOwnServer } from './embedded-postgres.error';
import { programOf, type PlatformBinaries } from './platform-binaries';
import { discardRecycledRecord, readPostmasterRecord, runningPostmaster, whoIs } from './postmaster-record';
import { type PostmasterRecord } from './postmaster-record';
import { explainSpawnFailure, lastLines, programEnvironment } from './program-run';
import { spawnOptionsFor } from './run-identity';

const POLL_MS = 10;
/** How often a long recovery says that it is still going on. */
const PATIENCE_MS = 10_000;
const LOG_LIMIT_BYTES = 1024 * 1024;
/** Failures of a start that go away when it is tried again. */
const PASSING =
  /Address already in use|lock file "postmaster\.pid" already exists|pre-existing shared memory block/;

/** A free port of this machine's own address. Another program may still take it before the server does. */
export async function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });
}

/**
 * Starts the server in a session of its own, so that the terminal's Ctrl-C does not reach it, and waits until it
 * takes connections. It outlives this process unless it is stopped.
 * @returns undefined when it gave way to something that passes: the port was taken, another start was faster
 * @throws EmbeddedPostgresError with the end of the server's log
 */
export async function launchPostmaster(
  home: DatabaseHome,
  binaries: PlatformBinaries,
  { port, durable, log }: { port: number; durable: boolean; log: (message: string) => void },
): Promise<PostmasterRecord | undefined> {
  discardRecycledRecord(home.cluster);
  const { handle, start } = openLog(home);
  const program = programOf(binaries, 'postgres');
  let server: ChildProcess;
  try {
    server = spawn(program, serverArguments(home, port, durable), {
      cwd: home.folder,
      env: { ...programEnvironment },
      detached: true,
      stdio: ['ignore', handle, handle],
      ...spawnOptionsFor(home.identity),
    });
  } catch (error) {
    throw explainSpawnFailure(error, program);
  } finally {
    closeSync(handle);
  }
  const ended = { value: false, error: undefined as Error | undefined };
  server.once('exit', () => (ended.value = true));
  server.once('error', (error) => Object.assign(ended, { value: true, error }));
  server.unref();

  const ready = await waitFor(home, log, () => {
    if (ended.value) return undefined;
    // Until the server has written its own record, that of a killed one may still lie there.
    const record = readPostmasterRecord(home.cluster);
    return record?.state === 'ready' && record.pid === server.pid ? record : 'not yet';
  });
  if (ready) return ready;
  if (ended.error) throw explainSpawnFailure(ended.error, program);
  const written = readFileSync(home.logFile).subarray(start).toString();
  if (PASSING.test(written)) return undefined;
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL did not start; the end of ${home.logFile} says:\n${lastLines(written)}`,
  );
}

/** Waits for a server that is starting, or ending, on this folder; undefined when none is left. */
export async function settledPostmaster(
  home: DatabaseHome,
  log: (message: string) => void,
): Promise<PostmasterRecord | undefined> {
  return waitFor(home, log, () => {
    const running = runningPostmaster(home.cluster);
    return !running || running.state === 'ready' ? running : 'not yet';
  });
}

/**
 * Ends the server: rolls open transactions back, writes everything down and waits for its exit. A server that
 * does not end is asked more harshly after `patienceMs`, and again; the data stays whole in every case.
 * @throws EmbeddedPostgresError when this account may not stop it
 */
export async function stopPostmaster(
  home: DatabaseHome,
  log: (message: string) => void,
  patienceMs = 30_000,
) {
  const pid = runningPostmaster(home.cluster)?.pid;
  if (pid === undefined) return;
  // PostgreSQL's fast shutdown, immediate shutdown, and the end.
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw new EmbeddedPostgresError(
        `The database's process ${pid} can't be stopped (${reasonOf(error)}): stop it as the user that started it.`,
      );
    }
    const deadline = Date.now() + patienceMs;
    while (Date.now() < deadline) {
      if (whoIs(pid, home.cluster) !== 'this server') return;
      await pause(POLL_MS);
    }
    log(`The database's process ${pid} did not end within ${patienceMs / 1000} s after ${signal}.`);
  }
  throw new EmbeddedPostgresError(
    `The database's process ${pid} does not end: look at it with "ps" and ${home.logFile}.`,
  );
}

function serverArguments(home: DatabaseHome, port: number, durable: boolean): string[] {
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'logging_collector=off',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ];
  return ['-D', home.cluster, ...settings.flatMap((setting) => ['-c', setting])];
}

/** Polls a file of the server's: cheaper than trying to connect, and silent in its log. */
async function waitFor<T>(
  home: DatabaseHome,
  log: (message: string) => void,
  look: () => T | 'not yet',
): Promise<T> {
  let nextWord = Date.now() + PATIENCE_MS;
  for (;;) {
    const seen = look();
    if (seen !== 'not yet') return seen;
    if (Date.now() > nextWord) {
      log(`Waiting for the database to be ready (it may be recovering; see ${home.logFile}).`);
      nextWord = Date.now() + PATIENCE_MS;
    }
    await pause(POLL_MS);
  }
}

/** Opens the log for appending; a long one is put aside first, replacing the one before it. */
function openLog(home: DatabaseHome): { handle: number; start: number } {
  try {
    const size = statSync(home.logFile, { throwIfNoEntry: false })?.size ?? 0;
    const tooLong = size > LOG_LIMIT_BYTES;
    if (tooLong) renameSync(home.logFile, `${home.logFile}.1`);
    const handle = openSync(home.logFile, 'a', 0o600);
    if (home.identity) chownSync(home.logFile, home.identity.uid, home.identity.gid);
    return { handle, start: tooLong ? 0 : size };
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The database's log ${home.logFile} can't be written (${reasonOf(error)}): give the service the right to write there, ${useOwnServer}`,
    );
  }
}

import { spawn, type ChildProcess } from 'node:child_process';
import { chownSync, closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type DatabaseLocation } from './database-location';
import { EmbeddedPostgresError, reasonOf, useOwnServer } from './embedded-postgres.error';
import { programOf, type PlatformBinaries } from './platform-binaries';
import {
  removeStaleLockFile,
  identifyProcess,
  type PostmasterRecord,
  readPostmasterRecord,
  runningPostmaster,
  spawnOptionsFor,
} from './postmaster-record';
import { explainSpawnFailure, lastLines, programEnvironment } from './program-run';

const POLL_MS = 10;
const WAIT_LOG_INTERVAL_MS = 10_000;
const MAX_LOG_BYTES = 1024 * 1024;
const TRANSIENT_FAILURE =
  /Address already in use|lock file "postmaster\.pid" already exists|pre-existing shared memory block/;

/** Finds a free loopback port. Another program may take it before the server does. */
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
 * Starts the server detached, so that Ctrl-C does not reach it, and waits until it accepts connections. It outlives this
 * process unless stopped.
 * @returns undefined on a transient failure: the port was taken, or another start was faster
 * @throws EmbeddedPostgresError with the end of the server's log
 */
export async function launchPostmaster(
  location: DatabaseLocation,
  binaries: PlatformBinaries,
  { port, durable, log }: { port: number; durable: boolean; log: (message: string) => void },
): Promise<PostmasterRecord | undefined> {
  removeStaleLockFile(location.cluster);
  const { handle, start } = openLog(location);
  const program = programOf(binaries, 'postgres');
  let server: ChildProcess;
  try {
    server = spawn(program, serverArguments(location, port, durable), {
      cwd: location.folder,
      env: { ...programEnvironment },
      detached: true,
      stdio: ['ignore', handle, handle],
      ...spawnOptionsFor(location.identity),
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

  const ready = await waitFor(location, log, () => {
    if (ended.value) return undefined;
    // The record of a killed server may remain until this one has written its own.
    const record = readPostmasterRecord(location.cluster);
    return record?.state === 'ready' && record.pid === server.pid ? record : 'not yet';
  });
  if (ready) return ready;
  if (ended.error) throw explainSpawnFailure(ended.error, program);
  const written = readFileSync(location.logFile).subarray(start).toString();
  if (TRANSIENT_FAILURE.test(written)) return undefined;
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL did not start. End of ${location.logFile}:\n${lastLines(written)}`,
  );
}

/** Waits while a server is starting or stopping. @returns undefined if none runs then */
export async function awaitSettledPostmaster(
  location: DatabaseLocation,
  log: (message: string) => void,
): Promise<PostmasterRecord | undefined> {
  return waitFor(location, log, () => {
    const running = runningPostmaster(location.cluster);
    return !running || running.state === 'ready' ? running : 'not yet';
  });
}

/**
 * Stops the server and waits for its exit: fast shutdown, escalating to immediate shutdown and SIGKILL after `timeoutMs`
 * each. The data stays consistent in every case.
 * @throws EmbeddedPostgresError when this account can't stop it
 */
export async function stopPostmaster(
  location: DatabaseLocation,
  log: (message: string) => void,
  timeoutMs = 30_000,
) {
  const pid = runningPostmaster(location.cluster)?.pid;
  if (pid === undefined) return;
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw new EmbeddedPostgresError(
        `The database process ${pid} can't be stopped (${reasonOf(error)}). Stop it as the user that started it.`,
      );
    }
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline) {
      if (identifyProcess(pid, location.cluster) !== 'this server') return;
      await pause(POLL_MS);
    }
    log(`The database process ${pid} did not end within ${timeoutMs / 1000} s after ${signal}.`);
  }
  throw new EmbeddedPostgresError(
    `The database process ${pid} does not end. Check it with "ps", and ${location.logFile}.`,
  );
}

function serverArguments(location: DatabaseLocation, port: number, durable: boolean): string[] {
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'logging_collector=off',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ];
  return ['-D', location.cluster, ...settings.flatMap((setting) => ['-c', setting])];
}

/** Polls the server's lock file: cheaper than connecting, and without log entries. */
async function waitFor<T>(
  location: DatabaseLocation,
  log: (message: string) => void,
  poll: () => T | 'not yet',
): Promise<T> {
  let nextLogAt = Date.now() + WAIT_LOG_INTERVAL_MS;
  for (;;) {
    const result = poll();
    if (result !== 'not yet') return result;
    if (Date.now() > nextLogAt) {
      log(`Waiting for the database to be ready (it may be recovering; see ${location.logFile}).`);
      nextLogAt = Date.now() + WAIT_LOG_INTERVAL_MS;
    }
    await pause(POLL_MS);
  }
}

function openLog(location: DatabaseLocation): { handle: number; start: number } {
  try {
    const size = statSync(location.logFile, { throwIfNoEntry: false })?.size ?? 0;
    const isTooLong = size > MAX_LOG_BYTES;
    if (isTooLong) renameSync(location.logFile, `${location.logFile}.1`);
    const handle = openSync(location.logFile, 'a', 0o600);
    if (location.identity) chownSync(location.logFile, location.identity.uid, location.identity.gid);
    return { handle, start: isTooLong ? 0 : size };
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The database log ${location.logFile} can't be written (${reasonOf(error)}). Grant the service write access, ${useOwnServer}`,
    );
  }
}

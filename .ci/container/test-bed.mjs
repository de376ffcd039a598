/** Fixtures of the checks: the image, a PostgreSQL server, and temporary folders. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { running, waitUntil } from './checks.mjs';
import { Container } from './namespace.mjs';

export const FULL = process.env['TEST_PROFILE'] === 'full';
export const PASSWORD = 'correct horse';
export const MIGRATE = ['node', 'dist/src/cli/main.js', 'migrate'];

export const checkout = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
export const load = createRequire(import.meta.url);

/** @typedef {Omit<import('./namespace.mjs').Options, 'data'> & { data?: string }} StartOptions */

export class TestBed {
  databases = 0;
  scratch = mkdtempSync(join(tmpdir(), 'fieldhouse-container-'));
  /** @type {import('./image.mjs').Stage | undefined} */
  image;
  /** @type {import('../../src/database/embedded-postgres/embedded-postgres.js').EmbeddedPostgres | undefined} */
  postgres;

  /** @type {string[]} */
  volumes = [];

  async open() {
    chmodSync(this.scratch, 0o755);
    this.postgres = await this.startPostgres(join(this.scratch, 'database'));
  }

  /** @param {string} dataDir @returns {Promise<import('../../src/database/embedded-postgres/embedded-postgres.js').EmbeddedPostgres>} */
  startPostgres(dataDir) {
    mkdirSync(dataDir);
    const { startEmbeddedPostgres } = load('../../dist/src/database/embedded-postgres/embedded-postgres.js');
    return startEmbeddedPostgres({ dataDir, log: () => undefined, durable: false });
  }

  async close() {
    for (const container of running) await container.kill();
    await this.postgres?.stop();
    for (const volume of this.volumes) spawnSync('umount', ['--lazy', volume]);
    rmSync(this.scratch, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Creates a folder for /data, by default as the image has it. */
  dataFolder({ uid = 1000, gid = 0, mode = 0o2770 } = {}) {
    const folder = mkdtempSync(join(this.scratch, 'data-'));
    chownSync(folder, uid, gid);
    chmodSync(folder, mode);
    return folder;
  }

  /** Creates a volume (tmpfs) of this size. @param {number} megabytes */
  smallVolume(megabytes, mode = '2770') {
    const folder = this.dataFolder();
    const options = `size=${megabytes}m,uid=1000,gid=0,mode=${mode}`;
    const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
    if (status !== 0) throw new Error(`Cannot mount a volume of ${megabytes} MB: ${String(stderr)}`);
    this.volumes.push(folder);
    return folder;
  }

  /** Creates an empty database. @returns its URL */
  async emptyDatabase() {
    const { Client } = load('pg');
    const url = new URL(this.postgres?.url ?? '');
    const client = new Client({ connectionString: url.href });
    await client.connect();
    const name = `container_${(this.databases += 1)}`;
    await client.query(`CREATE DATABASE ${name}`);
    await client.end();
    url.pathname = `/${name}`;
    return url.href;
  }

  /** Starts the service on this database. @param {string} url @param {StartOptions} [options] */
  start(url, { env = {}, ...options } = {}) {
    const variables = { DATABASE_URL: url, SECRET_KEY: 'k'.repeat(64), SUPERUSER_PASSWORD: PASSWORD, ...env };
    return this.run({ env: variables, ...options });
  }

  /** Runs a container with these variables only. @param {StartOptions} options */
  run({ data = this.dataFolder(), ...options }) {
    if (this.image === undefined) throw new Error('There is no image.');
    const container = new Container(this.image, { data, ...options });
    running.add(container);
    return container;
  }
}

/** @param {import('./namespace.mjs').Container} container @param {number} port */
export const ready = (container, port) =>
  waitUntil(() => responds(`http://127.0.0.1:${port}/health/ready`), 'ready', container);

/** @param {string} address */
async function responds(address) {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(10_000) });
    await response.text();
    return response.ok;
  } catch {
    return false;
  }
}

/**
 * Stands in for the image where there is no engine: a folder with what the Dockerfile copies, started with its variables,
 * entrypoint and command as its user. Root folder, capabilities, process 1 and Node's release are those of the machine.
 */
import { spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { layOutImage } from '../../.config/image-files.mjs';

/** @typedef {import('./engine.mjs').Result} Result */

/** Only root can become the user of the image. */
const isRoot = process.getuid?.() === 0;

export class FolderImage {
  /** @type {Set<FolderContainer>} */
  containers = new Set();
  scratch = mkdtempSync(join(tmpdir(), 'fieldhouse-image-'));
  app = join(this.scratch, 'app');

  /** @param {string} checkout */
  constructor(checkout) {
    this.checkout = checkout;
    chmodSync(this.scratch, 0o755);
    const text = readFileSync(join(checkout, 'Dockerfile'), 'utf8').replace(/\\\n\s*/g, ' ');
    const lines = text.slice(text.lastIndexOf('\nFROM ')).split('\n');
    /** @param {string} word */
    const after = (word) =>
      lines.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []));
    /** @param {string} word @returns {string[]} */
    const words = (word) => JSON.parse(after(word)[0] ?? '[]');
    this.files = after('COPY')
      .filter((line) => !line.startsWith('--from'))
      .flatMap((line) => line.split(' ').slice(0, -1));
    this.env = Object.fromEntries(
      after('ENV').flatMap((line) => line.split(' ').map((each) => each.split('='))),
    );
    const [uid, gid] = (after('USER')[0] ?? '').split(':').map(Number);
    this.user = isRoot ? { uid, gid } : {};
    this.entrypoint = words('ENTRYPOINT');
    this.command = words('CMD');
  }

  build() {
    mkdirSync(this.app);
    for (const file of this.files) cpSync(join(this.checkout, file), join(this.app, basename(file)));
    layOutImage(this.app);
  }

  /** Starts a process. @param {Record<string, string>} env @param {string[]} [command] */
  start(env, command = this.command) {
    const data = mkdtempSync(join(this.scratch, 'data-'));
    const { uid, gid } = this.user;
    if (uid !== undefined && gid !== undefined) chownSync(data, uid, gid);
    // Paths of the image, as they are here.
    const entrypoint = this.entrypoint.map((word) => word.replace(/^\/app\//, `${this.app}/`));
    const container = new FolderContainer(this, { ...env, DATA_DIR: data }, [...entrypoint, ...command]);
    this.containers.add(container);
    return container;
  }

  /** @param {Record<string, string>} env @param {string[]} command */
  spawn(env, [program = '', ...words]) {
    return spawn(program, words, {
      cwd: this.app,
      env: { ...this.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, ...env },
      ...this.user,
    });
  }

  async close() {
    for (const container of this.containers) {
      if (container.isRunning) container.child.kill('SIGTERM');
      await container.ended();
    }
    rmSync(this.scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

class FolderContainer {
  out = '';

  /** @param {FolderImage} image @param {Record<string, string>} env @param {string[]} command */
  constructor(image, env, command) {
    this.image = image;
    this.env = env;
    this.child = image.spawn(env, command);
    this.child.stdin.end();
    for (const stream of [this.child.stdout, this.child.stderr])
      stream.on('data', (bytes) => (this.out += bytes));
    /** @type {Promise<number | null>} */
    this.end = new Promise((done) => this.child.once('close', done));
  }

  get isRunning() {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Runs the health check of the image. */
  async isHealthy() {
    return (await this.exec(['bash', join(this.image.app, 'health-check.sh')])).code === 0;
  }

  /** @param {string[]} words @param {string} [input] @returns {Promise<Result>} */
  async exec(words, input = '') {
    const child = this.image.spawn(this.env, words);
    // It may end before it reads.
    child.stdin.on('error', () => undefined).end(input);
    let out = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (out += bytes));
    return new Promise((done) => child.once('close', (code) => done({ code, out })));
  }

  /** @param {NodeJS.Signals} signal */
  signal(signal) {
    this.child.kill(signal);
  }

  ended() {
    return this.end;
  }
}

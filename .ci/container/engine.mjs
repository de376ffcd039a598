/** Builds and runs the image by Docker or Podman, on the network of this machine. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const IMAGE = `fieldhouse-check-${process.pid}`;
const ANSWER_MS = 20_000;
const PULL_MS = 300_000;
const MAX_OUTPUT_BYTES = 64_000_000;
/** As compose.yaml and Kubernetes restrict a container. */
const RESTRICTED = [
  '--read-only',
  '--tmpfs',
  '/tmp',
  '--cap-drop',
  'ALL',
  '--security-opt',
  'no-new-privileges',
];

/**
 * Finds an engine that answers and has the base image.
 * @param {string} checkout
 * @returns {{ program: string } | { reason: string }}
 */
export function findEngine(checkout) {
  const text = readFileSync(join(checkout, 'Dockerfile'), 'utf8');
  const base = /^ARG NODE_IMAGE=(.+)$/m.exec(text)?.[1] ?? '';
  let reason = 'neither Docker nor Podman answers here';
  for (const program of ['docker', 'podman']) {
    if (spawnSync(program, ['info'], { timeout: ANSWER_MS }).status !== 0) continue;
    const hasBase = spawnSync(program, ['image', 'inspect', base]).status === 0;
    if (hasBase || spawnSync(program, ['pull', base], { timeout: PULL_MS }).status === 0) return { program };
    reason = `${program} cannot pull ${base}`;
  }
  return { reason };
}

/** @typedef {{ code: number | null, out: string }} Result */

export class EngineImage {
  /** @type {Set<EngineContainer>} */
  containers = new Set();

  /** @param {string} program @param {string} checkout */
  constructor(program, checkout) {
    this.program = program;
    this.checkout = checkout;
  }

  /** @param {string[]} words @param {string} [input] @returns {Result} */
  run(words, input) {
    const options = /** @type {const} */ ({ encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES });
    const { status, stdout, stderr, error } = spawnSync(this.program, words, { ...options, input });
    return { code: status, out: `${stdout}${stderr}${error ?? ''}` };
  }

  /** @param {string[]} words @returns {string} the output @throws Error */
  runOrThrow(words) {
    const { code, out } = this.run(words);
    if (code !== 0) throw new Error(`${this.program} ${words.join(' ')} ended with ${code}:\n${out}`);
    return out;
  }

  build() {
    // By default Podman drops HEALTHCHECK.
    const format = this.program === 'podman' ? ['--format', 'docker'] : [];
    this.runOrThrow(['build', '--network', 'host', ...format, '--tag', IMAGE, this.checkout]);
  }

  /** Starts a container. @param {Record<string, string>} env @param {string[]} [command] */
  start(env, command = []) {
    const variables = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
    const options = ['run', '--detach', '--network', 'host', ...RESTRICTED, ...variables];
    const container = new EngineContainer(this, this.runOrThrow([...options, IMAGE, ...command]).trim());
    this.containers.add(container);
    return container;
  }

  async close() {
    for (const { id } of this.containers) this.run(['rm', '--force', '--volumes', id]);
    this.run(['rmi', IMAGE]);
  }
}

class EngineContainer {
  /** @param {EngineImage} image @param {string} id */
  constructor(image, id) {
    this.image = image;
    this.id = id;
  }

  get out() {
    return this.image.run(['logs', this.id]).out;
  }

  get isRunning() {
    return this.image.run(['inspect', '--format', '{{.State.Running}}', this.id]).out.trim() === 'true';
  }

  /** Runs the health check of the image. */
  async isHealthy() {
    return (await this.exec(['bash', '/app/health-check.sh'])).code === 0;
  }

  /** @param {string[]} words @param {string} [input] @returns {Promise<Result>} */
  async exec(words, input = '') {
    return this.image.run(['exec', '--interactive', this.id, ...words], input);
  }

  /** @param {NodeJS.Signals} signal */
  signal(signal) {
    this.image.runOrThrow(['kill', '--signal', signal, this.id]);
  }

  /** Waits for the end. @returns {Promise<number>} the exit code */
  async ended() {
    while (this.isRunning) await pause(50);
    return Number(this.image.runOrThrow(['inspect', '--format', '{{.State.ExitCode}}', this.id]).trim());
  }
}

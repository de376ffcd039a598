/** Runs nginx with .config/nginx.conf, with ports, host names and certificate adapted to this machine. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { freePort, waitUntil } from './checks.mjs';

const DOWNLOAD_MS = 60_000;

/** Finds nginx, else downloads Debian's package and unpacks it in .cache. @param {string} checkout */
export function nginxProgram(checkout) {
  const paths = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', join(checkout, '.cache/nginx/usr/sbin/nginx')];
  const find = () => paths.find((path) => existsSync(path));
  if (find() === undefined) {
    const folder = join(checkout, '.cache/nginx');
    mkdirSync(folder, { recursive: true });
    const options = /** @type {const} */ ({ cwd: folder, stdio: 'ignore', timeout: DOWNLOAD_MS });
    spawnSync('apt-get', ['download', 'nginx'], options);
    const [found] = readdirSync(folder).filter((name) => name.endsWith('.deb'));
    if (found !== undefined) spawnSync('dpkg', ['-x', found, '.'], options);
  }
  return find();
}

export class Proxy {
  /** @param {import('node:child_process').ChildProcess} child @param {number} port @param {Buffer} authority */
  constructor(child, port, authority) {
    this.child = child;
    this.port = port;
    this.authority = authority;
  }

  /** @param {{ program: string, checkout: string, scratch: string, servicePort: number }} where */
  static async start({ program, checkout, scratch, servicePort }) {
    const folder = join(scratch, 'nginx');
    mkdirSync(folder);
    const port = await freePort();
    const tls = join(checkout, 'test/fixtures/tls');
    const site = readFileSync(join(checkout, '.config/nginx.conf'), 'utf8')
      .replace(/listen (\[::\]:)?443/g, `listen $1${port}`)
      .replaceAll('/etc/nginx/tls', tls)
      .replace('http://service:8000', `http://127.0.0.1:${servicePort}`);
    const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const tempPaths = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ');
    writeFileSync(
      join(folder, 'nginx.conf'),
      `user nobody nogroup; pid ${folder}/pid; events {} http { access_log off; ${tempPaths}\n${site} }\n`,
    );
    const child = spawn(program, ['-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.on('data', (bytes) => (output += bytes));
    const proxy = new Proxy(child, port, readFileSync(join(tls, 'certificate.pem')));
    await waitUntil(() => {
      if (child.exitCode !== null) throw new Error(`nginx ended (${child.exitCode})\n${output}`);
      return proxy.fetch(new Request('https://database.test/health/live')).then(
        ({ ok }) => ok,
        () => false,
      );
    }, 'nginx responds');
    return proxy;
  }

  /** Sends a request from another address than that of the proxy. @param {Request} outgoing @returns {Promise<Response>} */
  async fetch(outgoing) {
    const { host, pathname, search } = new URL(outgoing.url);
    const body = Buffer.from(await outgoing.arrayBuffer());
    const headers = { ...Object.fromEntries(outgoing.headers), host, 'content-length': String(body.length) };
    const incoming = await new Promise(
      (/** @type {(response: import('node:http').IncomingMessage) => void} */ done, fail) =>
        request({
          ...{ host: '127.0.0.1', port: this.port, localAddress: '127.0.0.2' },
          ...{ method: outgoing.method, path: pathname + search, headers },
          ...{ ca: this.authority, servername: 'database.test' },
        })
          .on('response', done)
          .on('error', fail)
          .end(body),
    );
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { statusCode: status = 0 } = incoming;
    return new Response(status === 204 ? null : Buffer.concat(chunks), { status });
  }

  async stop() {
    const ended = new Promise((done) => this.child.once('exit', done));
    this.child.kill('SIGTERM');
    await ended;
  }
}

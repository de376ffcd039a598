/**
 * Runs a command in namespaces of its own with another root folder, as a container engine does. Programs are the machine's,
 * and Node too where the image's is not available; the network is shared.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Mounts the machine's programs below $ROOT, in this mount namespace only. */
const ENTER = `set -e
mount --make-rprivate /
mount --bind "$ROOT" "$ROOT"
for name in usr etc bin lib lib64 sbin; do
  [ -e "/$name" ] || continue
  if [ -L "/$name" ]; then [ -e "$ROOT/$name" ] || cp -P "/$name" "$ROOT/$name" 2>/dev/null || true; continue; fi
  mkdir -p "$ROOT/$name"; mount --rbind "/$name" "$ROOT/$name"; mount -o remount,bind,ro "$ROOT/$name"
done
mkdir -p "$ROOT/proc" "$ROOT/dev" "$ROOT/tmp"
mount -t proc proc "$ROOT/proc"; mount --rbind /dev "$ROOT/dev"; mount -t tmpfs tmpfs "$ROOT/tmp"; chmod 1777 "$ROOT/tmp"
if [ -n "$NODE" ]; then mkdir -p "$ROOT/opt/node"; mount --bind "$NODE" "$ROOT/opt/node"; fi
if [ -n "$DATA" ]; then mount --bind "$DATA" "$ROOT/data"; mount -o remount,bind,ro "$ROOT"; fi
if [ -n "$CACHE" ]; then mkdir -p "$ROOT/root"; mount --bind "$CACHE" "$ROOT/root"; fi
`;

const NAMESPACES = ['--mount', '--pid', '--fork', '--kill-child'];
const PATH = '/opt/node/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** SIGTERM in the mask of caught signals (SigCgt). */
const CATCHES_TERM = 1n << 14n;

/** Reason why namespaces are not available; undefined if they are. */
export function namespaceError() {
  const { status, error, stderr } = spawnSync('unshare', [...NAMESPACES, 'mount', '--make-rprivate', '/']);
  return status === 0 ? undefined : String(error ?? stderr).trim();
}

/**
 * Runs a RUN step of an image, as root, with a writable root. @param {import('./image.mjs').Stage} stage @param {string} command
 */
export function runStep({ root, cwd, env, node }, command) {
  const run = `cd ${cwd} && ${command}`;
  const { status, stdout, stderr } = spawnSync(
    'unshare',
    [...NAMESPACES, 'bash', '-c', `${ENTER}exec chroot "$ROOT" /bin/sh -c "$RUN"`],
    {
      env: {
        ...{ PATH, HOME: '/root', ...env, ROOT: root, RUN: run, NODE: node },
        ...{ DATA: '', CACHE: process.env['HOME'] ?? '' },
      },
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`RUN ${command} ended with ${status}:\n${stdout}${stderr}`);
}

/**
 * A container: entrypoint as process 1, read-only root, no capabilities.
 * @typedef {import('./image.mjs').Stage} Image
 * @typedef Options
 * @property {string} data folder mounted at /data
 * @property {string} [user]
 * @property {Record<string, string>} [env]
 * @property {string[]} [cmd]
 * @property {string} [input] standard input
 * @property {boolean} [exec] without the entrypoint, as `docker exec` does
 */
export class Container {
  out = '';
  /** @type {number | string | undefined} */
  code;

  /** @param {Image} image @param {Options} options */
  constructor(image, { data, user = image.user, env = {}, cmd = image.cmd, input, exec = false }) {
    const [uid, gid] = user.split(':');
    const drop = `--reuid=${uid} --regid=${gid} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all`;
    const enter = `${ENTER}cd "$ROOT"; unset ROOT DATA CACHE NODE; exec chroot . setpriv ${drop} env --chdir=/app "$@"`;
    const words = exec ? cmd : [...image.entrypoint, ...cmd];
    this.child = spawn('unshare', [...NAMESPACES, 'bash', '-c', enter, 'bash', ...words], {
      env: {
        ...{ PATH, ...image.env, ...env },
        ...{ ROOT: image.root, DATA: data, CACHE: '', NODE: image.node },
      },
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    this.child.stdin?.end(input);
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (bytes) => (this.out += bytes));
    /** @type {Promise<number | string>} */
    this.ended = new Promise((done) => {
      this.child.on('close', (code, signal) => {
        this.code = code ?? signal ?? 'killed';
        done(this.code);
      });
    });
  }

  /** pid of process 1 outside the namespace. */
  get init() {
    try {
      const { pid } = this.child;
      const [init] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
      return init ? Number(init) : undefined;
    } catch {
      return undefined;
    }
  }

  /** State of process 1: undefined before it exists, `setup` before the entrypoint, `no-handler`, then `handler`. */
  get state() {
    try {
      const status = readFileSync(`/proc/${this.init}/status`, 'utf8');
      if (!status.startsWith('Name:\tsh\n')) return 'setup';
      const [, caught = '0'] = /^SigCgt:\t(\w+)$/m.exec(status) ?? [];
      return (BigInt(`0x${caught}`) & CATCHES_TERM) === 0n ? 'no-handler' : 'handler';
    } catch {
      return undefined;
    }
  }

  /** @param {NodeJS.Signals} signal */
  signal(signal) {
    const { init } = this;
    if (init !== undefined) process.kill(init, signal);
  }

  /** Kills process 1, and with it the whole pid namespace. */
  async kill() {
    const { init } = this;
    if (init !== undefined) process.kill(init, 'SIGKILL');
    else if (this.code === undefined) this.child.kill('SIGKILL');
    await this.ended;
  }
}

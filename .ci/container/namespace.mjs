/**
 * Runs a command with another folder as its root, in namespaces of its own: what an engine for containers does, as far as
 * the image can notice. The machine lends its programs, and its Node where the image's can't be had; the network is the
 * machine's.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Puts the machine's programs below $ROOT, which nobody outside sees, and goes there. */
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
/** The bit of SIGTERM among the signals that a process has a handler for. */
const CATCHES_TERM = 1n << 14n;

/** Why no namespace can be made here; undefined when one can. */
export function obstacle() {
  const { status, error, stderr } = spawnSync('unshare', [...NAMESPACES, 'mount', '--make-rprivate', '/']);
  return status === 0 ? undefined : String(error ?? stderr).trim();
}

/**
 * A step of an image, as root, with the root writable. @param {import('./image.mjs').Stage} stage @param {string} command
 */
export function step({ root, cwd, env, node }, command) {
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
 * A container: the image's first process is process 1, the root can't be written to, the user has no capabilities.
 * @typedef {import('./image.mjs').Stage} Image
 * @typedef Options
 * @property {string} data the folder at /data
 * @property {string} [user]
 * @property {Record<string, string>} [env]
 * @property {string[]} [cmd]
 * @property {string} [input] what the command may read
 * @property {boolean} [beside] as an engine runs a command in a container that runs: nothing stands before it
 */
export class Container {
  out = '';
  /** @type {number | string | undefined} */
  code;

  /** @param {Image} image @param {Options} options */
  constructor(image, { data, user = image.user, env = {}, cmd = image.cmd, input, beside = false }) {
    const [uid, gid] = user.split(':');
    const drop = `--reuid=${uid} --regid=${gid} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all`;
    const enter = `${ENTER}cd "$ROOT"; unset ROOT DATA CACHE NODE; exec chroot . setpriv ${drop} env --chdir=/app "$@"`;
    const words = beside ? cmd : [...image.entrypoint, ...cmd];
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

  /** Process 1, whatever it is by now. */
  get first() {
    try {
      const { pid } = this.child;
      const [first] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
      return first ? Number(first) : undefined;
    } catch {
      return undefined;
    }
  }

  /** What process 1 is: nothing yet, what makes the container, the image's own, or that once it hears a signal. */
  get state() {
    try {
      const status = readFileSync(`/proc/${this.first}/status`, 'utf8');
      if (!status.startsWith('Name:\tsh\n')) return 'made';
      const [, caught = '0'] = /^SigCgt:\t(\w+)$/m.exec(status) ?? [];
      return (BigInt(`0x${caught}`) & CATCHES_TERM) === 0n ? 'deaf' : 'hearing';
    } catch {
      return undefined;
    }
  }

  /** @param {NodeJS.Signals} signal */
  tell(signal) {
    const { first } = this;
    if (first !== undefined) process.kill(first, signal);
  }

  /** What an engine does once it waits no longer: with its first process a namespace ends. */
  async kill() {
    const { first } = this;
    if (first !== undefined) process.kill(first, 'SIGKILL');
    else if (this.code === undefined) this.child.kill('SIGKILL');
    await this.ended;
  }
}

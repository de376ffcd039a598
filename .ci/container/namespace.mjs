/**
 * Runs a command with another folder as its root, in namespaces of its own: what an engine for containers does, as far as
 * the image can notice. The machine lends its programs and its Node; the network is the machine's.
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
if [ -n "$DATA" ]; then mount --bind "$DATA" "$ROOT/data"; mount -o remount,bind,ro "$ROOT"; fi
if [ -n "$CACHE" ]; then mkdir -p "$ROOT/root"; mount --bind "$CACHE" "$ROOT/root"; fi
`;

const NAMESPACES = ['--mount', '--pid', '--fork', '--kill-child'];
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Why no namespace can be made here; undefined when one can. */
export function obstacle() {
  const { status, error, stderr } = spawnSync('unshare', [...NAMESPACES, 'mount', '--make-rprivate', '/']);
  return status === 0 ? undefined : String(error ?? stderr).trim();
}

/**
 * A step of an image, as root, with the root writable. @param {string} root @param {string} cwd @param {string} command
 * @param {Record<string, string>} env
 */
export function step(root, cwd, command, env) {
  const run = `cd ${cwd} && ${command}`;
  const { status, stdout, stderr } = spawnSync(
    'unshare',
    [...NAMESPACES, 'bash', '-c', `${ENTER}exec chroot "$ROOT" /bin/sh -c "$RUN"`],
    {
      env: { PATH, HOME: '/root', ...env, ROOT: root, RUN: run, DATA: '', CACHE: process.env['HOME'] ?? '' },
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`RUN ${command} ended with ${status}:\n${stdout}${stderr}`);
}

/**
 * A container: the command is process 1, the root can't be written to, the user has no capabilities.
 * @typedef {{ readonly root: string, readonly env: Record<string, string>, readonly cmd: string[], readonly user: string, readonly health: string[] }} Image
 * @typedef {{ readonly data: string, readonly user?: string, readonly env?: Record<string, string>, readonly cmd?: string[] }} Options
 */
export class Container {
  out = '';
  /** @type {number | string | undefined} */
  code;

  /** @param {Image} image @param {Options} options */
  constructor(image, { data, user = image.user, env = {}, cmd = image.cmd }) {
    const [uid, gid] = user.split(':');
    const drop = `--reuid=${uid} --regid=${gid} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all`;
    const enter = `${ENTER}cd "$ROOT"; unset ROOT DATA CACHE; exec chroot . setpriv ${drop} sh -c 'cd /app && exec "$@"' sh "$@"`;
    this.child = spawn('unshare', [...NAMESPACES, 'bash', '-c', enter, 'bash', ...cmd], {
      env: { PATH, ...image.env, HOST: '127.0.0.1', ...env, ROOT: image.root, DATA: data, CACHE: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream.on('data', (bytes) => (this.out += bytes));
    /** @type {Promise<number | string>} */
    this.ended = new Promise((done) => {
      this.child.on('close', (code, signal) => {
        this.code = code ?? signal ?? 'killed';
        done(this.code);
      });
    });
  }

  /** The first process in there, whatever it is by now. */
  get first() {
    try {
      const { pid } = this.child;
      const [first] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
      return first ? Number(first) : undefined;
    } catch {
      return undefined;
    }
  }

  /** The same once it is the command; undefined before, and after its end. */
  get pid() {
    const { first } = this;
    try {
      return /^(node|MainThread)/.test(readFileSync(`/proc/${first}/comm`, 'utf8')) ? first : undefined;
    } catch {
      return undefined;
    }
  }

  /** @param {NodeJS.Signals} signal */
  tell(signal) {
    const { pid } = this;
    if (pid !== undefined) process.kill(pid, signal);
  }

  /** What an engine does once it waits no longer: with its first process a namespace ends. */
  async kill() {
    const { first } = this;
    if (first !== undefined) process.kill(first, 'SIGKILL');
    else if (this.code === undefined) this.child.kill('SIGKILL');
    await this.ended;
  }
}

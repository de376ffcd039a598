import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from './documents';

/** Runs a command under the image's entrypoint, which is not process 1 here (`.ci/container` tests that). */
function run(
  ...command: string[]
): ChildProcess & { readonly ended: Promise<{ code: number | null; out: string }> } {
  const child = spawn('sh', [join(ROOT, '.config/entrypoint.sh'), ...command], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let out = '';
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()));
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, out }));
  return Object.assign(child, { ended });
}

/** Waits for the first output: a signal before it would not reach the handler. */
const firstOutput = (child: ChildProcess): Promise<unknown> => once(child.stdout!, 'data');

describe('container entrypoint', () => {
  it('passes standard input and output through', async () => {
    const child = run('cat');
    child.stdin!.end('one\ntwo\n');
    expect(await child.ended).toEqual({ code: 0, out: 'one\ntwo\n' });
  });

  it.each([
    ['ends with 7', 'exit 7', 7],
    ['is killed', 'kill -KILL $$', 137],
  ])('ends with the code of a command that %s', async (_name, script, code) => {
    expect((await run('sh', '-c', script).ended).code).toBe(code);
  });

  it('exits with 127 for an unknown command', async () => {
    expect((await run('there-is-no-such-command').ended).code).toBe(127);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('forwards %s and waits for the command to exit', async (signal) => {
    const script = `trap 'echo told; exit 5' ${signal.slice(3)}; echo ready; while :; do sleep 0.05; done`;
    // Background shells ignore SIGINT; Node does not.
    const node = `process.on('${signal}', () => { console.log('told'); process.exit(5); });
      console.log('ready'); setInterval(() => undefined, 1000)`;
    const child = signal === 'SIGINT' ? run(process.execPath, '-e', node) : run('sh', '-c', script);
    await firstOutput(child);
    child.kill(signal);
    expect(await child.ended).toEqual({ code: 5, out: 'ready\ntold\n' });
  });

  it('ends a command without a signal handler (143)', async () => {
    const child = run('sh', '-c', 'echo ready; exec sleep 600');
    await firstOutput(child);
    child.kill('SIGTERM');
    expect((await child.ended).code).toBe(143);
  });
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Page } from 'playwright-core';
import { chromiumArguments, chromiumExecutable } from './chromium';

/** Headless Chromium with a profile on disk, to be killed and started again. */
export class KillableChromium {
  private readonly profile = mkdtempSync(join(tmpdir(), 'chromium-profile-'));
  private child: ChildProcess | undefined;

  /** @returns an empty page */
  async start(): Promise<Page> {
    const child = spawn(
      chromiumExecutable(),
      [
        ...chromiumArguments(),
        '--headless=new',
        '--remote-debugging-port=0',
        `--user-data-dir=${this.profile}`,
        '--no-first-run',
        '--lang=en-GB',
        'about:blank',
      ],
      // Its processes form a group, which is killed as one.
      { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    this.child = child;
    const address = await debuggerOf(child);
    const browser = await chromium.connectOverCDP(address);
    return browser.contexts()[0]!.newPage();
  }

  /** Sends SIGKILL to all its processes. */
  async kill(): Promise<void> {
    const { child } = this;
    if (child?.pid === undefined) return;
    this.child = undefined;
    const exit = once(child, 'exit');
    process.kill(-child.pid, 'SIGKILL');
    await exit;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

async function debuggerOf(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stderr! })) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (address === undefined) continue;
    child.stderr!.resume();
    return address;
  }
  throw new Error('Chromium did not start.');
}

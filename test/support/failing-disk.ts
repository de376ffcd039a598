import fs from 'node:fs';
import files from 'node:fs/promises';

type Call = (...given: unknown[]) => unknown;

/**
 * Hears every call by which this process opens, writes, syncs, names and closes files, and lets one of them fail.
 * `jest.restoreAllMocks()` ends it.
 */
export class FailingDisk {
  readonly heard: string[] = [];

  /** @param failing which call, from 1 on */
  constructor(private readonly failing = Infinity) {
    for (const step of ['open', 'writev', 'fsync'] as const) {
      const real = fs[step].bind(fs) as Call;
      this.replace(fs, step, (...given) => {
        if (!this.fails(step)) return real(...given);
        return (given.at(-1) as (error: Error) => void)(failure());
      });
    }
    const close = fs.closeSync.bind(fs);
    this.replace(fs, 'closeSync', (descriptor) => {
      close(descriptor as number);
      if (this.fails('close')) throw failure();
    });
    for (const step of ['mkdir', 'rename'] as const) {
      const real = files[step].bind(files) as Call;
      this.replace(files, step, async (...given) => {
        if (this.fails(step)) throw failure();
        return real(...given);
      });
    }
  }

  get hasFailed(): boolean {
    return this.heard.length >= this.failing;
  }

  private fails(step: string): boolean {
    return this.heard.push(step) === this.failing;
  }

  private replace(module: object, step: string, call: Call): void {
    jest.spyOn(module as Record<string, Call>, step).mockImplementation(call);
  }
}

const failure = (): Error => Object.assign(new Error('the disk does not answer'), { code: 'EIO' });

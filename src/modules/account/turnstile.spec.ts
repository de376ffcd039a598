import { UnavailableError } from '../../domain/errors';
import { Turnstile } from './turnstile';

/** Works that stay inside until they are told to leave. */
class Visitors {
  readonly entered: string[] = [];
  private readonly leaving = new Map<string, () => void>();

  constructor(private readonly turnstile: Turnstile) {}

  come(name: string, goesFirst = false): Promise<string> {
    const work = async (): Promise<string> => {
      this.entered.push(name);
      await new Promise<void>((resolve) => this.leaving.set(name, resolve));
      return name;
    };
    return this.turnstile.pass(work, { goesFirst });
  }

  /** Once it is inside. */
  async leave(name: string): Promise<void> {
    while (!this.leaving.has(name)) await Promise.resolve();
    this.leaving.get(name)!();
  }
}

describe('Turnstile', () => {
  it('lets so many through at a time, in the order in which they came', async () => {
    const visitors = new Visitors(new Turnstile(2, 10));
    const names = ['a', 'b', 'c', 'd', 'e'];
    const all = names.map((name) => visitors.come(name));
    expect(visitors.entered).toEqual(['a', 'b']);
    await visitors.leave('b');
    await all[1];
    await Promise.resolve();
    expect(visitors.entered).toEqual(['a', 'b', 'c']);
    for (const name of ['a', 'c', 'd', 'e']) {
      await visitors.leave(name);
      await all[names.indexOf(name)];
    }
    expect(await Promise.all(all)).toEqual(names);
  });

  it('lets some go before the rest, however long those have waited', async () => {
    const visitors = new Visitors(new Turnstile(1, 10));
    const inside = visitors.come('inside');
    const others = [visitors.come('other'), visitors.come('another')];
    const first = visitors.come('first', true);
    await visitors.leave('inside');
    await inside;
    await Promise.resolve();
    expect(visitors.entered).toEqual(['inside', 'first']);
    for (const [name, work] of [
      ['first', first],
      ['other', others[0]],
      ['another', others[1]],
    ] as const) {
      await visitors.leave(name);
      await work;
    }
  });

  it('sends away who would wait behind too many, and nobody who goes first', async () => {
    const visitors = new Visitors(new Turnstile(1, 1));
    const inside = visitors.come('inside');
    const waits = visitors.come('waits');
    await expect(visitors.come('too many')).rejects.toThrow(UnavailableError);
    const first = visitors.come('first', true);
    for (const [name, work] of [
      ['inside', inside],
      ['first', first],
      ['waits', waits],
    ] as const) {
      await visitors.leave(name);
      await work;
    }
    expect(visitors.entered).toEqual(['inside', 'first', 'waits']);
  });

  it('hands the place of a failed work on', async () => {
    const turnstile = new Turnstile(1, 1);
    const failed = turnstile.pass(() => Promise.reject(new Error('away')));
    const next = turnstile.pass(() => Promise.resolve('in'));
    await expect(failed).rejects.toThrow('away');
    expect(await next).toBe('in');
  });
});

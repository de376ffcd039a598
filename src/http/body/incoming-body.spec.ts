import { PassThrough } from 'node:stream';
import type { Request, Response } from 'express';
import { BodyBudget } from './body-budget';
import { collect, LONGEST_PAUSE_MS, receiveBody } from './incoming-body';
import type { UntimelyEnd } from './untimely-end';

/** As much of a request and of its answer as reading a body takes. */
function incoming(headers: Readonly<Record<string, string>> = {}) {
  const stream = new PassThrough();
  return {
    stream,
    request: Object.assign(stream, { headers }) as unknown as Request,
    response: {} as Response,
  };
}

const bounds = (maxBytes = 100) => ({ maxBytes, mayInflate: true, held: new BodyBudget().open('a') });

describe('receiveBody', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('gives the whole body', async () => {
    const { stream, request, response } = incoming();
    const body = receiveBody(request, response, bounds(), collect);
    stream.write('one ');
    stream.end('two');
    expect(String(await body)).toBe('one two');
  });

  it('waits for a body as long as there is progress, and cuts it after 30 s without (408)', async () => {
    const { stream, request, response } = incoming();
    const body = receiveBody(request, response, bounds(), collect);
    let end: unknown;
    body.catch((error: unknown) => (end = error));
    for (let second = 0; second < 90; second += 29) {
      stream.write('.');
      await jest.advanceTimersByTimeAsync(29_000);
      expect(end).toBeUndefined();
    }
    await jest.advanceTimersByTimeAsync(LONGEST_PAUSE_MS - 29_000);
    await expect(body).rejects.toMatchObject({ status: 408 });
    expect(LONGEST_PAUSE_MS).toBe(30_000);
  });

  it('does not blame the sender while its bytes wait to be read', async () => {
    const { stream, request, response } = incoming();
    let read: () => void = () => undefined;
    const body = receiveBody(request, response, bounds(), async (source) => {
      source.pause();
      await new Promise<void>((resolve) => (read = resolve));
      const all = collect(source);
      source.resume();
      return all;
    });
    stream.write('sent long ago');
    await jest.advanceTimersByTimeAsync(5 * LONGEST_PAUSE_MS);
    read();
    stream.end();
    expect(String(await body)).toBe('sent long ago');
  });

  it('tells the reader when it is over, whatever the reason', async () => {
    const { stream, request, response } = incoming();
    let told: UntimelyEnd | undefined;
    const body = receiveBody(request, response, bounds(3), (source, end) => {
      told = end;
      return collect(source);
    });
    stream.write('four');
    await expect(body).rejects.toMatchObject({ kind: 'too-large' });
    expect(told?.hasCome).toBe(true);
  });
});

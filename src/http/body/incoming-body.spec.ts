import { PassThrough } from 'node:stream';
import type { Request, Response } from 'express';
import {
  BODY_IDLE_TIMEOUT_MS,
  BodyBudget,
  collect,
  receiveBody,
  markRepeatedFields,
  resolveRepeatedFields,
} from './incoming-body';

function incoming(headers: Readonly<Record<string, string>> = {}) {
  const stream = new PassThrough();
  return {
    stream,
    request: Object.assign(stream, { headers }) as unknown as Request,
    response: {} as Response,
  };
}

const limits = (maxBytes = 100) => ({
  maxBytes,
  allowCompressed: true,
  reservation: new BodyBudget().open('a'),
});

describe('receiveBody', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('returns the whole body', async () => {
    const { stream, request, response } = incoming();
    const body = receiveBody(request, response, limits(), collect);
    stream.write('one ');
    stream.end('two');
    expect(String(await body)).toBe('one two');
  });

  it('waits while there is progress, and returns 408 after 30 s without', async () => {
    const { stream, request, response } = incoming();
    const body = receiveBody(request, response, limits(), collect);
    let failure: unknown;
    body.catch((error: unknown) => (failure = error));
    for (let second = 0; second < 90; second += 29) {
      stream.write('.');
      await jest.advanceTimersByTimeAsync(29_000);
      expect(failure).toBeUndefined();
    }
    await jest.advanceTimersByTimeAsync(BODY_IDLE_TIMEOUT_MS - 29_000);
    await expect(body).rejects.toMatchObject({ status: 408 });
    expect(BODY_IDLE_TIMEOUT_MS).toBe(30_000);
  });

  it('does not time out while bytes are buffered', async () => {
    const { stream, request, response } = incoming();
    let read: () => void = () => undefined;
    const body = receiveBody(request, response, limits(), async (source) => {
      source.pause();
      await new Promise<void>((resolve) => (read = resolve));
      const all = collect(source);
      source.resume();
      return all;
    });
    stream.write('sent long ago');
    await jest.advanceTimersByTimeAsync(5 * BODY_IDLE_TIMEOUT_MS);
    read();
    stream.end();
    expect(String(await body)).toBe('sent long ago');
  });

  it('aborts the reader on any failure', async () => {
    const { stream, request, response } = incoming();
    const onAbort = jest.fn();
    const body = receiveBody(request, response, limits(3), (source, abort) => {
      abort.addListener(onAbort);
      return collect(source);
    });
    stream.write('four');
    await expect(body).rejects.toMatchObject({ kind: 'too-large' });
    expect(onAbort).toHaveBeenCalledTimes(1);
  });
});

describe('resolveRepeatedFields', () => {
  it.each<[fields: object, repeated: string[], values: object]>([
    [{ name: ['one', 'two'], fields: ['a', 'b'] }, ['name', 'fields'], { name: 'two', fields: ['a', 'b'] }],
    [{ name: 'one', fields: 'a' }, [], { name: 'one', fields: ['a'] }],
    // A list by the brackets in its name, not by repetition.
    [{ name: ['one'] }, [], { name: ['one'] }],
  ])('resolves the form %j with %j repeated to %j', (fields, repeated, values) => {
    expect(resolveRepeatedFields(markRepeatedFields(fields, new Set(repeated)), new Set(['fields']))).toEqual(
      values,
    );
  });

  it('returns JSON unchanged', () => {
    const json = { name: ['one', 'two'], fields: 'a' };
    expect(resolveRepeatedFields(json, new Set(['fields']))).toBe(json);
  });
});

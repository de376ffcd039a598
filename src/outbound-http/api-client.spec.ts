import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Canary, TableResolver } from '../../test/fixtures/download/loopback';
import { RateLimiter } from '../concurrency/limits';
import { ApiClient, type ApiServer } from './api-client';
import { GuardedHttpClient, SsrfGuard } from './guarded-http-client';

const HOST = 'source.example';
const OTHER_HOST = 'storage.example';
const REQUEST = { path: '/list', authorization: 'Token secret', accept: '*/*' };

describe('ApiClient', () => {
  let server: Canary;
  let client: ApiClient;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;

  beforeAll(async () => {
    server = await new Canary((request, response) => answer(request, response)).listen();
  });
  afterEach(() => {
    client.close();
    server.hits.length = 0;
  });
  afterAll(() => server.close());

  const connect = (values: Partial<ApiServer> = {}): ApiClient => {
    const resolver = new TableResolver({ [HOST]: [['127.0.0.1']], [OTHER_HOST]: [['127.0.0.1']] });
    const http = new GuardedHttpClient(new SsrfGuard(`${HOST},${OTHER_HOST}`), resolver);
    client = new ApiClient(
      {
        baseUrl: `http://${HOST}:${server.port}`,
        allowPrivateAddresses: false,
        maxConcurrent: 2,
        requestsPerSecond: Infinity,
        timeoutMs: 200_000,
        maxAttempts: 3,
        retryDelayMs: 1,
        ...values,
      },
      http,
    );
    return client;
  };

  it('sends no more requests at once than allowed', async () => {
    const open: ServerResponse[] = [];
    let most = 0;
    answer = (_, response) => {
      open.push(response);
      most = Math.max(most, open.length);
      // Each pair is answered together, so that a third request would be seen beside them.
      if (open.length === 2) setTimeout(() => open.splice(0).forEach((each) => each.end('a')), 20);
    };
    connect();
    const all = await Promise.all(Array.from({ length: 6 }, () => client.send(REQUEST, text)));
    expect(all).toEqual(['a', 'a', 'a', 'a', 'a', 'a']);
    expect(most).toBe(2);
  });

  it('follows redirects of GET, with credentials for the server itself only', async () => {
    const sent: (string | undefined)[] = [];
    answer = ({ url, headers }, response) => {
      sent.push(headers.authorization);
      if (url !== '/list') response.end('bytes');
      else response.writeHead(302, { Location: `http://${OTHER_HOST}:${server.port}/file` }).end();
    };
    expect(await connect().send(REQUEST, text)).toBe('bytes');
    expect(sent).toEqual(['Token secret', undefined]);
  });

  it('posts JSON, which is not sent elsewhere', async () => {
    let body: Promise<string> | undefined;
    answer = (request, response) => {
      body = text(request);
      response.writeHead(307, { Location: `http://${OTHER_HOST}:${server.port}/sessions` }).end();
    };
    const { path, accept } = REQUEST;
    const sent = connect().send({ path, accept, json: { password: 'secret' } }, text);
    await expect(sent).rejects.toMatchObject({ status: 307 });
    expect(await body).toBe('{"password":"secret"}');
    expect(server.hits).toEqual([`${HOST}:${server.port} /list`]);
  });

  it('fails after the last attempt, with the status; each attempt counts for the rate', async () => {
    const wait = jest.spyOn(RateLimiter.prototype, 'wait');
    answer = (_, response) => response.writeHead(503).end('busy');
    await expect(connect().send(REQUEST, text)).rejects.toMatchObject({ status: 503 });
    expect(server.hits).toHaveLength(3);
    expect(wait).toHaveBeenCalledTimes(3);
    wait.mockRestore();
  });

  it('ends the delay between attempts when it is cancelled', async () => {
    const cancel = new AbortController();
    answer = (_, response) => {
      response.writeHead(503).end();
      setImmediate(() => cancel.abort());
    };
    connect({ retryDelayMs: 100_000_000, signal: cancel.signal });
    await expect(client.send(REQUEST, text)).rejects.toThrow('The requests were cancelled.');
    expect(server.hits).toHaveLength(1);
  });

  it('ends a body that hangs when it is cancelled', async () => {
    const cancel = new AbortController();
    answer = (_, response) => {
      response.write('the first bytes');
    };
    connect({ signal: cancel.signal });
    const read = client.send(REQUEST, async (body) => {
      cancel.abort();
      return text(body);
    });
    await expect(read).rejects.toThrow('The requests were cancelled.');
  });
});

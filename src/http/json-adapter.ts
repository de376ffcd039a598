import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { ExpressAdapter } from '@nestjs/platform-express';
import express from 'express';
import type { Express, RequestHandler, Response } from 'express';
import { Logger } from '@nestjs/common';
import { serializeJson } from './json-text';
import { CachedResponse, Reply, StreamedBody } from './reply';
import { isSafe, wantsResourcePage } from './negotiation/request';
import type { RenderResourcePage, ResourceJson } from './resource-page.port';
import { type RoutedMethod, RouteTree } from './routing/route-tree';

interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/** Admission control, body, log, database and streams all listen for `close`: more than Node's default of ten. */
const MAX_LISTENERS = 24;

/**
 * Returns message classes that inherit from Express's prototypes from the start. Express otherwise swaps the prototype of
 * each message, which makes V8 use slow property lookups (docs/performance.md#stable-object-shapes). All fields are
 * declared, for one hidden class.
 */
function messageClassesOf(app: Express): MessageClasses {
  class ExpressRequest extends IncomingMessage {
    res: unknown = undefined;
    params: unknown = undefined;
    body: unknown = undefined;
    baseUrl = '';
    originalUrl = '';
    next: unknown = undefined;
    route: unknown = undefined;
    _parsedUrl: unknown = undefined;
  }
  class ExpressResponse<Sent extends IncomingMessage = IncomingMessage> extends ServerResponse<Sent> {
    locals: Record<string, unknown> = {};

    constructor(...args: ConstructorParameters<typeof ServerResponse<Sent>>) {
      super(...args);
      this.setMaxListeners(MAX_LISTENERS);
    }
  }
  // Express skips the prototype swap when it finds these in place.
  app.request = withPrototype(ExpressRequest.prototype, app.request);
  app.response = withPrototype(ExpressResponse.prototype, app.response);
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}

function withPrototype<Members extends object>(prototype: object, members: Members): Members {
  return Object.setPrototypeOf(prototype, members) as Members;
}

const logger = new Logger('http');

/** They describe the body that failed, and would store an error under its name. */
const BODY_HEADERS = [
  'Content-Disposition',
  'Content-Encoding',
  'Content-Length',
  'Cache-Control',
  'ETag',
  'Last-Modified',
];

async function streamResponse(response: Response, body: StreamedBody): Promise<void> {
  response.setHeader('Content-Type', body.contentType);
  if (response.req.method === 'HEAD') {
    body.release();
    response.end();
    return;
  }
  try {
    await body.writeTo(response);
  } catch (error) {
    // `pipeline` has destroyed the response with the error of its source; a client that disconnects leaves none.
    const isFailure = !response.destroyed || response.errored === error;
    if (isFailure && !response.headersSent) {
      for (const name of BODY_HEADERS) response.removeHeader(name);
      throw error;
    }
    // Headers are sent: a broken connection is the only error signal left.
    if (isFailure) logger.warn(error, 'Streaming a response failed.');
    response.destroy();
  }
}

/** Buffers the first `maxBytes` written and discards the rest. */
class BufferedHead extends Writable {
  private readonly chunks: Buffer[] = [];
  private written = 0;

  constructor(private readonly maxBytes: number) {
    super();
  }

  get isTruncated(): boolean {
    return this.written > this.maxBytes;
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const remaining = this.maxBytes - this.written;
    if (remaining > 0) this.chunks.push(chunk.subarray(0, remaining));
    this.written += chunk.length;
    done();
  }
}

const JSON_TYPE = 'application/json';
const UTF8 = '; charset=utf-8';

/** Limit on streamed JSON that is buffered to render an HTML page. */
const MAX_PAGE_JSON_BYTES = 2 * 1024 * 1024;

/** Larger responses get no ETag: hashing them would block the event loop. */
const MAX_ETAG_BYTES = 1024 * 1024;

const METHODS: readonly RoutedMethod[] = ['get', 'head', 'post', 'put', 'patch', 'delete', 'all'];

/**
 * Express adapter that sends JSON as exactly `Content-Type: application/json` (decision 1), streams bodies, keeps the
 * headers of empty responses (contract-data 4.1), applies `Reply`, renders JSON as HTML pages for browsers (decision 10),
 * matches paths case-sensitively and finds routes by a tree.
 */
export class JsonAdapter extends ExpressAdapter {
  private readonly tree = new RouteTree();
  private isMounted = false;
  /** @throws TooManyRequestsError when the client has too many streams open */
  private admitStream: (response: Response) => void = () => undefined;
  private renderPage: RenderResourcePage | undefined;

  constructor() {
    // The router reads this setting when it is created, by the super constructor.
    const app = express().set('case sensitive routing', true);
    const etag = app.get('etag fn') as (body: Buffer, encoding?: BufferEncoding) => string;
    super(
      app.set('etag', (body: Buffer, encoding?: BufferEncoding) =>
        body.length > MAX_ETAG_BYTES ? undefined : etag(body, encoding),
      ),
    );
  }

  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    this.setHttpServer(createServer(messageClassesOf(app), app));
  }

  /** Calls `admit` before each streamed response; what it throws becomes the response. */
  admitStreams(admit: (response: Response) => void): void {
    this.admitStream = admit;
  }

  usePages(render: RenderResourcePage): void {
    this.renderPage = render;
  }

  /** Adds all later routes to the route tree; earlier middleware runs before them and before the log. */
  useRouteTree(): void {
    const addTo =
      (method: RoutedMethod) =>
      (path: string, ...handlers: RequestHandler[]) => {
        // Mounted with the first route, so that Nest's own middleware comes before it.
        if (!this.isMounted) this.use(this.tree.handle);
        this.isMounted = true;
        this.tree.add(method, path, handlers);
      };
    Object.assign(this, Object.fromEntries(METHODS.map((method) => [method, addTo(method)])));
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (response.headersSent) return response;
    if (body instanceof Reply) {
      setHeaders(response, body.headers);
      return this.reply(response, body.body, body.status);
    }
    if (statusCode !== undefined) response.status(statusCode);
    if (body instanceof StreamedBody) return this.stream(response, body);
    if (body instanceof CachedResponse) return this.sendCached(response, body);
    if (body === undefined) return response.end();
    const isText = typeof body === 'string' || body instanceof Uint8Array;
    if (isText && isNeverRevalidated(response)) return sendText(response, body);
    if (typeof body !== 'object' || body === null) return super.reply(response, body) as unknown;
    if (body instanceof Uint8Array) {
      return response.send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
    }
    response.setHeader('Content-Type', JSON_TYPE);
    const json = serializeJson(body);
    if (this.wantsPage(response))
      return this.sendPage(response, { json: json.toString(), isTruncated: false });
    return response.send(json);
  }

  private sendCached(response: Response, body: CachedResponse): unknown {
    if (body.contentType !== JSON_TYPE || !this.wantsPage(response)) return body.send(response);
    response.setHeader('Content-Type', JSON_TYPE);
    return this.sendPage(response, { json: body.bytes.toString(), isTruncated: false });
  }

  /** Errors stay JSON, also for browsers (decision 2). */
  private wantsPage(response: Response): boolean {
    return this.renderPage !== undefined && response.statusCode < 400 && wantsResourcePage(response.req);
  }

  private sendPage(response: Response, resource: ResourceJson): unknown {
    const { body, headers } = this.renderPage!(response, resource);
    setHeaders(response, headers);
    response.vary('Accept');
    return response.end(body);
  }

  private async stream(response: Response, body: StreamedBody): Promise<void> {
    try {
      this.admitStream(response);
    } catch (error) {
      body.release();
      throw error;
    }
    if (body.contentType !== JSON_TYPE || !this.wantsPage(response)) return streamResponse(response, body);
    response.setHeader('Content-Type', JSON_TYPE);
    const head = new BufferedHead(MAX_PAGE_JSON_BYTES);
    await body.writeTo(head);
    this.sendPage(response, { json: head.text, isTruncated: head.isTruncated });
  }
}

/** Pages, which no browser stores, and responses to writes with a charset: they are sent without ETag. */
function isNeverRevalidated(response: Response): boolean {
  const isText = String(response.getHeader('Content-Type')).endsWith(UTF8);
  return isText && (!isSafe(response.req.method) || response.getHeader('Cache-Control') === 'no-store');
}

function setHeaders(response: Response, headers: Reply['headers'] | Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(headers)) {
    // Beside what routing and authentication have set.
    if (name === 'Vary') response.vary(content as string);
    else response.setHeader(name, content);
  }
}

function sendText(response: Response, text: string | Uint8Array): Response {
  response.setHeader('Content-Length', Buffer.byteLength(text));
  return response.end(text);
}

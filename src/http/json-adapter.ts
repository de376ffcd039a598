import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type RequestHandler, type Response } from 'express';
import { messageClassesOf } from './express-messages';
import { jsonBytes } from './json-text';
import { KeptBody } from './kept-body';
import { asksForPage } from './negotiation/page-preference';
import { isSafe } from './negotiation/safe-methods';
import { Reply } from './reply';
import type { PageOfResource, ShownJson } from './resource-pages.port';
import { type RoutedMethod, RouteTree } from './routing/route-tree';
import { KeptHead } from './streaming/kept-head';
import { streamAnswer } from './streaming/stream-answer';
import { StreamedBody } from './streaming/streamed-body';

/** Made anew by each process, and told to nobody. */
const PLACEHOLDER = randomUUID();

const JSON_TYPE = 'application/json';
const UTF8 = '; charset=utf-8';

/** Of JSON that is streamed, as much is kept for a page. */
const MOST_SHOWN_BYTES = 2 * 1024 * 1024;

/** The hash of a larger answer takes longer than anybody else should wait. */
const MOST_TAGGED_BYTES = 1024 * 1024;

const METHODS: readonly RoutedMethod[] = ['get', 'head', 'post', 'put', 'patch', 'delete', 'all'];

/**
 * Express with these differences: JSON answers carry exactly `Content-Type: application/json` (decision 4), where
 * `res.json` would add a charset that some clients refuse; bytes are sent as they are, bodies that are streamed while
 * they are made; an answer without a body keeps the headers that it was given, for collectors want a type on all of them
 * (contract-data 4.1); what a presenter decided beyond the body is applied here; people who look at the API get
 * pages of it (decision 83); letter case counts in paths, as it does
 * in the route table; and routes are found by a tree.
 */
export class JsonAdapter extends ExpressAdapter {
  private readonly tree = new RouteTree();
  private isMounted = false;
  /** @throws TooManyError when the reader has too many answers to take first */
  private beforeStream: (response: Response) => void = () => undefined;
  private pageOf: PageOfResource | undefined;

  constructor() {
    // The router reads this when it is made, which is as soon as the adapter has its application.
    const app = express().set('case sensitive routing', true);
    const tagOf = app.get('etag fn') as (body: Buffer, encoding?: BufferEncoding) => string;
    super(
      app.set('etag', (body: Buffer, encoding?: BufferEncoding) =>
        body.length > MOST_TAGGED_BYTES ? undefined : tagOf(body, encoding),
      ),
    );
  }

  /** Bare HTTP: nothing else is ever asked for. */
  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    this.setHttpServer(createServer(messageClassesOf(app), app));
  }

  /** Calls `admit` before each answer that is streamed; where it throws, the error is answered. */
  admitStreams(admit: (response: Response) => void): void {
    this.beforeStream = admit;
  }

  /** Shows JSON to people by `pageOf`, where they look at the API with a browser. */
  showPages(pageOf: PageOfResource): void {
    this.pageOf = pageOf;
  }

  /** From here on come the routes of controllers; what was added before stands in front of them and of the log. */
  findRoutesByTree(): void {
    const addTo =
      (method: RoutedMethod) =>
      (path: string, ...handlers: RequestHandler[]) => {
        // As late as this, for Nest's own middleware comes in between.
        if (!this.isMounted) this.use(this.tree.handle);
        this.isMounted = true;
        this.tree.add(method, path, handlers);
      };
    Object.assign(this, Object.fromEntries(METHODS.map((method) => [method, addTo(method)])));
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (response.headersSent) return response;
    if (body instanceof Reply) {
      for (const [name, content] of Object.entries(body.headers)) response.setHeader(name, content);
      return this.reply(response, body.body, body.status);
    }
    if (statusCode !== undefined) response.status(statusCode);
    if (body instanceof StreamedBody) return this.stream(response, body);
    if (body instanceof KeptBody) return this.sendKept(response, body);
    if (body === undefined) return response.end();
    if (typeof body === 'string' && isReceipt(response)) return sendText(response, body);
    if (typeof body !== 'object' || body === null) return super.reply(response, body) as unknown;
    if (body instanceof Uint8Array) {
      return response.send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
    }
    response.setHeader('Content-Type', JSON_TYPE);
    const json = jsonBytes(body, PLACEHOLDER);
    if (this.isShown(response)) return this.showPage(response, { json: json.toString(), isCut: false });
    return response.send(json);
  }

  private sendKept(response: Response, body: KeptBody): unknown {
    if (body.contentType !== JSON_TYPE || !this.isShown(response)) return body.send(response);
    response.setHeader('Content-Type', JSON_TYPE);
    return this.showPage(response, { json: body.bytes.toString(), isCut: false });
  }

  /** Errors are no resources: they are JSON whoever looks (decision 2). */
  private isShown(response: Response): boolean {
    return this.pageOf !== undefined && response.statusCode < 400 && asksForPage(response.req);
  }

  private showPage(response: Response, shown: ShownJson): unknown {
    const { body, headers } = this.pageOf!(response, shown);
    for (const [name, content] of Object.entries(headers)) response.setHeader(name, content);
    response.setHeader('Vary', 'Accept');
    return response.end(body);
  }

  private async stream(response: Response, body: StreamedBody): Promise<void> {
    try {
      this.beforeStream(response);
    } catch (error) {
      body.abandon();
      throw error;
    }
    if (body.contentType !== JSON_TYPE || !this.isShown(response)) return streamAnswer(response, body);
    response.setHeader('Content-Type', JSON_TYPE);
    const head = new KeptHead(MOST_SHOWN_BYTES);
    await body.writeTo(head);
    this.showPage(response, { json: head.text, isCut: head.isCut });
  }
}

/** Whether an answer says what became of a change, and what its letters are: nobody asks for it again, by a tag. */
function isReceipt(response: Response): boolean {
  return !isSafe(response.req.method) && String(response.getHeader('Content-Type')).endsWith(UTF8);
}

function sendText(response: Response, text: string): Response {
  response.setHeader('Content-Length', Buffer.byteLength(text));
  return response.end(text);
}

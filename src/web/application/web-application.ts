import { resolve } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { RouteTable } from '../../authorization/route-table';
import { Environment } from '../../config/environment';
import { wantsHtml } from '../../http/negotiation/request';
import { readApplicationFiles, TRANSLATE_SCRIPT, TRANSLATE_SCRIPT_PATH } from './application-files';

/** Names with a digest of the content, as webpack and Vite write them: `app-91e1a31dd14147701abe.js`. */
const HASHED_NAME = /[-.](?=[\w-]*\d)[\w-]{8,}\.\w+(\.map)?$/;

/**
 * Allows what the application needs: its scripts add styles, and KoboToolbox's map draws tiles of other hosts. Scripts
 * and requests stay on this origin.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https:",
  "media-src 'self' blob:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ');

/**
 * Serves a built web application from WEB_APP_DIR: its page at `/` for browsers, its files beside the routes of the
 * service, which win over files of the same name (decision 146).
 */
@Injectable()
export class WebApplication {
  private readonly log = new Logger(WebApplication.name);

  constructor(
    private readonly environment: Environment,
    private readonly routes: RouteTable,
  ) {}

  /**
   * Returns the handlers of the application; none without WEB_APP_DIR.
   * @throws StartError when the folder holds no application
   */
  middleware(): RequestHandler[] {
    if (this.environment.WEB_APP_DIR === undefined) return [];
    const { page, folders, names } = readApplicationFiles(resolve(this.environment.WEB_APP_DIR));
    const served = this.withoutRoutes(names);
    const compress = compressing();
    const files = Router().use(compress);
    for (const { path, folder } of folders) files.use(path, serveFolder(folder));
    const pages = Router().use(compress, (request, response) => sendPage(page, request, response));
    return [
      (request, response, next) => {
        if (request.method !== 'GET' && request.method !== 'HEAD') next();
        else if (request.path === '/' && wantsHtml(request)) pages(request, response, next);
        else if (request.path === TRANSLATE_SCRIPT_PATH) response.type('js').send(TRANSLATE_SCRIPT);
        else if (served.has(request.path.split('/', 2)[1] ?? '')) files(request, response, next);
        else next();
      },
    ];
  }

  private withoutRoutes(names: ReadonlySet<string>): ReadonlySet<string> {
    const taken = new Set(this.routes.routes().map(({ path }) => path.split('/', 2)[1]));
    const hidden = [...names].filter((name) => taken.has(name));
    if (hidden.length > 0) {
      this.log.warn(
        `WEB_APP_DIR: not served, because the service has routes of these names: ${hidden.join(', ')}`,
      );
    }
    return new Set([...names].filter((name) => !taken.has(name)));
  }
}

/** Loads the library with the first request: few services have an application. */
function compressing(): RequestHandler {
  let loading: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    loading ??= import('compression').then(({ default: compression }) => compression());
    (await loading)(request, response, next);
  };
}

function serveFolder(folder: string): RequestHandler {
  return express.static(folder, {
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    setHeaders: (response, path) => {
      const caching = HASHED_NAME.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=600';
      response.setHeader('Cache-Control', caching);
    },
  });
}

/** Revalidated at each visit, so that browsers load the files of a new build at once. */
function sendPage(page: string, _request: Request, response: Response): void {
  response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
  response.setHeader('Cache-Control', 'no-cache');
  response.setHeader('Vary', 'Accept');
  response.type('html').send(page);
}

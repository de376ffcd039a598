import { STATUS_CODES } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RouteTable } from '../../authorization/route-table';
import { isSafe } from '../../http/negotiation/safe-methods';
import type { RenderResourcePage } from '../../http/resource-page.port';
import { originOf, urlOf } from '../../http/url/links';
import { CsrfService } from '../../modules/session/csrf.service';
import { presentHtmlPage } from '../page/page';
import { visitorOf } from '../page/visitor';
import { resourcePage, type ResourceView } from './resource.page';

const ROOT = '/api/v2';

const SHOWN_HEADERS = ['Content-Type', 'Location', 'Link', 'Retry-After', 'Content-Disposition'];

/** Renders JSON responses of the API as HTML pages (decision 83). */
@Injectable()
export class ResourcePages {
  constructor(
    private readonly routes: RouteTable,
    private readonly csrf: CsrfService,
  ) {}

  readonly render: RenderResourcePage = (response, { json, isTruncated: isCut }) => {
    const request = response.req as Request;
    const visitor = visitorOf(request, this.csrf);
    const methods = this.routes.find(request.path)?.methods ?? [];
    const url = urlOf(request);
    const jsonQuery = new URLSearchParams(url.search);
    jsonQuery.set('format', 'json');
    const target = `${url.pathname}${url.search}`;
    return presentHtmlPage(
      visitor,
      resourcePage({
        method: request.method,
        target,
        ancestors: this.ancestorsOf(request.path),
        status: `${response.statusCode} ${STATUS_CODES[response.statusCode] ?? ''}`,
        headers: [['Allow', methods.join(', ')], ...shownHeaders(response)],
        json,
        isCut,
        origin: originOf(request),
        // Without the suffix, which would override `format`.
        jsonUrl: `${request.path}/?${jsonQuery.toString()}`,
        changingMethods: methods.filter((method) => !isSafe(method)),
        signInUrl:
          visitor.actor.kind === 'user' ? undefined : `/accounts/login/?next=${encodeURIComponent(target)}`,
        csrfToken: visitor.csrfToken,
      }),
    );
  };

  private ancestorsOf(path: string): ResourceView['ancestors'] {
    const names = path.split('/').slice(1);
    return names
      .map((name, index) => ({ name, path: `/${names.slice(0, index + 1).join('/')}` }))
      .filter((each) => each.path !== path && this.routes.find(each.path)?.methods.includes('GET') === true)
      .map((each) => ({ name: each.path === ROOT ? 'API' : each.name, path: `${each.path}/` }));
  }
}

function shownHeaders(response: Response): [string, string][] {
  return SHOWN_HEADERS.flatMap((name): [string, string][] => {
    const value = response.getHeader(name);
    return value === undefined ? [] : [[name, String(value)]];
  });
}

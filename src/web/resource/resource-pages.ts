import { STATUS_CODES } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RouteTable } from '../../access/route-table';
import { isSafe } from '../../http/negotiation/safe-methods';
import type { ShownJson } from '../../http/resource-pages.port';
import type { Reply } from '../../http/reply';
import { originOf, urlOf } from '../../http/url/request-links';
import { CsrfService } from '../../modules/session/csrf.service';
import { presentHtmlPage } from '../page/page';
import { visitorOf } from '../page/visitor';
import { resourcePage, type ShownResource } from './resource.page';

const ROOT = '/api/v2';

/** Headers that say something of the answer, in the words in which they are written. */
const TELLING = ['Content-Type', 'Location', 'Link', 'Retry-After', 'Content-Disposition'];

/** What every resource of the API looks like to people: one place over all routes (decision 83). */
@Injectable()
export class ResourcePages {
  constructor(
    private readonly routes: RouteTable,
    private readonly csrf: CsrfService,
  ) {}

  readonly render = (response: Response, { json, isCut }: ShownJson): Reply<string> => {
    const request = response.req as Request;
    const visitor = visitorOf(request, this.csrf);
    const methods = this.routes.find(request.path)?.methods ?? [];
    const url = urlOf(request);
    const plain = new URL(url);
    plain.searchParams.set('format', 'json');
    return presentHtmlPage(
      visitor,
      resourcePage({
        method: request.method,
        target: `${url.pathname}${url.search}`,
        above: this.above(request.path),
        status: `${response.statusCode} ${STATUS_CODES[response.statusCode] ?? ''}`,
        headers: [['Allow', methods.join(', ')], ...tellingHeaders(response)],
        json,
        isCut,
        origin: originOf(request),
        plain: `${plain.pathname}${plain.search}`,
        verbs: methods.filter((method) => !isSafe(method)),
        formToken: visitor.formToken,
      }),
    );
  };

  private above(path: string): ShownResource['above'] {
    const names = path.split('/').slice(1);
    return names
      .map((name, index) => ({ name, path: `/${names.slice(0, index + 1).join('/')}` }))
      .filter((each) => each.path !== path && this.routes.find(each.path)?.methods.includes('GET') === true)
      .map((each) => ({ name: each.path === ROOT ? 'API' : each.name, path: `${each.path}/` }));
  }
}

function tellingHeaders(response: Response): [string, string][] {
  return TELLING.flatMap((name): [string, string][] => {
    const value = response.getHeader(name);
    return value === undefined ? [] : [[name, String(value)]];
  });
}

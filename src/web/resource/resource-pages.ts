import { STATUS_CODES } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RouteTable } from '../../authorization/route-table';
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
    const asJson = new URLSearchParams(url.search);
    asJson.set('format', 'json');
    const target = `${url.pathname}${url.search}`;
    return presentHtmlPage(
      visitor,
      resourcePage({
        method: request.method,
        target,
        above: this.above(request.path),
        status: `${response.statusCode} ${STATUS_CODES[response.statusCode] ?? ''}`,
        headers: [['Allow', methods.join(', ')], ...tellingHeaders(response)],
        json,
        isCut,
        origin: originOf(request),
        // A suffix would have the last word, so it is left out.
        plain: `${request.path}/?${asJson.toString()}`,
        verbs: methods.filter((method) => !isSafe(method)),
        signIn:
          visitor.actor.kind === 'user' ? undefined : `/accounts/login/?next=${encodeURIComponent(target)}`,
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

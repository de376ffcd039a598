import { Get, Param, Query } from '@nestjs/common';
import { AccessInService, Public, Requires, Unauthenticated } from '../../authorization/policy';
import { orNotFound } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import {
  WEB_FORM_ADDRESSES,
  type UnavailableForm,
  type WebFormPage,
  OFFLINE_COLLECTORS_PATH,
  OFFLINE_FORMS_PATH,
  OFFLINE_WORKER_PATH,
} from '../../domain/web-form/web-form-page';
import { type PageRequest, WebFormPageService } from '../../modules/web-form/web-form-page.service';
import { BrowserFiles, OFFLINE_WORKER } from '../page/browser-files';
import { PageController, type Sent } from '../page/handle-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { Reply } from '../../http/reply';
import { html, type Html } from '../page/html';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const ENTRY = 'web-form';

/** Pages that fill in, preview, edit and view forms. */
@PageController('')
export class WebFormPageController {
  constructor(
    private readonly pages: WebFormPageService,
    private readonly files: BrowserFiles,
  ) {}

  @Get(['web-forms/:uid', 'web-forms/:uid/:mode'])
  @Requires('add_submissions', { family: 'openrosa' })
  async fill(
    access: AssetAccess<'add_submissions'>,
    @CurrentVisitor() visitor: Visitor,
    @Query() query: Sent,
    @Param('mode') mode = '',
  ) {
    const address = orNotFound(WEB_FORM_ADDRESSES.get(mode));
    const page = await this.pages.fill(visitor.actor, access, address.mode, requestOf(visitor, query));
    return this.present(visitor, page, address.framed ? this.pages.frameAncestors : []);
  }

  @Get('web-forms/:uid/edit/:id')
  @Requires('change_submissions', { family: 'openrosa' })
  async edit(
    access: AssetAccess<'change_submissions'>,
    @CurrentVisitor() visitor: Visitor,
    @Query() query: Sent,
    @Param('id') id: string,
  ) {
    return this.present(visitor, await this.pages.edit(visitor.actor, access, id, requestOf(visitor, query)));
  }

  @Get('web-forms/:uid/view/:id')
  @Requires('view_submissions', { family: 'openrosa' })
  async view(
    access: AssetAccess<'view_submissions'>,
    @CurrentVisitor() visitor: Visitor,
    @Query() query: Sent,
    @Param('id') id: string,
  ) {
    return this.present(visitor, await this.pages.view(visitor.actor, access, id, requestOf(visitor, query)));
  }

  @Get('web-forms/snapshots/:snapshot')
  @AccessInService('view_asset')
  async preview(
    @CurrentVisitor() visitor: Visitor,
    @Query() query: Sent,
    @Param('snapshot') snapshot: string,
  ) {
    return this.present(
      visitor,
      await this.pages.preview(visitor.actor, snapshot, requestOf(visitor, query)),
      // The form editor shows it beside the form.
      ["'self'"],
    );
  }

  @Get('collector/:link')
  @Public()
  async collect(@CurrentVisitor() visitor: Visitor, @Query() query: Sent, @Param('link') key: string) {
    return this.present(
      visitor,
      await this.pages.collect(visitor.actor, key, 'many', requestOf(visitor, query)),
    );
  }

  private present(
    visitor: Visitor,
    page: WebFormPage | UnavailableForm,
    frameAncestors: readonly string[] = [],
  ) {
    return presentWebForm(visitor, page, { tags: this.files.tags(ENTRY), frameAncestors });
  }
}

function requestOf({ origin }: Visitor, query: Sent): PageRequest {
  const returnUrl = query['return_url'];
  return { origin, returnUrl: typeof returnUrl === 'string' ? returnUrl : undefined };
}

export interface WebFormFrame {
  /** Loads the script of the page. */
  readonly tags: Html;
  /** Origins that may show the page in a frame. */
  readonly frameAncestors: readonly string[];
}

/** Page of a form, which its script draws; 404 where it says why there is none. */
export function presentWebForm(
  visitor: Visitor,
  page: WebFormPage | UnavailableForm,
  { tags, frameAncestors }: WebFormFrame,
): Reply<string> {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Form</title>
        <link rel="icon" href="data:," />
        ${tags}
      </head>
      <body>
        <div id="web-form" data-page="${JSON.stringify(page)}"></div>
        <noscript>
          <p>This form needs JavaScript. Turn it on, then reload the page.</p>
          <p lang="fr">Ce formulaire a besoin de JavaScript. Activez-le, puis rechargez la page.</p>
          <p lang="es">Este formulario necesita JavaScript. Actívelo y vuelva a cargar la página.</p>
          <p lang="ar" dir="rtl">تحتاج هذه الاستمارة إلى JavaScript. فعّله ثم أعد تحميل الصفحة.</p>
        </noscript>
      </body>
    </html> `;
  return new Reply(page.mode === 'unavailable' ? 404 : 200, document.in('en'), {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': contentSecurityPolicy(page, frameAncestors),
    'Referrer-Policy': 'no-referrer',
    ...(visitor.cookies.length > 0 && { 'Set-Cookie': visitor.cookies }),
  });
}

/** As strict as the engine allows: it compiles WebAssembly and writes style elements and attributes (decision 142). */
function contentSecurityPolicy(
  page: WebFormPage | UnavailableForm,
  frameAncestors: readonly string[],
): string {
  const tiles = page.mode === 'unavailable' ? undefined : page.tiles;
  const images = ["'self'", 'blob:', 'data:', ...(tiles === undefined ? [] : [tiles.origin])];
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    `img-src ${images.join(' ')}`,
    "media-src 'self' blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    // Maps compute what they draw in a worker that the engine makes of a text.
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors.length === 0 ? "'none'" : [...new Set(["'self'", ...frameAncestors])].join(' ')}`,
  ].join('; ');
}

/** Pages that fill in forms without a network, and their service worker (decision 142). */
@PageController('')
export class OfflineFormController {
  constructor(
    private readonly pages: WebFormPageService,
    private readonly files: BrowserFiles,
  ) {}

  @Get(`${OFFLINE_FORMS_PATH}/:uid`)
  @Requires('add_submissions', { family: 'openrosa' })
  async fill(access: AssetAccess<'add_submissions'>, @CurrentVisitor() visitor: Visitor) {
    return this.present(
      visitor,
      await this.pages.fill(visitor.actor, access, 'offline', offlineRequestOf(visitor)),
    );
  }

  @Get(`${OFFLINE_COLLECTORS_PATH}/:link`)
  @Public()
  async collect(@CurrentVisitor() visitor: Visitor, @Param('link') key: string) {
    return this.present(
      visitor,
      await this.pages.collect(visitor.actor, key, 'offline', offlineRequestOf(visitor)),
    );
  }

  @Get(OFFLINE_WORKER_PATH)
  @Unauthenticated()
  async worker() {
    return new Reply(200, await readFile(join(this.files.folder, OFFLINE_WORKER)), {
      'Content-Type': 'text/javascript; charset=utf-8',
      // Browsers look for a new version with each page; without a hash in its name the file may not be cached.
      'Cache-Control': 'no-cache',
      'Service-Worker-Allowed': `${OFFLINE_FORMS_PATH}/`,
    });
  }

  private present(visitor: Visitor, page: WebFormPage | UnavailableForm) {
    return presentWebForm(visitor, page, { tags: this.files.tags('web-form'), frameAncestors: [] });
  }
}

function offlineRequestOf({ origin }: Visitor): PageRequest {
  return { origin, returnUrl: undefined };
}

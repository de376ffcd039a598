import type { UnavailableForm, WebFormPage } from '../../domain/web-form/web-form-page';
import { Reply } from '../../http/reply';
import { html, type Html } from '../page/html';
import type { Visitor } from '../page/visitor';

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
  return new Reply(page.mode === 'unavailable' ? 404 : 200, document.text, {
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
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors.length === 0 ? "'none'" : ["'self'", ...frameAncestors].join(' ')}`,
  ].join('; ');
}

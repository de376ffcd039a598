import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../bootstrap/start-error';
import { html, type Html } from '../page/html';

/** A built web application. */
export interface ApplicationFiles {
  /** Its page, as HTML. */
  readonly page: string;
  /** Folders by the path that they are served at, in order of precedence. */
  readonly folders: readonly { readonly path: string; readonly folder: string }[];
  /** First path segments of its files. */
  readonly names: ReadonlySet<string>;
}

interface WebpackStats {
  readonly chunks?: Readonly<Record<string, readonly unknown[]>>;
  readonly publicPath?: string;
}

/** Defines the `t` function that KoboToolbox's application expects, where its own script is missing. */
export const TRANSLATE_SCRIPT = 'window.t ??= (text) => (window.gettext ? window.gettext(text) : text);\n';
export const TRANSLATE_SCRIPT_PATH = '/accounts/translate.js';

/**
 * Reads `index.html`, or makes the page from `webpack-stats.json`, which lists the files of the entry `app`.
 * @throws StartError when the folder has neither, or the list is invalid
 */
export function readApplicationFiles(folder: string): ApplicationFiles {
  if (existsSync(join(folder, 'index.html'))) {
    return {
      page: readFileSync(join(folder, 'index.html'), 'utf8'),
      folders: [{ path: '/', folder }],
      names: new Set(readdirSync(folder).filter((name) => name !== 'index.html')),
    };
  }
  if (!existsSync(join(folder, 'webpack-stats.json'))) {
    throw new StartError(
      `WEB_APP_DIR: ${folder} has neither index.html nor webpack-stats.json. Name the folder of a built application.`,
    );
  }
  return webpackApplication(folder);
}

/** KoboToolbox keeps the files of `/static/` in `static` and in `jsapp`; a copied application has them in the folder itself. */
function webpackApplication(folder: string): ApplicationFiles {
  const { chunks, publicPath = '' } = readStats(folder);
  const files = chunks?.['app']?.map((file) => (typeof file === 'string' ? file : nameOf(file)));
  const path = /^\/[\w-]+\//.exec(publicPath)?.[0];
  if (files === undefined || path === undefined) {
    throw new StartError(
      `WEB_APP_DIR: webpack-stats.json in ${folder} must list the files of the entry "app" and a publicPath such as "/static/compiled/". Build the application again.`,
    );
  }
  const folders = [join(folder, path), join(folder, 'jsapp'), folder]
    .filter((root) => existsSync(root))
    .map((root) => ({ path, folder: root }));
  const urls = files.map((file) => publicPath + file);
  return { page: pageOf(urls, path, folders), folders, names: new Set([path.slice(1, -1)]) };
}

function readStats(folder: string): WebpackStats {
  try {
    return JSON.parse(readFileSync(join(folder, 'webpack-stats.json'), 'utf8')) as WebpackStats;
  } catch (error) {
    throw new StartError(`WEB_APP_DIR: webpack-stats.json in ${folder} is not JSON: ${String(error)}`);
  }
}

/** Older versions of webpack-bundle-tracker list objects. */
function nameOf(file: unknown): string {
  return String((file as { name?: unknown } | null)?.name);
}

function pageOf(urls: readonly string[], path: string, folders: ApplicationFiles['folders']): string {
  const ifPresent = (name: string, tag: (url: string) => Html): Html =>
    folders.some(({ folder }) => existsSync(join(folder, name))) ? tag(path + name) : html``;
  const markup = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="kpi-root-path" content="/" />
        <title>Projects</title>
        ${ifPresent('favicon.png', (url) => html`<link rel="icon" href="${url}" />`)}
        ${ifPresent('js/global_t.js', (url) => html`<script src="${url}"></script>`)}
        <script src="${TRANSLATE_SCRIPT_PATH}"></script>
        ${urls.filter((url) => url.endsWith('.css')).map((url) => html`<link rel="stylesheet" href="${url}" />`)}
      </head>
      <body>
        ${urls.filter((url) => url.endsWith('.js')).map((url) => html`<script src="${url}"></script>`)}
      </body>
    </html>`;
  return markup.in('en');
}

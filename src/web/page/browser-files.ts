import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, extname } from 'node:path';
import { Injectable, Get, Param, Req } from '@nestjs/common';
import { html, type Html } from './html';
import { readFile } from 'node:fs/promises';
import type { Request } from 'express';
import { Unauthenticated } from '../../authorization/policy';
import { NotFoundError } from '../../domain/errors';
import { Reply } from '../../http/reply';
import { PageController } from './handle-form';

interface Entry {
  readonly file: string;
  readonly css: readonly string[];
  /** Files that the entry imports. */
  readonly preloads: readonly string[];
}

interface Manifest {
  readonly entries: Readonly<Record<string, Entry>>;
  readonly files: readonly string[];
}

export const BROWSER_FILES_PATH = '/browser';
/** Notices of the bundled packages; its name has no hash. */
const LICENCES = 'licences.txt';
/** Service worker of web forms that work offline. */
export const OFFLINE_WORKER = 'offline-worker.js';

/** Files for browsers, bundled at build from `src/browser` into `dist/browser` (decision 141). */
@Injectable()
export class BrowserFiles {
  readonly folder = browserFolder();
  private manifest: Manifest | undefined;

  /** Returns the elements for the head of a page that load `src/browser/<entry>/main.ts` and its styles. */
  tags(entry: string): Html {
    const { file, css, preloads } = this.entry(entry);
    return html`${css.map((name) => html`<link rel="stylesheet" href="${urlOf(name)}" />`)}
      ${preloads.map((name) => html`<link rel="modulepreload" href="${urlOf(name)}" />`)}
      <script type="module" src="${urlOf(file)}"></script>`;
  }

  /** URLs of the entry and all that it loads at once. */
  urls(entry: string): string[] {
    const { file, css, preloads } = this.entry(entry);
    return [file, ...css, ...preloads].map(urlOf);
  }

  has(name: string): boolean {
    return name === LICENCES || this.read().files.includes(name);
  }

  private entry(name: string): Entry {
    const entry = this.read().entries[name];
    if (entry === undefined)
      throw new Error(`src/browser/${name}/main.ts is not in dist/browser. Run npm run build.`);
    return entry;
  }

  private read(): Manifest {
    return (this.manifest ??= JSON.parse(
      readFileSync(join(this.folder, 'manifest.json'), 'utf8'),
    ) as Manifest);
  }
}

function urlOf(name: string): string {
  return `${BROWSER_FILES_PATH}/${name}`;
}

export function browserFolder(): string {
  return join(rootOf(__dirname), 'dist/browser');
}

function rootOf(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : rootOf(dirname(folder));
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/** Compressed at build, by preference. */
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

/** Serves the files of `dist/browser`: their names change with their content. */
@PageController('browser')
export class BrowserFileController {
  constructor(private readonly files: BrowserFiles) {}

  @Get(':file')
  @Unauthenticated()
  async serve(@Param('file') name: string, @Req() request: Request) {
    if (!this.files.has(name)) throw new NotFoundError();
    const encoding = ENCODINGS.find((each) => request.acceptsEncodings(each.name) !== false);
    const bytes = await readFile(join(this.files.folder, name + (encoding?.suffix ?? '')));
    return new Reply(200, bytes, {
      'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
      'Cache-Control': name === LICENCES ? 'public, max-age=600' : 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
      ...(encoding && { 'Content-Encoding': encoding.name }),
    });
  }
}

import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Get, Param, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Unauthenticated } from '../../authorization/policy';
import { NotFoundError } from '../../domain/errors';
import { Reply } from '../../http/reply';
import { BrowserFiles, LICENCES } from './browser-files';
import { PageController } from './page-controller';

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

import { constants, gzipSync } from 'node:zlib';
import { Get, Req } from '@nestjs/common';
import type { Request } from 'express';
import { lazy } from '../../domain/revalidated-read';
import { Reply } from '../../http/reply';
import { Unauthenticated } from '../../authorization/policy';
import { PageController } from './handle-form';
import {
  CONDITION_SCRIPT,
  COPY_SCRIPT,
  KEPT_FORM_SCRIPT,
  SEND_ONCE_SCRIPT,
  SLOW_FORM_SCRIPT,
  TEXTS_SCRIPT,
  TIME_SCRIPT,
  TRY_SCRIPT,
} from './page-scripts';
import { BASE_STYLE } from './style/base-style';
import { CHART_STYLE } from './style/chart-style';
import { COMPONENT_STYLE } from './style/component-style';
import { DATA_STYLE } from './style/data-style';
import { MAP_STYLE } from './style/map-style';
import { TABLE_STYLE } from './style/table-style';
import { TOKENS } from './style/tokens';

/** Stylesheet of all pages: no external fonts or images. */
const STYLESHEET = TOKENS + BASE_STYLE + COMPONENT_STYLE + CHART_STYLE + DATA_STYLE + MAP_STYLE + TABLE_STYLE;

const SCRIPT =
  TEXTS_SCRIPT +
  COPY_SCRIPT +
  TIME_SCRIPT +
  TRY_SCRIPT +
  CONDITION_SCRIPT +
  KEPT_FORM_SCRIPT +
  SEND_ONCE_SCRIPT +
  SLOW_FORM_SCRIPT;

const compressed = (text: string) => lazy(() => gzipSync(text, { level: constants.Z_BEST_COMPRESSION }));

const FILES = {
  css: { type: 'text/css; charset=utf-8', text: STYLESHEET, gzip: compressed(STYLESHEET) },
  js: { type: 'text/javascript; charset=utf-8', text: SCRIPT, gzip: compressed(SCRIPT) },
} as const;

@PageController('accounts')
export class PageFileController {
  @Get('page.css')
  @Unauthenticated()
  stylesheet(@Req() request: Request) {
    return presentFile('css', request);
  }

  @Get('page.js')
  @Unauthenticated()
  script(@Req() request: Request) {
    return presentFile('js', request);
  }
}

function presentFile(name: keyof typeof FILES, request: Request): Reply<string | Uint8Array> {
  const { type, text, gzip } = FILES[name];
  const isCompressed = request.acceptsEncodings('gzip') !== false;
  return new Reply(200, isCompressed ? gzip() : text, {
    'Content-Type': type,
    // Short, so that browsers soon load the files of a new version.
    'Cache-Control': 'public, max-age=600',
    Vary: 'Accept-Encoding',
    ...(isCompressed && { 'Content-Encoding': 'gzip' }),
  });
}

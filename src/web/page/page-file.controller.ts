import { Get, Header } from '@nestjs/common';
import { Public } from '../../authorization/policy';
import { CHART_STYLE } from './chart-style';
import { COPY_SCRIPT } from './copy-script';
import { TRY_SCRIPT } from './try-script';
import { PageController } from './page-controller';
import { STYLESHEET } from './stylesheet';

/** What all pages share. A browser asks again after ten minutes, so that a new version of the service looks new. */
const KEPT = 'public, max-age=600';

@PageController('accounts')
export class PageFileController {
  @Get('page.css')
  @Public()
  @Header('Content-Type', 'text/css; charset=utf-8')
  @Header('Cache-Control', KEPT)
  stylesheet() {
    return STYLESHEET + CHART_STYLE;
  }

  @Get('page.js')
  @Public()
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  @Header('Cache-Control', KEPT)
  script() {
    return COPY_SCRIPT + TRY_SCRIPT;
  }
}

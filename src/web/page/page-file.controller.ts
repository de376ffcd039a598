import { Get, Header } from '@nestjs/common';
import { Unauthenticated } from '../../authorization/policy';
import { PageController } from './handle-form';
import { COPY_SCRIPT, KEPT_FORM_SCRIPT, TIME_SCRIPT, TRY_SCRIPT } from './page-scripts';
import { BASE_STYLE } from './style/base-style';
import { CHART_STYLE } from './style/chart-style';
import { COMPONENT_STYLE } from './style/component-style';
import { DATA_STYLE } from './style/data-style';
import { TOKENS } from './style/tokens';

/** Stylesheet of all pages: no external fonts or images. */
const STYLESHEET = TOKENS + BASE_STYLE + COMPONENT_STYLE + CHART_STYLE + DATA_STYLE;

/** Short, so that browsers soon load the files of a new version. */
const CACHE_CONTROL = 'public, max-age=600';

@PageController('accounts')
export class PageFileController {
  @Get('page.css')
  @Unauthenticated()
  @Header('Content-Type', 'text/css; charset=utf-8')
  @Header('Cache-Control', CACHE_CONTROL)
  stylesheet() {
    return STYLESHEET;
  }

  @Get('page.js')
  @Unauthenticated()
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  @Header('Cache-Control', CACHE_CONTROL)
  script() {
    return COPY_SCRIPT + TIME_SCRIPT + TRY_SCRIPT + KEPT_FORM_SCRIPT;
  }
}

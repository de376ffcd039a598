import { Get, Header } from '@nestjs/common';
import { Unauthenticated } from '../../authorization/policy';
import { COPY_SCRIPT } from './copy-script';
import { TRY_SCRIPT } from './try-script';
import { PageController } from './page-controller';
import { STYLESHEET } from './style/stylesheet';

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
    return COPY_SCRIPT + TRY_SCRIPT;
  }
}

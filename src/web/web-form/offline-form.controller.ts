import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Get } from '@nestjs/common';
import { CurrentActor, Public, Requires } from '../../authorization/policy';
import type { Actor } from '../../domain/account/actor';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { OFFLINE_FORMS_PATH, OFFLINE_WORKER_PATH } from '../../domain/web-form/web-form-page';
import { Reply } from '../../http/reply';
import { WebFormPageService } from '../../modules/web-form/web-form-page.service';
import { BrowserFiles, OFFLINE_WORKER } from '../page/browser-files';
import { PageController } from '../page/page-controller';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { presentWebForm } from './web-form.page';

/** Pages that fill in forms without a network, and their service worker (decision 148). */
@PageController('')
export class OfflineFormController {
  constructor(
    private readonly pages: WebFormPageService,
    private readonly files: BrowserFiles,
  ) {}

  @Get(`${OFFLINE_FORMS_PATH}/:uid`)
  @Requires('add_submissions', { family: 'openrosa' })
  async fill(
    access: AssetAccess<'add_submissions'>,
    @CurrentActor() actor: Actor,
    @CurrentVisitor() visitor: Visitor,
  ) {
    const address = { mode: 'offline', framed: false } as const;
    const request = { origin: visitor.origin, returnUrl: undefined };
    const page = await this.pages.fill(actor, access, address, request);
    return presentWebForm(visitor, page, { tags: this.files.tags('web-form'), frameAncestors: [] });
  }

  @Get(OFFLINE_WORKER_PATH)
  @Public()
  async worker() {
    return new Reply(200, await readFile(join(this.files.folder, OFFLINE_WORKER)), {
      'Content-Type': 'text/javascript; charset=utf-8',
      // Browsers look for a new version with each page; without a hash in its name the file may not be cached.
      'Cache-Control': 'no-cache',
      'Service-Worker-Allowed': `${OFFLINE_FORMS_PATH}/`,
    });
  }
}

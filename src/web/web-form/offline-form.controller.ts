import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Get, Param } from '@nestjs/common';
import { Public, Requires, Unauthenticated } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import {
  OFFLINE_COLLECTORS_PATH,
  OFFLINE_FORMS_PATH,
  OFFLINE_WORKER_PATH,
  type UnavailableForm,
  type WebFormPage,
} from '../../domain/web-form/web-form-page';
import { Reply } from '../../http/reply';
import { type PageRequest, WebFormPageService } from '../../modules/web-form/web-form-page.service';
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
  async fill(access: AssetAccess<'add_submissions'>, @CurrentVisitor() visitor: Visitor) {
    return this.present(visitor, await this.pages.fill(visitor.actor, access, 'offline', requestOf(visitor)));
  }

  @Get(`${OFFLINE_COLLECTORS_PATH}/:link`)
  @Public()
  async collect(@CurrentVisitor() visitor: Visitor, @Param('link') key: string) {
    return this.present(visitor, await this.pages.collect(visitor.actor, key, 'offline', requestOf(visitor)));
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

function requestOf({ origin }: Visitor): PageRequest {
  return { origin, returnUrl: undefined };
}

import { Get, Param, Query } from '@nestjs/common';
import { AccessInService, Public, Requires } from '../../authorization/policy';
import { orNotFound } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import {
  WEB_FORM_ADDRESSES,
  type UnavailableForm,
  type WebFormPage,
} from '../../domain/web-form/web-form-page';
import { type PageRequest, WebFormPageService } from '../../modules/web-form/web-form-page.service';
import { BrowserFiles } from '../page/browser-files';
import { PageController } from '../page/page-controller';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import type { Sent } from '../page/sent-form';
import { presentWebForm } from './web-form.page';

const ENTRY = 'web-form';

/** Pages that fill in, preview, edit and view forms. */
@PageController('')
export class WebFormPageController {
  constructor(
    private readonly pages: WebFormPageService,
    private readonly files: BrowserFiles,
  ) {}

  @Get(['web-forms/:uid', 'web-forms/:uid/:mode'])
  @Requires('add_submissions', { family: 'openrosa' })
  async fill(
    access: AssetAccess<'add_submissions'>,
    @CurrentVisitor() visitor: Visitor,
    @Query() query: Sent,
    @Param('mode') mode = '',
  ) {
    const address = orNotFound(WEB_FORM_ADDRESSES.get(mode));
    const page = await this.pages.fill(visitor.actor, access, address.mode, requestOf(visitor, query));
    return this.present(visitor, page, address.framed ? this.pages.frameAncestors : []);
  }

  @Get('web-forms/:uid/edit/:id')
  @Requires('change_submissions', { family: 'openrosa' })
  async edit(
    access: AssetAccess<'change_submissions'>,
    @CurrentVisitor() visitor: Visitor,
    @Query() query: Sent,
    @Param('id') id: string,
  ) {
    return this.present(visitor, await this.pages.edit(visitor.actor, access, id, requestOf(visitor, query)));
  }

  @Get('web-forms/:uid/view/:id')
  @Requires('view_submissions', { family: 'openrosa' })
  async view(
    access: AssetAccess<'view_submissions'>,
    @CurrentVisitor() visitor: Visitor,
    @Query() query: Sent,
    @Param('id') id: string,
  ) {
    return this.present(visitor, await this.pages.view(visitor.actor, access, id, requestOf(visitor, query)));
  }

  @Get('web-forms/snapshots/:snapshot')
  @AccessInService('view_asset')
  async preview(
    @CurrentVisitor() visitor: Visitor,
    @Query() query: Sent,
    @Param('snapshot') snapshot: string,
  ) {
    return this.present(
      visitor,
      await this.pages.preview(visitor.actor, snapshot, requestOf(visitor, query)),
    );
  }

  @Get('collector/:link')
  @Public()
  async collect(@CurrentVisitor() visitor: Visitor, @Query() query: Sent, @Param('link') key: string) {
    return this.present(
      visitor,
      await this.pages.collect(visitor.actor, key, 'many', requestOf(visitor, query)),
    );
  }

  private present(
    visitor: Visitor,
    page: WebFormPage | UnavailableForm,
    frameAncestors: readonly string[] = [],
  ) {
    return presentWebForm(visitor, page, { tags: this.files.tags(ENTRY), frameAncestors });
  }
}

function requestOf({ origin }: Visitor, query: Sent): PageRequest {
  const returnUrl = query['return_url'];
  return { origin, returnUrl: typeof returnUrl === 'string' ? returnUrl : undefined };
}

import { Get } from '@nestjs/common';
import { Requires } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { AssetFormService } from '../../modules/asset/asset-form.service';
import { PageController } from '../page/page-controller';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { presentTablePage, presentXFormPage } from './form.page';

/** HTML views of a form, linked from every asset (`xls_link`, `xform_link`, `embeds`). */
@PageController('api/v2/assets/:uid')
export class FormPageController {
  constructor(private readonly forms: AssetFormService) {}

  @Get(['table_view', 'xls'])
  @Requires('view_asset', { family: 'asset-detail' })
  async table(access: AssetAccess<'view_asset'>, @CurrentVisitor() visitor: Visitor) {
    return presentTablePage(visitor, await this.forms.table(access));
  }

  @Get('xform')
  @Requires('view_asset', { family: 'asset-detail' })
  async xform(access: AssetAccess<'view_asset'>, @CurrentVisitor() visitor: Visitor) {
    return presentXFormPage(visitor, await this.forms.xform(access));
  }
}

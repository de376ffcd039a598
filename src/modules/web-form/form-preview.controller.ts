import { Controller, Get, Param } from '@nestjs/common';
import { ApiFoundResponse, ApiNotFoundResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AccessInService, CurrentActor } from '../../authorization/policy';
import type { Actor } from '../../domain/account/actor';
import { type Links, ResponseLinks } from '../../http/url/links';
import { presentRedirect } from './web-form.presenter';
import { WebFormService } from './web-form.service';

@ApiTags('Snapshots')
@Controller('api/v2/asset_snapshots/:snapshot/preview')
export class FormPreviewController {
  constructor(private readonly forms: WebFormService) {}

  @Get()
  @AccessInService('view_asset')
  @ApiOperation({ summary: 'Redirect to a web form preview of a snapshot' })
  @ApiFoundResponse({ description: '`Location` is the URL.' })
  @ApiNotFoundResponse({ description: 'The snapshot does not exist, or the caller may not view it.' })
  async previewSnapshot(
    @CurrentActor() actor: Actor,
    @Param('snapshot') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentRedirect(
      await this.forms.preview(actor, uid, { formUrl: links.snapshotXml(uid), origin: links.origin }),
    );
  }
}

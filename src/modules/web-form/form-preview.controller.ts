import { Controller, Get, Param } from '@nestjs/common';
import {
  ApiConflictResponse,
  ApiFoundResponse,
  ApiNotFoundResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { AccessInService, CurrentActor } from '../../authorization/policy';
import type { Actor } from '../../domain/account/actor';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { presentWayTo } from './web-form.presenter';
import { WebFormService } from './web-form.service';

/** The way to a web form that a snapshot can be tried in. */
@ApiTags('Snapshots')
@Controller('api/v2/asset_snapshots/:snapshot/preview')
export class FormPreviewController {
  constructor(private readonly forms: WebFormService) {}

  @Get()
  @AccessInService('view_asset')
  @ApiOperation({ summary: 'Leads to a web form that the snapshot can be tried in' })
  @ApiFoundResponse({ description: '`Location` is the address.' })
  @ApiNotFoundResponse({ description: 'There is no such snapshot, or the caller may not see it.' })
  @ApiConflictResponse({ description: 'No Enketo is set up; `detail` says what is not set.' })
  async lead(@CurrentActor() actor: Actor, @Param('snapshot') uid: string, @AnswerLinks() links: Links) {
    return presentWayTo(await this.forms.preview(actor, uid, links.snapshotXml(uid)));
  }
}

import { Controller, Get, Param } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiConflictResponse,
  ApiFoundResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiServiceUnavailableResponse,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, Requires } from '../../authorization/policy';
import type { Actor } from '../../domain/account/actor';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { WebFormDto } from './dto/web-form.dto';
import { presentWayTo, presentWebForm } from './web-form.presenter';
import { WebFormService } from './web-form.service';

/** The ways to a web form that edits or shows a submission. */
@ApiTags('Data')
@ApiBadRequestResponse({ description: 'The asset was never deployed.' })
@ApiNotFoundResponse({ description: 'There is no such submission, or the caller may not do that with it.' })
@ApiConflictResponse({ description: 'No Enketo is set up; `detail` says what is not set.' })
@ApiServiceUnavailableResponse({ description: 'Enketo gives no address; `detail` says why.' })
@Controller('api/v2/assets/:uid/data/:id')
export class WebFormController {
  constructor(private readonly forms: WebFormService) {}

  @Get('enketo/edit')
  @Requires('change_submissions')
  @ApiOperation({ summary: 'The address of a web form that edits the submission' })
  @ApiOkResponse({ type: WebFormDto })
  async edit(
    access: AssetAccess<'change_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id') name: string,
    @AnswerLinks() { origin }: Links,
  ) {
    return presentWebForm(await this.forms.edit(actor, access, { name, origin }));
  }

  @Get('edit')
  @Requires('change_submissions')
  @ApiOperation({ summary: 'The same, by its old path' })
  @ApiOkResponse({ type: WebFormDto })
  async editByOldPath(
    access: AssetAccess<'change_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id') name: string,
    @AnswerLinks() { origin }: Links,
  ) {
    return presentWebForm(await this.forms.edit(actor, access, { name, origin }));
  }

  @Get('enketo/view')
  @Requires('view_submissions')
  @ApiOperation({ summary: 'The address of a web form that shows the submission' })
  @ApiOkResponse({ type: WebFormDto })
  async view(
    access: AssetAccess<'view_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id') name: string,
    @AnswerLinks() { origin }: Links,
  ) {
    return presentWebForm(await this.forms.view(actor, access, { name, origin }));
  }

  @Get('enketo/redirect/edit')
  @Requires('change_submissions')
  @ApiOperation({ summary: 'Leads to a web form that edits the submission' })
  @ApiFoundResponse({ description: '`Location` is the address.' })
  async leadToEdit(
    access: AssetAccess<'change_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id') name: string,
    @AnswerLinks() { origin }: Links,
  ) {
    return presentWayTo((await this.forms.edit(actor, access, { name, origin })).url);
  }

  @Get('enketo/redirect/view')
  @Requires('view_submissions')
  @ApiOperation({ summary: 'Leads to a web form that shows the submission' })
  @ApiFoundResponse({ description: '`Location` is the address.' })
  async leadToView(
    access: AssetAccess<'view_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id') name: string,
    @AnswerLinks() { origin }: Links,
  ) {
    return presentWayTo((await this.forms.view(actor, access, { name, origin })).url);
  }
}

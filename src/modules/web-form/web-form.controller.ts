import { Controller, Get, Param } from '@nestjs/common';
import {
  ApiBadRequestResponse,
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
import { type Links, ResponseLinks } from '../../http/url/links';
import { WebFormDto } from './dto/web-form.dto';
import { presentRedirect, presentWebForm } from './web-form.presenter';
import { WebFormService } from './web-form.service';

@ApiTags('Data')
@ApiBadRequestResponse({ description: 'The asset was never deployed.' })
@ApiNotFoundResponse({ description: 'The submission does not exist, or the caller lacks the permission.' })
@ApiServiceUnavailableResponse({ description: 'Enketo failed; `detail` has the reason.' })
@Controller('api/v2/assets/:uid/data/:id')
export class WebFormController {
  constructor(private readonly forms: WebFormService) {}

  @Get('enketo/edit')
  @Requires('change_submissions')
  @ApiOperation({ summary: 'Get the URL of a web form to edit a submission' })
  @ApiOkResponse({ type: WebFormDto })
  async getSubmissionEditUrl(
    access: AssetAccess<'change_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id') submissionId: string,
    @ResponseLinks() { origin }: Links,
  ) {
    return presentWebForm(await this.forms.edit(actor, access, { submissionId, origin }));
  }

  @Get('edit')
  @Requires('change_submissions')
  @ApiOperation({
    summary: 'Get the URL of a web form to edit a submission (old path)',
    description: 'Alias of `enketo/edit`.',
  })
  @ApiOkResponse({ type: WebFormDto })
  async getSubmissionEditUrlByOldPath(
    access: AssetAccess<'change_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id') submissionId: string,
    @ResponseLinks() { origin }: Links,
  ) {
    return presentWebForm(await this.forms.edit(actor, access, { submissionId, origin }));
  }

  @Get('enketo/view')
  @Requires('view_submissions')
  @ApiOperation({ summary: 'Get the URL of a web form to view a submission' })
  @ApiOkResponse({ type: WebFormDto })
  async getSubmissionViewUrl(
    access: AssetAccess<'view_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id') submissionId: string,
    @ResponseLinks() { origin }: Links,
  ) {
    return presentWebForm(await this.forms.view(actor, access, { submissionId, origin }));
  }

  @Get('enketo/redirect/edit')
  @Requires('change_submissions')
  @ApiOperation({ summary: 'Redirect to a web form to edit a submission' })
  @ApiFoundResponse({ description: '`Location` is the URL.' })
  async redirectToSubmissionEdit(
    access: AssetAccess<'change_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id') submissionId: string,
    @ResponseLinks() { origin }: Links,
  ) {
    return presentRedirect((await this.forms.edit(actor, access, { submissionId, origin })).url);
  }

  @Get('enketo/redirect/view')
  @Requires('view_submissions')
  @ApiOperation({ summary: 'Redirect to a web form to view a submission' })
  @ApiFoundResponse({ description: '`Location` is the URL.' })
  async redirectToSubmissionView(
    access: AssetAccess<'view_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id') submissionId: string,
    @ResponseLinks() { origin }: Links,
  ) {
    return presentRedirect((await this.forms.view(actor, access, { submissionId, origin })).url);
  }
}

import { Controller, Param } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiFoundResponse,
  ApiNotFoundResponse,
  ApiServiceUnavailableResponse,
  ApiTags,
  ApiProperty,
} from '@nestjs/swagger';
import { CurrentActor, Requires, AccessInService } from '../../authorization/policy';
import type { Actor } from '../../domain/account/actor';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { Endpoint } from '../../http/endpoint';
import { type Links, ResponseLinks } from '../../http/url/links';
import { WebFormService, type WebForm } from './web-form.service';
import { Reply } from '../../http/reply';

class WebFormDto {
  @ApiProperty({
    example:
      'https://enketo.example.org/edit/i/9vYdBaCk?instance_id=3f15cdfe-3eab-4678-8352-7806febf158d&return_url=false',
    description: 'URL of the web form, short-lived and for a single browser.',
  })
  url!: string;
  @ApiProperty({ example: 'vWvkKzNE8xCtfApJvabfjG', description: 'Uid of the deployed version.' })
  version_uid!: string;
}

@ApiTags('Data')
@ApiBadRequestResponse({ description: 'The asset was never deployed.' })
@ApiNotFoundResponse({ description: 'The submission does not exist, or the caller lacks the permission.' })
@ApiServiceUnavailableResponse({ description: 'Enketo failed; `detail` has the reason.' })
@Controller('api/v2/assets/:uid/data/:id')
export class WebFormController {
  constructor(private readonly forms: WebFormService) {}

  @Endpoint('GET enketo/edit', {
    summary: 'Get the URL of a web form to edit a submission',
    returns: WebFormDto,
  })
  @Requires('change_submissions')
  async getSubmissionEditUrl(
    access: AssetAccess<'change_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id') submissionId: string,
    @ResponseLinks() { origin }: Links,
  ) {
    return presentWebForm(await this.forms.edit(actor, access, { submissionId, origin }));
  }

  @Endpoint('GET edit', {
    summary: 'Get the URL of a web form to edit a submission (old path)',
    description: 'Alias of `enketo/edit`.',
    returns: WebFormDto,
  })
  @Requires('change_submissions')
  async getSubmissionEditUrlByOldPath(
    access: AssetAccess<'change_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id') submissionId: string,
    @ResponseLinks() { origin }: Links,
  ) {
    return presentWebForm(await this.forms.edit(actor, access, { submissionId, origin }));
  }

  @Endpoint('GET enketo/view', {
    summary: 'Get the URL of a web form to view a submission',
    returns: WebFormDto,
  })
  @Requires('view_submissions')
  async getSubmissionViewUrl(
    access: AssetAccess<'view_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id') submissionId: string,
    @ResponseLinks() { origin }: Links,
  ) {
    return presentWebForm(await this.forms.view(actor, access, { submissionId, origin }));
  }

  @Endpoint('GET enketo/redirect/edit', { summary: 'Redirect to a web form to edit a submission' })
  @Requires('change_submissions')
  @ApiFoundResponse({ description: '`Location` is the URL.' })
  async redirectToSubmissionEdit(
    access: AssetAccess<'change_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id') submissionId: string,
    @ResponseLinks() { origin }: Links,
  ) {
    return presentRedirect((await this.forms.edit(actor, access, { submissionId, origin })).url);
  }

  @Endpoint('GET enketo/redirect/view', { summary: 'Redirect to a web form to view a submission' })
  @Requires('view_submissions')
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

export function presentWebForm({ url, versionUid }: WebForm) {
  return { url, version_uid: versionUid };
}

export function presentRedirect(url: string): Reply {
  return new Reply(302, undefined, { Location: url });
}

@ApiTags('Snapshots')
@Controller('api/v2/asset_snapshots/:snapshot/preview')
export class FormPreviewController {
  constructor(private readonly forms: WebFormService) {}

  @Endpoint('GET', {
    summary: 'Redirect to a web form preview of a snapshot',
    fails: { 404: 'The snapshot does not exist, or the caller may not view it.' },
  })
  @AccessInService('view_asset')
  @ApiFoundResponse({ description: '`Location` is the URL.' })
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

import { Controller, Get, Query } from '@nestjs/common';
import {
  ApiForbiddenResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiQuery,
  ApiTags,
} from '@nestjs/swagger';
import { AccessInService, CurrentActor, SignedIn, Priority } from '../authorization/policy';
import type { Actor } from '../domain/account/actor';
import { DeniedError } from '../domain/errors';
import { Endpoint } from '../http/endpoint';
import { type Links, ResponseLinks } from '../http/url/links';
import { Briefcase, presentPulledList, presentPulledSubmission } from './briefcase';
import { XML_CONTENT } from './openrosa-schemas';

const query = (name: string, description: string) => ({ name, type: String, required: false, description });

@ApiTags('OpenRosa')
@ApiProduces('text/xml')
@ApiNotFoundResponse({ description: 'The form or submission does not exist, or the caller may not view it.' })
@Controller()
export class BriefcaseController {
  constructor(private readonly briefcase: Briefcase) {}

  @Endpoint('GET view/submissionList', {
    summary: 'List submission identifiers',
    description: 'In the order of arrival, 100 at a time by default.',
  })
  @Priority('low')
  @AccessInService('view_submissions', { signedIn: true })
  @ApiQuery(query('formId', 'Uid of the asset.'))
  @ApiQuery(query('cursor', 'The `resumptionCursor` of the previous response; absent to start.'))
  @ApiQuery(query('numEntries', 'Maximum number of identifiers to return. Default: 100; at most 1000.'))
  @ApiOkResponse(XML_CONTENT)
  async listBriefcaseSubmissions(
    @CurrentActor() actor: Actor,
    @Query() query: Readonly<Record<string, string | undefined>>,
  ) {
    return presentPulledList(await this.briefcase.list(actor, query));
  }

  @Endpoint('GET view/downloadSubmission', {
    summary: 'Download a submission',
    description: 'The original XML and the URLs of its attachments.',
  })
  @Priority('low')
  @AccessInService('view_submissions', { signedIn: true })
  @ApiQuery(query('formId', '`form[@version=null and @uiVersion=null]/root[@key=uuid:…]`'))
  @ApiOkResponse(XML_CONTENT)
  async downloadBriefcaseSubmission(
    @CurrentActor() actor: Actor,
    @Query('formId') path: string | undefined,
    @ResponseLinks() links: Links,
  ) {
    return presentPulledSubmission(links.origin, await this.briefcase.download(actor, path));
  }

  /** Always 403 (contract-data 4). */
  @Get([':username/view/submissionList', ':username/view/downloadSubmission'])
  @SignedIn()
  @ApiOperation({ summary: 'Reject a pull from a path with a username' })
  @ApiForbiddenResponse({
    description: 'Always. Use the path without a username.',
    content: { 'text/xml': XML_CONTENT },
  })
  rejectUserPull(): never {
    throw new DeniedError('Submissions cannot be pulled from a URL with a username. Use /view/ without it.');
  }
}

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
import { AccessInService, CurrentActor, SignedIn } from '../authorization/policy';
import { ServedLast } from '../authorization/served';
import type { Actor } from '../domain/account/actor';
import { DeniedError } from '../domain/errors';
import type { Links } from '../http/url/links';
import { AnswerLinks } from '../http/url/request-links';
import { Briefcase } from './briefcase';
import { presentPulledList, presentPulledSubmission } from './briefcase.presenter';
import { XML } from './described-bodies';

const text = (name: string, description: string) => ({ name, type: String, required: false, description });

/** What ODK Briefcase pulls by. */
@ApiTags('OpenRosa')
@ApiProduces('text/xml')
@ApiNotFoundResponse({ description: 'There is no such thing, or the caller may not see it.' })
@Controller()
export class BriefcaseController {
  constructor(private readonly briefcase: Briefcase) {}

  @Get('view/submissionList')
  @ServedLast()
  @AccessInService('view_submissions', { signedIn: true })
  @ApiOperation({ summary: 'Identifiers of the submissions of a form, in the order in which they came' })
  @ApiQuery(text('formId', 'Uid of the asset.'))
  @ApiQuery(text('cursor', 'The `resumptionCursor` of the last answer.'))
  @ApiQuery(text('numEntries', 'Identifiers at a time; 1000 at most, 100 when absent.'))
  @ApiOkResponse(XML)
  async list(@CurrentActor() actor: Actor, @Query() query: Readonly<Record<string, string | undefined>>) {
    return presentPulledList(await this.briefcase.list(actor, query));
  }

  @Get('view/downloadSubmission')
  @ServedLast()
  @AccessInService('view_submissions', { signedIn: true })
  @ApiOperation({ summary: 'One submission as it came, and where its files are' })
  @ApiQuery(text('formId', '`form[@version=null and @uiVersion=null]/root[@key=uuid:…]`'))
  @ApiOkResponse(XML)
  async one(
    @CurrentActor() actor: Actor,
    @Query('formId') path: string | undefined,
    @AnswerLinks() links: Links,
  ) {
    return presentPulledSubmission(links.origin, await this.briefcase.one(actor, path));
  }

  /** Behind a username there is nothing to pull, whoever asks (contract-data 4). */
  @Get([':username/view/submissionList', ':username/view/downloadSubmission'])
  @SignedIn()
  @ApiOperation({ summary: 'Refuses what is pulled behind a username' })
  @ApiForbiddenResponse({
    description: 'Always: submissions are pulled without a username in the path.',
    content: { 'text/xml': XML },
  })
  behindUsername(): never {
    throw new DeniedError('Submissions are pulled from /view/, without a username; leave it out of the URL.');
  }
}

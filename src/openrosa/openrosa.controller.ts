import { Controller, Get, Head, Param, Post, Query } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiConflictResponse,
  ApiConsumes,
  ApiCreatedResponse,
  ApiMethodNotAllowedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiQuery,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, Public, Requires, SignedIn } from '../authorization/policy';
import { ServedAtOnce } from '../authorization/served';
import type { Actor } from '../domain/account/actor';
import type { AssetAccess } from '../domain/permission/asset-access';
import { type IncomingForm, UnreadForm } from '../http/body/incoming-form';
import { UNCHANGED } from '../http/kept-body';
import { DeployedFormService } from '../modules/deployment/deployed-form.service';
import { CollectorBase } from './collector-base';
import { RECEIPT, SUBMISSION, XML } from './described-bodies';
import {
  presentForm,
  formListText,
  presentFormList,
  presentListIsThere,
  presentReadiness,
  presentReceipt,
  type SentLanguage,
} from './openrosa.presenter';
import { Language } from './sent-language';
import { TakesSubmissions } from './submission-demands';
import { SubmissionUpload } from './submission-upload';

const FORM_ID = { name: 'formID', type: String, required: false, description: 'Only this form.' } as const;

/**
 * What ODK Collect, KoboCollect and Enketo speak (contract-data 4). Every path stands twice: alone, for collectors that
 * sign in, and behind a username, where callers without credentials are welcome to what AnonymousUser may do.
 */
@ApiTags('OpenRosa')
@ApiProduces('text/xml')
@Controller()
export class OpenRosaController {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly upload: SubmissionUpload,
  ) {}

  @Head('formList')
  @SignedIn()
  @ApiOperation({ summary: 'Whether the credentials hold' })
  @ApiNoContentResponse()
  listIsThere() {
    return presentListIsThere();
  }

  @Head(':username/formList')
  @Public()
  @ApiOperation({ summary: 'Whether there are such lists' })
  @ApiNoContentResponse()
  listIsThereFor() {
    return presentListIsThere();
  }

  @Get('formList')
  @SignedIn()
  @ApiOperation({ summary: 'The forms that the caller may submit to' })
  @ApiQuery(FORM_ID)
  @ApiOkResponse(XML)
  @ApiResponse(UNCHANGED)
  async formList(
    @CurrentActor() actor: Actor,
    @CollectorBase() base: string,
    @Query('formID') formId: string | undefined,
  ) {
    const asked = { username: undefined, formId };
    return presentFormList(await this.forms.list(actor, asked, formListText(base)));
  }

  @Get(':username/formList')
  @Public()
  @ApiOperation({ summary: 'The forms of a user that the caller may submit to' })
  @ApiQuery(FORM_ID)
  @ApiOkResponse(XML)
  @ApiResponse(UNCHANGED)
  async formListOf(
    @CurrentActor() actor: Actor,
    @CollectorBase() base: string,
    @Param('username') username: string,
    @Query('formID') formId: string | undefined,
  ) {
    return presentFormList(await this.forms.list(actor, { username, formId }, formListText(base)));
  }

  @Get(['forms/:uid/form.xml', ':username/forms/:uid/form.xml'])
  @Requires('add_submissions', { family: 'openrosa' })
  @ApiOperation({ summary: 'The XForm' })
  @ApiOkResponse(XML)
  async form(access: AssetAccess<'add_submissions'>) {
    return presentForm(await this.forms.xml(access));
  }

  @Head('submission')
  @ServedAtOnce()
  @SignedIn()
  @ApiOperation({ summary: 'Whether submissions are taken, and how large' })
  @ApiNoContentResponse()
  ready(@CollectorBase() base: string) {
    return presentReadiness(`${base}/submission`);
  }

  @Head(':username/submission')
  @ServedAtOnce()
  @Public()
  @ApiOperation({ summary: 'Whether submissions are taken, and how large' })
  @ApiNoContentResponse()
  readyFor(@CollectorBase() base: string) {
    return presentReadiness(`${base}/submission`);
  }

  @Post('submission')
  @TakesSubmissions({ signedIn: true })
  @ApiConsumes('multipart/form-data', 'application/json')
  @ApiBody(SUBMISSION)
  @ApiOperation({ summary: 'Takes in a submission with its files' })
  @ApiCreatedResponse({ description: 'Stored now.', ...RECEIPT })
  @ApiAcceptedResponse({ description: 'All of it had been stored before.', ...RECEIPT })
  @ApiMethodNotAllowedResponse({ description: 'The form takes no submissions any more.' })
  @ApiConflictResponse({ description: 'Another submission has this instanceID.' })
  submit(
    @CurrentActor() actor: Actor,
    @CollectorBase() base: string,
    @UnreadForm() form: IncomingForm,
    @Language() language: SentLanguage,
  ) {
    return this.takeIn(actor, base, form, language);
  }

  @Post(':username/submission')
  @TakesSubmissions()
  @ApiConsumes('multipart/form-data', 'application/json')
  @ApiBody(SUBMISSION)
  @ApiOperation({
    summary: 'Takes in a submission with its files; credentials only where the form wants them',
  })
  @ApiCreatedResponse({ description: 'Stored now.', ...RECEIPT })
  @ApiAcceptedResponse({ description: 'All of it had been stored before.', ...RECEIPT })
  @ApiMethodNotAllowedResponse({ description: 'The form takes no submissions any more.' })
  @ApiConflictResponse({ description: 'Another submission has this instanceID.' })
  submitTo(
    @CurrentActor() actor: Actor,
    @CollectorBase() base: string,
    @UnreadForm() form: IncomingForm,
    @Language() language: SentLanguage,
  ) {
    return this.takeIn(actor, base, form, language);
  }

  private async takeIn(actor: Actor, base: string, form: IncomingForm, language: SentLanguage) {
    return presentReceipt(`${base}/submission`, await this.upload.takeIn(actor, form), language);
  }
}

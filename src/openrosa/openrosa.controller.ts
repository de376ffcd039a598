import { Controller, Get, Head, Param, Query } from '@nestjs/common';
import {
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiQuery,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, Public, Requires, SignedIn, Priority } from '../authorization/policy';
import type { Actor } from '../domain/account/actor';
import type { AssetAccess } from '../domain/permission/asset-access';
import { Endpoint } from '../http/endpoint';
import { NOT_MODIFIED } from '../http/reply';
import { ResponseCache } from '../http/response-cache/response-cache';
import { DeployedFormService } from '../modules/deployment/deployed-form.service';
import { CollectorBase, DetectedFormat, AcceptsSubmissions, XML_CONTENT } from './openrosa-request';
import {
  presentForm,
  formListBody,
  presentFormList,
  presentFormListHead,
  presentSubmissionHead,
  presentReceipt,
  type SubmissionFormat,
} from './openrosa.presenter';
import { SubmissionUpload } from './submission-upload';
import { type IncomingForm, UnreadForm } from '../http/body/read-multipart-form';

const FORM_ID = {
  name: 'formID',
  type: String,
  required: false,
  description: 'Return this form only.',
} as const;

/**
 * OpenRosa API of ODK Collect, KoboCollect and Enketo (contract-data 4). Paths without a username require credentials;
 * paths with one also serve anonymous callers, with the permissions of AnonymousUser.
 */
@ApiTags('OpenRosa')
@ApiProduces('text/xml')
@Controller()
export class OpenRosaController {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly upload: SubmissionUpload,
    private readonly responses: ResponseCache,
  ) {}

  @Head('formList')
  @SignedIn()
  @ApiOperation({ summary: 'Check credentials for the form list' })
  @ApiNoContentResponse()
  checkFormList() {
    return presentFormListHead();
  }

  @Head(':username/formList')
  @Public()
  @ApiOperation({ summary: 'Check that the form list of a user exists' })
  @ApiNoContentResponse()
  checkUserFormList() {
    return presentFormListHead();
  }

  @Endpoint('GET formList', { summary: 'List the forms that the caller may submit to' })
  @SignedIn()
  @ApiQuery(FORM_ID)
  @ApiOkResponse(XML_CONTENT)
  @ApiResponse(NOT_MODIFIED)
  async listForms(
    @CurrentActor() actor: Actor,
    @CollectorBase() base: string,
    @Query('formID') formId: string | undefined,
  ) {
    const filter = { username: undefined, formId };
    const forms = this.forms.list(actor, filter);
    return presentFormList(await this.responses.get(forms, [base], (listed) => formListBody(base, listed)));
  }

  @Endpoint('GET :username/formList', { summary: 'List the forms of a user that the caller may submit to' })
  @Public()
  @ApiQuery(FORM_ID)
  @ApiOkResponse(XML_CONTENT)
  @ApiResponse(NOT_MODIFIED)
  async listUserForms(
    @CurrentActor() actor: Actor,
    @CollectorBase() base: string,
    @Param('username') username: string,
    @Query('formID') formId: string | undefined,
  ) {
    const forms = this.forms.list(actor, { username, formId });
    return presentFormList(await this.responses.get(forms, [base], (listed) => formListBody(base, listed)));
  }

  @Get(['forms/:uid/form.xml', ':username/forms/:uid/form.xml'])
  @Requires('add_submissions', { family: 'openrosa' })
  @ApiOperation({ summary: 'Get the XForm of a form' })
  @ApiOkResponse(XML_CONTENT)
  async getForm(access: AssetAccess<'add_submissions'>) {
    return presentForm(await this.forms.xml(access));
  }

  @Head('submission')
  @Priority('immediate')
  @SignedIn()
  @ApiOperation({
    summary: 'Check that submissions are accepted',
    description: 'The headers give the maximum size.',
  })
  @ApiNoContentResponse()
  checkSubmission(@CollectorBase() base: string) {
    return presentSubmissionHead(`${base}/submission`);
  }

  @Head(':username/submission')
  @Priority('immediate')
  @Public()
  @ApiOperation({
    summary: 'Check that submissions are accepted',
    description: 'The headers give the maximum size.',
  })
  @ApiNoContentResponse()
  checkUserSubmission(@CollectorBase() base: string) {
    return presentSubmissionHead(`${base}/submission`);
  }

  @Endpoint('POST submission', { summary: 'Create a submission with its files' })
  @AcceptsSubmissions({ signedIn: true })
  submitInstance(
    @CurrentActor() actor: Actor,
    @CollectorBase() base: string,
    @UnreadForm() form: IncomingForm,
    @DetectedFormat() format: SubmissionFormat,
  ) {
    return this.receive(actor, base, form, format);
  }

  @Endpoint('POST :username/submission', {
    summary: 'Create a submission with its files for a form of a user',
    description: 'Credentials are required only if the form does not allow anonymous submissions.',
  })
  @AcceptsSubmissions()
  submitInstanceToUser(
    @CurrentActor() actor: Actor,
    @CollectorBase() base: string,
    @Param('username') username: string,
    @UnreadForm() form: IncomingForm,
    @DetectedFormat() format: SubmissionFormat,
  ) {
    return this.receive(actor, base, form, format, username);
  }

  private async receive(
    actor: Actor,
    base: string,
    form: IncomingForm,
    format: SubmissionFormat,
    username?: string,
  ) {
    const receipt = await this.upload.accept(actor, form, undefined, username);
    return presentReceipt(`${base}/submission`, receipt, format);
  }
}

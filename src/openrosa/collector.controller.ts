import { Controller, Get, Head, Param, Post, Query } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiConflictResponse,
  ApiConsumes,
  ApiCreatedResponse,
  ApiFoundResponse,
  ApiMethodNotAllowedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import { AccessInService, CurrentActor, Public } from '../authorization/policy';
import { ServedAtOnce } from '../authorization/served';
import type { Actor } from '../domain/account/actor';
import type { AskedPart } from '../domain/file/file-part';
import { type IncomingForm, UnreadForm } from '../http/body/incoming-form';
import { UNCHANGED } from '../http/kept-body';
import { ANY_TYPE } from '../http/negotiation/accept.guard';
import { AskedRange } from '../http/streaming/asked-range';
import { CollectorBase } from './collector-base';
import { CollectorDoor } from './collector-door';
import { RECEIPT, SUBMISSION, XML } from './described-bodies';
import {
  presentForm,
  formListText,
  presentFormList,
  presentFormMedia,
  presentListIsThere,
  presentManifest,
  presentReadiness,
  presentReceipt,
  type SentLanguage,
} from './openrosa.presenter';
import { Language } from './sent-language';
import { TakesSubmissions } from './submission-demands';

/** The paths of collectors behind a link that somebody made for them. */
@ApiTags('OpenRosa')
@ApiProduces('text/xml')
@Controller('collector/:link')
export class CollectorController {
  constructor(private readonly door: CollectorDoor) {}

  @Head('formList')
  @Public()
  @ApiOperation({ summary: 'Whether there are such lists' })
  @ApiNoContentResponse()
  listIsThere() {
    return presentListIsThere();
  }

  @Get('formList')
  @Public()
  @ApiOperation({ summary: 'The form that the link is for; none where the link is no more' })
  @ApiOkResponse(XML)
  @ApiResponse(UNCHANGED)
  async formList(
    @CurrentActor() actor: Actor,
    @CollectorBase() base: string,
    @Param('link') key: string,
    @Query('formID') formId: string | undefined,
  ) {
    return presentFormList(await this.door.list(actor, key, formId, formListText(base)));
  }

  @Get('forms/:form/form.xml')
  @AccessInService('add_submissions')
  @ApiOperation({ summary: 'The XForm' })
  @ApiOkResponse(XML)
  async form(@CurrentActor() actor: Actor, @Param('link') key: string, @Param('form') uid: string) {
    return presentForm(await this.door.form(actor, key, uid));
  }

  @Get('xformsManifest/:form')
  @AccessInService('add_submissions')
  @ApiOperation({ summary: 'The files that travel with the XForm' })
  @ApiOkResponse(XML)
  async manifest(
    @CurrentActor() actor: Actor,
    @CollectorBase() base: string,
    @Param('link') key: string,
    @Param('form') uid: string,
  ) {
    return presentManifest(base, uid, await this.door.media(actor, key, uid));
  }

  @Get('xformsMedia/:form/:file')
  @AccessInService('add_submissions')
  @ApiProduces(ANY_TYPE)
  @ApiOperation({ summary: 'One of them; the ending of its name may follow its uid' })
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @ApiFoundResponse({ description: 'The file is a remote one; `Location` is where.' })
  async media(
    @CurrentActor() actor: Actor,
    @Param('link') key: string,
    @Param('form') uid: string,
    @Param('file') file: string,
    @AskedRange() asked: AskedPart,
  ) {
    return presentFormMedia(await this.door.file(actor, key, { uid, file }, asked));
  }

  @Head('submission')
  @ServedAtOnce()
  @Public()
  @ApiOperation({ summary: 'Whether submissions are taken, and how large' })
  @ApiNoContentResponse()
  ready(@CollectorBase() base: string) {
    return presentReadiness(`${base}/submission`);
  }

  @Post('submission')
  @TakesSubmissions()
  @ApiConsumes('multipart/form-data', 'application/json')
  @ApiBody(SUBMISSION)
  @ApiOperation({ summary: 'Takes in a submission with its files, from nobody in particular' })
  @ApiCreatedResponse({ description: 'Stored now.', ...RECEIPT })
  @ApiAcceptedResponse({ description: 'All of it had been stored before.', ...RECEIPT })
  @ApiMethodNotAllowedResponse({ description: 'The form takes no submissions any more.' })
  @ApiConflictResponse({ description: 'Another submission has this instanceID.' })
  async submit(
    @CurrentActor() actor: Actor,
    @CollectorBase() base: string,
    @Param('link') key: string,
    @UnreadForm() form: IncomingForm,
    @Language() language: SentLanguage,
  ) {
    return presentReceipt(`${base}/submission`, await this.door.takeIn(actor, key, form), language);
  }
}

import { Controller, Get, Head, Param, Post } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBadRequestResponse,
  ApiBody,
  ApiConflictResponse,
  ApiConsumes,
  ApiCreatedResponse,
  ApiMethodNotAllowedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import { AccessInService, CurrentActor, Public, SignedIn } from '../authorization/policy';
import { ServedAtOnce } from '../authorization/served';
import type { Actor } from '../domain/account/actor';
import { TakesParts } from '../http/body/body-declaration';
import { type IncomingForm, UnreadForm } from '../http/body/incoming-form';
import { ANY_TYPE } from '../http/negotiation/accept.guard';
import type { Links } from '../http/url/links';
import { AnswerLinks } from '../http/url/request-links';
import { SUBMISSION, XML } from './described-bodies';
import {
  presentListIsThere,
  presentManifest,
  presentReadiness,
  presentSnapshotEdit,
  presentSnapshotForm,
} from './openrosa.presenter';
import { SnapshotDoor } from './snapshot-door';

const TEXT_XML = { content: { 'text/xml': XML } } as const;

/** What a web form asks that edits a submission with the snapshot of its form. */
@ApiTags('OpenRosa')
@ApiProduces(ANY_TYPE)
@ApiNotFoundResponse({ description: 'There is no such snapshot of an asset, or the caller may not see it.' })
@Controller('api/v2/asset_snapshots/:snapshot')
export class SnapshotDoorController {
  constructor(private readonly door: SnapshotDoor) {}

  @Head('formList')
  @Public()
  @ApiOperation({ summary: 'Whether there are such lists' })
  @ApiNoContentResponse()
  listIsThere() {
    return presentListIsThere();
  }

  @Get('formList')
  @Public()
  @ApiOperation({ summary: 'The list with this form, for everybody who knows its uid' })
  @ApiOkResponse(TEXT_XML)
  async formList(@Param('snapshot') uid: string, @AnswerLinks() links: Links) {
    return presentSnapshotForm(links.origin, await this.door.form(uid));
  }

  @Get('manifest')
  @AccessInService('add_submissions')
  @ApiOperation({ summary: 'The files that travel with the form' })
  @ApiOkResponse(TEXT_XML)
  async manifest(@CurrentActor() actor: Actor, @Param('snapshot') uid: string, @AnswerLinks() links: Links) {
    const { assetUid, media } = await this.door.media(actor, uid);
    return presentManifest(links.origin, assetUid, media);
  }

  @Head('submission')
  @ServedAtOnce()
  @SignedIn()
  @ApiOperation({ summary: 'Whether edits of the caller are taken, and how large' })
  @ApiNoContentResponse()
  ready(@Param('snapshot') uid: string, @AnswerLinks() links: Links) {
    return presentReadiness(`${links.origin}/api/v2/asset_snapshots/${uid}/submission`);
  }

  @Post('submission')
  @ServedAtOnce()
  @AccessInService('change_submissions')
  @TakesParts()
  @ApiConsumes('multipart/form-data', 'application/json')
  @ApiBody(SUBMISSION)
  @ApiOperation({ summary: 'Takes in an edit with its files' })
  @ApiCreatedResponse({ description: 'Stored now; the XML as it is stored.', ...TEXT_XML })
  @ApiAcceptedResponse({ description: 'All of it had been stored before.', ...TEXT_XML })
  @ApiBadRequestResponse({ description: 'It is no edit, or of nothing that the caller can reach.' })
  @ApiMethodNotAllowedResponse({ description: 'The form takes no submissions any more.' })
  @ApiConflictResponse({ description: 'Another submission has this instanceID.' })
  async submit(
    @CurrentActor() actor: Actor,
    @Param('snapshot') uid: string,
    @UnreadForm() form: IncomingForm,
    @AnswerLinks() links: Links,
  ) {
    const location = `${links.origin}/api/v2/asset_snapshots/${uid}/submission`;
    return presentSnapshotEdit(location, await this.door.takeIn(actor, uid, form));
  }
}

import { Controller, Head, Param } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiConsumes,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import { AccessInService, CurrentActor, Public, SignedIn, Priority } from '../authorization/policy';
import type { Actor } from '../domain/account/actor';
import { AcceptsParts } from '../http/body/body-reader';
import { Endpoint } from '../http/endpoint';
import { ANY_TYPE } from '../http/negotiation/request';
import { type Links, ResponseLinks } from '../http/url/links';
import { SUBMISSION_BODY, XML_CONTENT } from './openrosa-request';
import {
  presentFormListHead,
  presentManifest,
  presentSubmissionHead,
  presentSnapshotEdit,
  presentSnapshotForm,
} from './openrosa.presenter';
import { SnapshotEditService } from './snapshot-edit.service';
import { type IncomingForm, UnreadForm } from '../http/body/read-multipart-form';

const TEXT_XML = { content: { 'text/xml': XML_CONTENT } } as const;

/** OpenRosa API of a snapshot, for web forms that edit submissions. */
@ApiTags('OpenRosa')
@ApiProduces(ANY_TYPE)
@ApiNotFoundResponse({ description: 'The asset snapshot does not exist, or the caller may not view it.' })
@Controller('api/v2/asset_snapshots/:snapshot')
export class SnapshotEditController {
  constructor(private readonly edits: SnapshotEditService) {}

  @Head('formList')
  @Public()
  @ApiOperation({ summary: 'Check that the form list exists' })
  @ApiNoContentResponse()
  checkSnapshotFormList() {
    return presentFormListHead();
  }

  @Endpoint('GET formList', {
    summary: 'List the form of a snapshot',
    description: 'Needs no credentials: the uid is the secret.',
  })
  @Public()
  @ApiOkResponse(TEXT_XML)
  async listSnapshotForms(@Param('snapshot') uid: string, @ResponseLinks() links: Links) {
    return presentSnapshotForm(links.origin, await this.edits.form(uid));
  }

  @Endpoint('GET manifest', { summary: 'List the media files of the form' })
  @AccessInService('add_submissions')
  @ApiOkResponse(TEXT_XML)
  async getSnapshotManifest(
    @CurrentActor() actor: Actor,
    @Param('snapshot') uid: string,
    @ResponseLinks() links: Links,
  ) {
    const { assetUid, media } = await this.edits.media(actor, uid);
    return presentManifest(links.origin, assetUid, media);
  }

  @Head('submission')
  @Priority('immediate')
  @SignedIn()
  @ApiOperation({
    summary: 'Check that edits are accepted',
    description: 'The headers give the maximum size.',
  })
  @ApiNoContentResponse()
  checkSnapshotSubmission(@Param('snapshot') uid: string, @ResponseLinks() links: Links) {
    return presentSubmissionHead(`${links.origin}/api/v2/asset_snapshots/${uid}/submission`);
  }

  @Endpoint('POST submission', {
    summary: 'Submit an edited submission with its files',
    returns: { description: 'Stored; returns the stored XML.', ...TEXT_XML },
    fails: {
      400: 'Not an edit, or the edited submission does not exist or is hidden from the caller.',
      402: 'A limit of what is stored is reached; the response names it.',
      405: 'The form does not accept submissions.',
      409: 'Another submission has the same instanceID.',
    },
  })
  @Priority('immediate')
  @AccessInService('change_submissions')
  @AcceptsParts()
  @ApiConsumes('multipart/form-data', 'application/json')
  @ApiBody(SUBMISSION_BODY)
  @ApiAcceptedResponse({ description: 'Duplicate: everything was already stored.', ...TEXT_XML })
  async submitSnapshotEdit(
    @CurrentActor() actor: Actor,
    @Param('snapshot') uid: string,
    @UnreadForm() form: IncomingForm,
    @ResponseLinks() links: Links,
  ) {
    const location = `${links.origin}/api/v2/asset_snapshots/${uid}/submission`;
    return presentSnapshotEdit(location, await this.edits.submit(actor, uid, form));
  }
}

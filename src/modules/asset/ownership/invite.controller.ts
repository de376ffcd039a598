import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CurrentActor, SignedIn } from '../../../authorization/policy';
import type { UserActor } from '../../../domain/account/actor';
import { Endpoint } from '../../../http/endpoint';
import { PaginatedList } from '../../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../../http/pagination/present-page';
import { created } from '../../../http/reply';
import { type Links, ResponseLinks } from '../../../http/url/links';
import { OwnershipService, type InviteView, type Transfer } from './ownership.service';
import {
  INVITE_RESPONSES,
  INVITE_ROLES,
  INVITE_STATUSES,
  type InviteResponse,
  type InviteRole,
  TRANSFER_STATUSES,
} from '../../../domain/ownership/invite-status';
import { RequiredTexts } from '../../../http/validation/lists';
import { LinkTo } from '../../../http/validation/link-to';
import { OneOf, OptionalText } from '../../../http/validation/field';
import { wireSeconds } from '../../../domain/text/wire-date';

/** Ownership invite (contract-assets 7.10). */
function presentInvite(links: Links, invite: InviteView) {
  return {
    url: links.ownershipInvite(invite.uid),
    sender: links.user(invite.sender),
    recipient: links.user(invite.recipient),
    status: invite.status,
    date_created: wireSeconds(invite.dateCreated),
    date_modified: wireSeconds(invite.dateModified),
    transfers: invite.transfers.map((transfer) => ({
      url: links.ownershipTransfer(invite.uid, transfer.uid),
      asset: links.asset(transfer.assetUid),
      asset__name: transfer.assetName,
      status: transfer.status,
      error: transfer.error,
      date_modified: wireSeconds(transfer.dateModified),
    })),
  };
}

/** Steps that KoboToolbox reports one by one; here they succeed or fail together. */
const STEPS = ['attachments', 'media_files', 'global', 'submissions'];

function presentTransfer(links: Links, [invite, transfer]: [InviteView, Transfer]) {
  return {
    url: links.ownershipTransfer(invite.uid, transfer.uid),
    asset: links.asset(transfer.assetUid),
    status: transfer.status,
    date_modified: wireSeconds(transfer.dateModified),
    statuses: STEPS.map((status_type) => ({ status: transfer.status, status_type, error: transfer.error })),
  };
}

class ListInvitesDto {
  @OptionalText()
  @ApiPropertyOptional({
    enum: INVITE_ROLES,
    description: 'Only invites that the caller sent, or received. Other values are ignored.',
  })
  mode?: string;

  toRole(): InviteRole | undefined {
    return INVITE_ROLES.find((role) => role === this.mode);
  }
}

class CreateInviteDto {
  @LinkTo('users')
  @ApiProperty({
    example: 'https://survey.example.org/api/v2/users/ann/',
    description: 'URL of the future owner.',
  })
  recipient!: string;

  @RequiredTexts()
  @ApiProperty({
    type: [String],
    example: ['aSAvYreNzVEkrWg5Gdcvg2'],
    description: 'Uids of assets owned by the caller.',
  })
  assets!: string[];
}

class UpdateInviteDto {
  @OneOf(INVITE_RESPONSES, { required: true })
  @ApiProperty({
    enum: INVITE_RESPONSES,
    description: '`accepted` or `declined` by the recipient, `cancelled` by the sender.',
  })
  status!: InviteResponse;
}

const EXAMPLE = 'https://survey.example.org/api/v2/project-ownership/invites/poi8gbkYzKZRWhCMLCwcgaXh/';

class TransferBaseDto {
  @ApiProperty({ example: `${EXAMPLE}transfers/potKsmXcBmEYEWWwSJtKkKhPq/` }) url!: string;
  @ApiProperty({ example: 'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/' })
  asset!: string;
  @ApiProperty({ enum: TRANSFER_STATUSES }) status!: string;
  @ApiProperty({ example: '2026-05-01T12:00:00Z' }) date_modified!: string;
}

export class InvitedTransferDto extends TransferBaseDto {
  @ApiProperty({ example: 'Wells' }) asset__name!: string;
  @ApiProperty({ type: String, nullable: true, example: null }) error!: string | null;
}

export class TransferStepDto {
  @ApiProperty({ enum: TRANSFER_STATUSES }) status!: string;
  @ApiProperty({ enum: ['attachments', 'media_files', 'global', 'submissions'] }) status_type!: string;
  @ApiProperty({ type: String, nullable: true, example: null }) error!: string | null;
}

class TransferDto extends TransferBaseDto {
  @ApiProperty({ type: [TransferStepDto] }) statuses!: TransferStepDto[];
}

class InviteDto {
  @ApiProperty({ example: EXAMPLE }) url!: string;
  @ApiProperty({ example: 'https://survey.example.org/api/v2/users/mary/' }) sender!: string;
  @ApiProperty({ example: 'https://survey.example.org/api/v2/users/ann/' }) recipient!: string;
  @ApiProperty({ enum: INVITE_STATUSES }) status!: string;
  @ApiProperty({ example: '2026-05-01T12:00:00Z' }) date_created!: string;
  @ApiProperty({ example: '2026-05-01T12:00:00Z' }) date_modified!: string;
  @ApiProperty({ type: [InvitedTransferDto] }) transfers!: InvitedTransferDto[];
}

const NOT_FOUND = 'The invite does not exist, or the caller is neither its sender nor its recipient.';

@ApiTags('Ownership')
@Controller('api/v2/project-ownership/invites')
export class InviteController {
  constructor(private readonly ownership: OwnershipService) {}

  @Endpoint('GET', {
    summary: 'List ownership invites',
    description: 'Sent or received by the caller, newest first.',
  })
  @SignedIn()
  async listOwnershipInvites(
    @CurrentActor() actor: UserActor,
    @Query() query: ListInvitesDto,
    @PaginatedList(InviteDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.ownership.list(actor, page.window, query.toRole()), (invite) =>
      presentInvite(links, invite),
    );
  }

  @Endpoint('POST', {
    summary: 'Create an ownership invite',
    description: 'Invites another user to own assets of the caller. A pending invite expires after 14 days.',
    returns: InviteDto,
    fails: { 400: 'Validation errors by field.' },
  })
  @SignedIn()
  async createOwnershipInvite(
    @CurrentActor() actor: UserActor,
    @Body() body: CreateInviteDto,
    @ResponseLinks() links: Links,
  ) {
    return created(presentInvite(links, await this.ownership.create(actor, body)));
  }

  @Endpoint('GET :invite', {
    summary: 'Get an ownership invite',
    returns: InviteDto,
    fails: { 404: NOT_FOUND },
  })
  @SignedIn()
  async getOwnershipInvite(
    @CurrentActor() actor: UserActor,
    @Param('invite') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentInvite(links, await this.ownership.get(actor, uid));
  }

  @Endpoint('PATCH :invite', {
    summary: 'Accept, decline or cancel an ownership invite',
    description: 'Accepting transfers the assets at once. The former owner retains their permissions.',
    returns: InviteDto,
    fails: {
      400: 'The invite is no longer pending.',
      403: 'The status is reserved for the other side.',
      404: NOT_FOUND,
    },
  })
  @SignedIn()
  async updateOwnershipInvite(
    @CurrentActor() actor: UserActor,
    @Param('invite') uid: string,
    @Body() body: UpdateInviteDto,
    @ResponseLinks() links: Links,
  ) {
    return presentInvite(links, await this.ownership.respond(actor, uid, body.status));
  }

  @Endpoint('DELETE :invite', {
    summary: 'Delete an ownership invite',
    description: 'Cancels it if it is pending. Completed transfers are not undone.',
    fails: { 403: 'The caller is the recipient, not the sender.', 404: NOT_FOUND },
  })
  @SignedIn()
  deleteOwnershipInvite(@CurrentActor() actor: UserActor, @Param('invite') uid: string) {
    return this.ownership.remove(actor, uid);
  }

  @Endpoint('GET :invite/transfers/:transfer', {
    summary: 'Get the transfer of an asset',
    returns: TransferDto,
    fails: { 404: NOT_FOUND },
  })
  @SignedIn()
  async getOwnershipTransfer(
    @CurrentActor() actor: UserActor,
    @Param('invite') uid: string,
    @Param('transfer') transferUid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentTransfer(links, await this.ownership.getTransfer(actor, uid, transferUid));
  }
}

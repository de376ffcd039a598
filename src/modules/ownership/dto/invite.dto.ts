import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  INVITE_RESPONSES,
  INVITE_ROLES,
  INVITE_STATUSES,
  type InviteResponse,
  type InviteRole,
  TRANSFER_STATUSES,
} from '../../../domain/ownership/invite-status';
import { RequiredTexts } from '../../../http/validation/lists';
import { OneOf, OptionalText } from '../../../http/validation/field';
import { LinkTo } from '../../../http/validation/link-to';
import type { NewInvite } from '../ownership.service';

export class ListInvitesDto {
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

export class CreateInviteDto {
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

  toInput(): NewInvite {
    return { recipient: this.recipient, assets: this.assets };
  }
}

export class UpdateInviteDto {
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

export class TransferDto extends TransferBaseDto {
  @ApiProperty({ type: [TransferStepDto] }) statuses!: TransferStepDto[];
}

export class InviteDto {
  @ApiProperty({ example: EXAMPLE }) url!: string;
  @ApiProperty({ example: 'https://survey.example.org/api/v2/users/mary/' }) sender!: string;
  @ApiProperty({ example: 'https://survey.example.org/api/v2/users/ann/' }) recipient!: string;
  @ApiProperty({ enum: INVITE_STATUSES }) status!: string;
  @ApiProperty({ example: '2026-05-01T12:00:00Z' }) date_created!: string;
  @ApiProperty({ example: '2026-05-01T12:00:00Z' }) date_modified!: string;
  @ApiProperty({ type: [InvitedTransferDto] }) transfers!: InvitedTransferDto[];
}

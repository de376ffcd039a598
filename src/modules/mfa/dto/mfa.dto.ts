import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { MFA_METHOD } from '../../../domain/account/mfa';
import { OptionalFlag, RequiredText } from '../../../http/validation/field';

const DATE = '2026-03-01T08:00:00.123000Z';

export class MfaCodeDto {
  @RequiredText()
  @ApiProperty({ example: '123456', description: 'Code of the authenticator app, or a recovery code.' })
  code!: string;
}

export class MfaMethodDto {
  @ApiProperty({ enum: [MFA_METHOD], example: MFA_METHOD }) name!: string;
  @ApiProperty({ example: true }) is_primary!: boolean;
  @ApiProperty({ description: 'False until the first code is confirmed, and after deactivation.' })
  is_active!: boolean;
  @ApiProperty({ example: DATE }) date_created!: string;
  @ApiProperty({ example: DATE }) date_modified!: string;
  @ApiProperty({ type: String, nullable: true, example: null }) date_disabled!: string | null;
}

export class MfaActivationDto {
  @ApiProperty({
    example: 'otpauth://totp/survey.example.org:ann?issuer=survey.example.org&secret=JBSWY3DPEHPK3PXP',
    description: 'Key URI, to show as a QR code.',
  })
  details!: string;
}

export class RecoveryCodesDto {
  @ApiProperty({
    type: String,
    isArray: true,
    example: ['k3m9p-2x7qa'],
    description: 'Recovery codes; each replaces a code once. Not shown again.',
  })
  backup_codes!: string[];
}

export class PatchUserMfaDto {
  @OptionalFlag()
  @ApiPropertyOptional({ description: 'Whether the account must sign in with a second factor.' })
  is_required?: boolean;
}

export class UserMfaDto {
  @ApiProperty({ example: false }) is_active!: boolean;
  @ApiProperty({ example: false, description: 'Required of the account or by the setting `MFA_REQUIRED`.' })
  is_required!: boolean;
  @ApiProperty({ example: 0 }) recovery_codes_left!: number;
}

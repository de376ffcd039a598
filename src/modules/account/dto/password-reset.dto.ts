import { ApiProperty } from '@nestjs/swagger';
import { MAX_EMAIL_LENGTH } from '../../../domain/account/email-rule';
import { RequiredLine, RequiredText } from '../../../http/validation/field';

const KEY = `1z-mb2x0k5w-${'a'.repeat(43)}`;

export class PasswordResetDto {
  @ApiProperty({
    example: `https://survey.example.org/accounts/password/reset/${KEY}/`,
    description: 'Page where the user sets a new password.',
  })
  url!: string;

  @ApiProperty({ example: KEY, description: 'Key in `url`, for `POST /api/v2/password-resets/`.' })
  key!: string;

  @ApiProperty({ example: '2026-03-02T08:00:00.000000Z' })
  date_expires!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'ann@example.org',
    description:
      'Address of the account, to which a link is mailed too; null without one, or without `SMTP_URL`.',
  })
  mailed_to!: string | null;
}

export class RequestPasswordResetDto {
  @RequiredLine(MAX_EMAIL_LENGTH)
  @ApiProperty({ example: 'ann@example.org', description: 'Username or e-mail address.' })
  username!: string;
}

export class CompletePasswordResetDto {
  @RequiredText()
  @ApiProperty({ example: KEY })
  key!: string;

  @RequiredText()
  @ApiProperty({ example: 'correct horse battery staple', minLength: 8 })
  new_password!: string;
}

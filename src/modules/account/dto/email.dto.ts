import { ApiProperty } from '@nestjs/swagger';
import { RequiredLine, RequiredText } from '../../../http/validation/field';

export class EmailDto {
  @ApiProperty({ example: true, description: 'Whether it is the address of the account.' }) primary!: boolean;
  @ApiProperty({ example: 'ann@example.org' }) email!: string;
  @ApiProperty({ example: true, description: 'False: waits for its confirmation.' }) verified!: boolean;
}

export class ChangeEmailDto {
  @RequiredLine()
  @ApiProperty({ example: 'ann@example.org', description: 'The new address.' })
  email!: string;
}

export class ConfirmEmailDto {
  @RequiredText()
  @ApiProperty({ example: `1z-mb2x0k5w-${'a'.repeat(43)}`, description: 'Key in the link of the mail.' })
  key!: string;
}

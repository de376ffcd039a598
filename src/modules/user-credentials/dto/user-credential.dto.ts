import { ApiProperty } from '@nestjs/swagger';
import { USER_CREDENTIAL_KINDS } from '../../../domain/account/user-credential';

const DATE = '2026-03-01T08:00:00.123000Z';

export class UserCredentialDto {
  @ApiProperty({ example: 'https://survey.example.org/api/v2/users/ann/credentials/session-7/' })
  url!: string;

  @ApiProperty({
    example: 'session-7',
    description:
      'Unique id per user: `default`, the uid of a token, `session-` and a number, or the client id of an application.',
  })
  uid!: string;

  @ApiProperty({ enum: USER_CREDENTIAL_KINDS, example: 'session' })
  kind!: string;

  @ApiProperty({ example: '', description: 'Name of the token or application; empty for other kinds.' })
  name!: string;

  @ApiProperty({ type: String, isArray: true, example: ['read', 'write'] })
  scopes!: string[];

  @ApiProperty({ example: DATE })
  date_created!: string;

  @ApiProperty({ type: String, nullable: true, example: null })
  date_expires!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Last use, to the minute; null: never, or not recorded.',
  })
  date_last_used!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '203.0.113.7',
    description: 'Client address at the sign-in of a session; null for other kinds.',
  })
  address!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    description: 'User-Agent header at the sign-in of a session; null for other kinds.',
  })
  user_agent!: string | null;
}

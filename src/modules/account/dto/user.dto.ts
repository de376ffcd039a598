import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { OptionalFlag, OptionalText, RequiredText } from '../../../http/validation/field';
import type { NewAccount } from '../account.service';
import type { ManagedChange } from '../user.service';

const DATE = '2026-03-01T08:00:00Z';

export class PatchUserDto {
  @OptionalFlag()
  @ApiPropertyOptional({ description: 'Whether the account is active; false revokes all its credentials.' })
  is_active?: boolean;

  @OptionalFlag()
  @ApiPropertyOptional()
  is_superuser?: boolean;

  @OptionalText()
  @ApiPropertyOptional({ example: 'ann@example.org' })
  email?: string;

  @OptionalText()
  @ApiPropertyOptional({ example: 'correct horse battery staple', minLength: 8 })
  password?: string;

  toInput(): ManagedChange {
    return {
      isActive: this.is_active,
      isSuperuser: this.is_superuser,
      email: this.email,
      password: this.password,
    };
  }
}

export class CreateUserDto {
  @RequiredText()
  @ApiProperty({ example: 'ann', pattern: '^[a-z_-][a-z0-9_.-]{2,149}$' })
  username!: string;

  @RequiredText()
  @ApiProperty({ example: 'correct horse battery staple', minLength: 8 })
  password!: string;

  @OptionalText()
  @ApiPropertyOptional({ example: 'ann@example.org' })
  email?: string;

  @OptionalFlag()
  @ApiPropertyOptional()
  is_superuser?: boolean;

  toInput(): NewAccount {
    return {
      username: this.username,
      password: this.password,
      ...(this.email !== undefined && { email: this.email }),
      ...(this.is_superuser !== undefined && { isSuperuser: this.is_superuser }),
    };
  }
}

export class UserDto {
  @ApiProperty({ example: 'https://survey.example.org/api/v2/users/ann/' }) url!: string;
  @ApiProperty({ example: 'ann' }) username!: string;
  @ApiProperty({ example: DATE }) date_joined!: string;
  @ApiProperty({ example: 0 }) public_collection_subscribers_count!: number;
  @ApiProperty({ example: 0 }) public_collections_count!: number;
}

export class ManagedUserDto {
  @ApiProperty({ example: 'https://survey.example.org/api/v2/users/ann/' }) url!: string;
  @ApiProperty({ example: 7 }) id!: number;
  @ApiProperty({ example: 'ann' }) username!: string;
  @ApiProperty() is_superuser!: boolean;
  @ApiProperty() is_active!: boolean;
  @ApiProperty({ example: 'ann@example.org' }) email!: string;
  @ApiProperty({ example: DATE }) date_joined!: string;
  @ApiProperty({ type: String, nullable: true, example: null }) last_login!: string | null;
  @ApiProperty({ example: 3, description: 'Number of assets that the account owns.' }) asset_count!: number;
  @ApiProperty({ type: 'object', additionalProperties: true, example: { organization: '' } })
  metadata!: Record<string, unknown>;
}

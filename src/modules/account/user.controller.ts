import { Body, Controller, Param, Query, Injectable, type PipeTransform } from '@nestjs/common';
import { ApiQuery, ApiTags, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CurrentActor, SignedIn, SuperuserOnly } from '../../authorization/policy';
import { type UserSearch, readUserSearch } from '../../domain/account/username';
import type { UserActor } from '../../domain/account/actor';
import { Endpoint } from '../../http/endpoint';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../http/url/links';
import { presentManagedUser, presentUser } from './account.presenter';
import { UserService, type ManagedChange } from './user.service';
import { OptionalFlag, OptionalText, RequiredText } from '../../http/validation/field';
import type { NewAccount } from './account.service';
import { InvalidError } from '../../domain/errors';
import { unstorableReason } from '../../domain/text/unstorable-text';

/** Parses the `q` parameter; absent matches all users. */
@Injectable()
class UserSearchPipe implements PipeTransform<unknown, UserSearch> {
  /** @throws InvalidError for text that PostgreSQL cannot store */
  transform(value: unknown): UserSearch {
    const text = typeof value === 'string' ? value : '';
    const unstorable = unstorableReason(text);
    if (unstorable !== undefined) throw InvalidError.at('q', `The text ${unstorable}.`);
    return readUserSearch(text);
  }
}

const DATE = '2026-03-01T08:00:00Z';

class PatchUserDto {
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

class CreateUserDto {
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

class UserDto {
  @ApiProperty({ example: 'https://survey.example.org/api/v2/users/ann/' }) url!: string;
  @ApiProperty({ example: 'ann' }) username!: string;
  @ApiProperty({ example: DATE }) date_joined!: string;
  @ApiProperty({ example: 0 }) public_collection_subscribers_count!: number;
  @ApiProperty({ example: 0 }) public_collections_count!: number;
}

class ManagedUserDto {
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

@ApiTags('Users')
@Controller('api/v2/users')
export class UserController {
  constructor(private readonly users: UserService) {}

  @Endpoint('GET', {
    summary: 'List users',
    description: 'For superusers.',
    fails: { 403: 'The caller is not a superuser.' },
  })
  @SuperuserOnly()
  @ApiQuery({
    name: 'q',
    required: false,
    description:
      'Substring of the username or e-mail address; `username:ann` and `email:ann@example.org` match exactly.',
  })
  async listUsers(
    @Query('q', UserSearchPipe) search: UserSearch,
    @PaginatedList(ManagedUserDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.users.list(search, page.window), (user) =>
      presentManagedUser(links, user),
    );
  }

  @Endpoint('POST', {
    summary: 'Create a user',
    description: 'For superusers.',
    returns: ManagedUserDto,
    fails: {
      400: 'Validation errors by field.',
      403: 'The caller is not a superuser or uses a delegated credential.',
    },
  })
  @SuperuserOnly()
  async createUser(
    @CurrentActor() actor: UserActor,
    @Body() body: CreateUserDto,
    @ResponseLinks() links: Links,
  ) {
    return presentManagedUser(links, await this.users.create(actor, body.toInput()));
  }

  @Endpoint('GET :username', {
    summary: "Get a user's public profile",
    returns: UserDto,
    fails: { 404: 'The user does not exist or is not active.' },
  })
  @SignedIn()
  async getUser(@Param('username') username: string, @ResponseLinks() links: Links) {
    return presentUser(links, await this.users.show(username));
  }

  @Endpoint('PATCH :username', {
    summary: 'Update a user',
    description: 'For superusers. Deactivation and a new password revoke all credentials of the user.',
    returns: ManagedUserDto,
    fails: {
      400: 'Validation errors by field.',
      403: 'The caller is not a superuser or uses a delegated credential.',
      404: 'The user does not exist.',
    },
  })
  @SuperuserOnly()
  async updateUser(
    @CurrentActor() actor: UserActor,
    @Param('username') username: string,
    @Body() body: PatchUserDto,
    @ResponseLinks() links: Links,
  ) {
    return presentManagedUser(links, await this.users.change(actor, username, body.toInput()));
  }
}

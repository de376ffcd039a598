import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiCreatedResponse,
  ApiForbiddenResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, SignedIn, SuperuserOnly } from '../../authorization/policy';
import type { UserSearch } from '../../domain/account/user-search';
import type { UserActor } from '../../domain/account/actor';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../http/url/links';
import { CreateUserDto, ManagedUserDto, PatchUserDto, UserDto } from './dto/user.dto';
import { UserSearchPipe } from './user-search.pipe';
import { presentManagedUser, presentUser } from './user.presenter';
import { UserService } from './user.service';

@ApiTags('Users')
@Controller('api/v2/users')
export class UserController {
  constructor(private readonly users: UserService) {}

  @Get()
  @SuperuserOnly()
  @ApiOperation({ summary: 'List users', description: 'For superusers.' })
  @ApiQuery({
    name: 'q',
    required: false,
    description:
      'Substring of the username or e-mail address; `username:ann` and `email:ann@example.org` match exactly.',
  })
  @ApiForbiddenResponse({ description: 'The caller is not a superuser.' })
  async listUsers(
    @Query('q', UserSearchPipe) search: UserSearch,
    @PaginatedList(ManagedUserDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.users.list(search, page.window), (user) =>
      presentManagedUser(links, user),
    );
  }

  @Post()
  @SuperuserOnly()
  @ApiOperation({ summary: 'Create a user', description: 'For superusers.' })
  @ApiCreatedResponse({ type: ManagedUserDto })
  @ApiBadRequestResponse({ description: 'Validation errors by field.' })
  @ApiForbiddenResponse({ description: 'The caller is not a superuser or uses a delegated credential.' })
  async createUser(
    @CurrentActor() actor: UserActor,
    @Body() body: CreateUserDto,
    @ResponseLinks() links: Links,
  ) {
    return presentManagedUser(links, await this.users.create(actor, body.toInput()));
  }

  @Get(':username')
  @SignedIn()
  @ApiOperation({ summary: "Get a user's public profile" })
  @ApiOkResponse({ type: UserDto })
  @ApiNotFoundResponse({ description: 'The user does not exist or is not active.' })
  async getUser(@Param('username') username: string, @ResponseLinks() links: Links) {
    return presentUser(links, await this.users.show(username));
  }

  @Patch(':username')
  @SuperuserOnly()
  @ApiOperation({
    summary: 'Update a user',
    description: 'For superusers. Deactivation and a new password revoke all credentials of the user.',
  })
  @ApiOkResponse({ type: ManagedUserDto })
  @ApiBadRequestResponse({ description: 'Validation errors by field.' })
  @ApiForbiddenResponse({ description: 'The caller is not a superuser or uses a delegated credential.' })
  @ApiNotFoundResponse({ description: 'The user does not exist.' })
  async updateUser(
    @CurrentActor() actor: UserActor,
    @Param('username') username: string,
    @Body() body: PatchUserDto,
    @ResponseLinks() links: Links,
  ) {
    return presentManagedUser(links, await this.users.change(actor, username, body.toInput()));
  }
}

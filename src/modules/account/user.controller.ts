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
import { PageOf } from '../../http/pagination/page-of';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
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
  @ApiOperation({ summary: 'All users, for superusers' })
  @ApiQuery({
    name: 'q',
    required: false,
    description: 'Part of a username or e-mail address; `username:ann` and `email:…` name one.',
  })
  @ApiForbiddenResponse({ description: 'The caller is no superuser.' })
  async list(
    @Query('q', UserSearchPipe) search: UserSearch,
    @PageOf(ManagedUserDto) page: AskedPage,
    @AnswerLinks() links: Links,
  ) {
    return presentPage(page, await this.users.list(search, page.window), (user) =>
      presentManagedUser(links, user),
    );
  }

  @Post()
  @SuperuserOnly()
  @ApiOperation({ summary: 'Makes a user, for superusers' })
  @ApiCreatedResponse({ type: ManagedUserDto })
  @ApiBadRequestResponse({ description: 'A sentence per field that does not hold.' })
  @ApiForbiddenResponse({ description: 'The caller is no superuser, or came with a delegated credential.' })
  async create(@CurrentActor() actor: UserActor, @Body() body: CreateUserDto, @AnswerLinks() links: Links) {
    return presentManagedUser(links, await this.users.create(actor, body.toInput()));
  }

  @Get(':username')
  @SignedIn()
  @ApiOperation({ summary: 'What any signed-in user may know of another' })
  @ApiOkResponse({ type: UserDto })
  @ApiNotFoundResponse({ description: 'There is no such user, or the account is closed.' })
  async show(@Param('username') username: string, @AnswerLinks() links: Links) {
    return presentUser(links, await this.users.show(username));
  }

  @Patch(':username')
  @SuperuserOnly()
  @ApiOperation({ summary: 'Sets what is sent of an account, for superusers' })
  @ApiOkResponse({ type: ManagedUserDto })
  @ApiBadRequestResponse({ description: 'A sentence per field that does not hold.' })
  @ApiForbiddenResponse({ description: 'The caller is no superuser, or came with a delegated credential.' })
  @ApiNotFoundResponse({ description: 'There is no such user.' })
  async change(
    @CurrentActor() actor: UserActor,
    @Param('username') username: string,
    @Body() body: PatchUserDto,
    @AnswerLinks() links: Links,
  ) {
    return presentManagedUser(links, await this.users.change(actor, username, body.toInput()));
  }
}

import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, SignedIn } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { EMPTY_PAGE, paginate } from '../../domain/page';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../http/url/links';
import {
  OrganizationDto,
  OrganizationInviteDto,
  OrganizationMemberDto,
  PatchOrganizationDto,
} from './dto/organization.dto';
import { presentMember, presentOrganization } from './organization.presenter';
import { OrganizationService } from './organization.service';

const NOT_FOUND = { description: "The organization is not the caller's own." };

@ApiTags('Organizations')
@Controller('api/v2/organizations')
export class OrganizationController {
  constructor(private readonly organizations: OrganizationService) {}

  @Get()
  @SignedIn()
  @ApiOperation({
    summary: "List the caller's organizations",
    description: 'Always one: the personal organization of the account.',
  })
  async listOrganizations(
    @CurrentActor() actor: UserActor,
    @PaginatedList(OrganizationDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    const own = await this.organizations.own(actor);
    return presentPage(page, paginate([own], page.window), (each) => presentOrganization(links, each));
  }

  @Get(':organization')
  @SignedIn()
  @ApiOperation({ summary: 'Get an organization' })
  @ApiOkResponse({ type: OrganizationDto })
  @ApiNotFoundResponse(NOT_FOUND)
  async getOrganization(
    @CurrentActor() actor: UserActor,
    @Param('organization') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentOrganization(links, await this.organizations.show(actor, uid));
  }

  @Patch(':organization')
  @SignedIn()
  @ApiOperation({
    summary: 'Update an organization',
    description:
      "Name, website and type are `organization`, `organization_website` and `organization_type` of the owner's profile.",
  })
  @ApiOkResponse({ type: OrganizationDto })
  @ApiBadRequestResponse({ description: 'Validation errors by field.' })
  @ApiNotFoundResponse(NOT_FOUND)
  async updateOrganization(
    @CurrentActor() actor: UserActor,
    @Param('organization') uid: string,
    @Body() body: PatchOrganizationDto,
    @ResponseLinks() links: Links,
  ) {
    return presentOrganization(links, await this.organizations.change(actor, uid, body.toInput()));
  }

  @Get(':organization/members')
  @SignedIn()
  @ApiOperation({ summary: 'List the members of an organization', description: 'Always one: the owner.' })
  @ApiNotFoundResponse(NOT_FOUND)
  async listOrganizationMembers(
    @CurrentActor() actor: UserActor,
    @Param('organization') uid: string,
    @PaginatedList(OrganizationMemberDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    const { owner } = await this.organizations.show(actor, uid);
    return presentPage(page, paginate([owner], page.window), (each) => presentMember(links, each));
  }

  @Get(':organization/members/:username')
  @SignedIn()
  @ApiOperation({ summary: 'Get a member of an organization' })
  @ApiOkResponse({ type: OrganizationMemberDto })
  @ApiNotFoundResponse({ description: "The organization is not the caller's own, or the user no member." })
  async getOrganizationMember(
    @CurrentActor() actor: UserActor,
    @Param('organization') uid: string,
    @Param('username') username: string,
    @ResponseLinks() links: Links,
  ) {
    return presentMember(links, await this.organizations.member(actor, uid, username));
  }

  @Get(':organization/invites')
  @SignedIn()
  @ApiOperation({
    summary: 'List invites to an organization',
    description: 'Always empty: organizations are personal.',
  })
  @ApiNotFoundResponse(NOT_FOUND)
  async listOrganizationInvites(
    @CurrentActor() actor: UserActor,
    @Param('organization') uid: string,
    @PaginatedList(OrganizationInviteDto) page: PageRequest,
  ) {
    await this.organizations.show(actor, uid);
    return presentPage(page, EMPTY_PAGE, () => ({}));
  }
}

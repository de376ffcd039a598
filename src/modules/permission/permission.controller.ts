import { Controller, Get, Header, Param } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Public } from '../../authorization/policy';
import { paginate } from '../../domain/page';
import { type Codename, CODENAMES } from '../../domain/permission/codename';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../http/url/links';
import { KnownSegment } from '../../http/validation/known-segment';
import { PermissionDto } from './dto/permission.dto';
import { presentPermission } from './permission.presenter';

const KnownCodename = KnownSegment((name) => CODENAMES.find((codename) => codename === name));

@ApiTags('Permissions')
@Controller('api/v2/permissions')
export class PermissionController {
  @Get()
  @Public()
  @Header('Allow', 'GET, HEAD, OPTIONS')
  @ApiOperation({ summary: 'List assignable permissions' })
  listPermissions(@PaginatedList(PermissionDto) page: PageRequest, @ResponseLinks() links: Links) {
    return presentPage(page, paginate(CODENAMES, page.window), (codename) =>
      presentPermission(links, codename),
    );
  }

  @Get(':codename')
  @Public()
  @Header('Allow', 'GET, HEAD, OPTIONS')
  @ApiOperation({ summary: 'Get a permission' })
  @ApiParam({ name: 'codename', enum: CODENAMES })
  @ApiOkResponse({ type: PermissionDto })
  @ApiNotFoundResponse({ description: 'The permission does not exist.' })
  getPermission(@ResponseLinks() links: Links, @Param('codename', KnownCodename) codename: Codename) {
    return presentPermission(links, codename);
  }
}

import { Controller, Get, Header, Param } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Public } from '../../authorization/policy';
import { cutPage } from '../../domain/page';
import { type Codename, CODENAMES } from '../../domain/permission/codename';
import { PageOf } from '../../http/pagination/page-of';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { CodenamePipe } from './codename.pipe';
import { PermissionDto } from './dto/permission.dto';
import { presentPermission } from './permission.presenter';

@ApiTags('Permissions')
@Controller('api/v2/permissions')
export class PermissionController {
  @Get()
  @Public()
  @Header('Allow', 'GET, HEAD, OPTIONS')
  @ApiOperation({ summary: 'The permissions that can be assigned' })
  list(@PageOf(PermissionDto) page: AskedPage, @AnswerLinks() links: Links) {
    return presentPage(page, cutPage(CODENAMES, page.window), (codename) =>
      presentPermission(links, codename),
    );
  }

  @Get(':codename')
  @Public()
  @Header('Allow', 'GET, HEAD, OPTIONS')
  @ApiOperation({ summary: 'One permission' })
  @ApiParam({ name: 'codename', enum: CODENAMES })
  @ApiOkResponse({ type: PermissionDto })
  @ApiNotFoundResponse({ description: 'There is no such permission.' })
  show(@AnswerLinks() links: Links, @Param('codename', CodenamePipe) codename: Codename) {
    return presentPermission(links, codename);
  }
}

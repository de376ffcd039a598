import { Controller, Get, Header, Param, Query } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Public } from '../../access/policy';
import { CODENAMES } from '../../domain/permission/codename';
import { presentEnvelope } from '../../http/pagination/envelope';
import { readPageWindow } from '../../http/pagination/page-window';
import type { Links } from '../../http/url/links';
import { AnswerLinks, RequestUrl } from '../../http/url/request-links';
import { CodenamePipe } from './codename.pipe';
import { PermissionDto, PermissionListDto } from './dto/permission.dto';
import { presentPermission } from './permission.presenter';
import type { Codename } from '../../domain/permission/codename';

@ApiTags('Permissions')
@Controller('api/v2/permissions')
export class PermissionController {
  @Get()
  @Public()
  @Header('Allow', 'GET, HEAD, OPTIONS')
  @ApiOperation({ summary: 'The permissions that can be assigned' })
  @ApiOkResponse({ type: PermissionListDto })
  list(@AnswerLinks() links: Links, @RequestUrl() url: URL, @Query() query: Record<string, unknown>) {
    const window = readPageWindow(query);
    const page = CODENAMES.slice(window.start, window.start + window.limit);
    return presentEnvelope(
      url,
      window,
      CODENAMES.length,
      page.map((codename) => presentPermission(links, codename)),
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

import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiConflictResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, SignedIn } from '../../../authorization/policy';
import type { UserActor } from '../../../domain/account/actor';
import { PaginatedList } from '../../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../../http/url/links';
import {
  CreateMigrationDto,
  MigrationDto,
  MigrationSourceDto,
  SourceAssetsDto,
} from './dto/migration-task.dto';
import { presentMigration, presentSource } from './migration-task.presenter';
import { MigrationTaskService } from './migration-task.service';
import { SourceReaderService } from './source-reader.service';

const NOT_FOUND = { description: 'The caller has no such migration.' };
const REFUSED = { description: 'The address, the credentials or an asset does not work.' };

@ApiTags('Migrations')
@Controller('api/v2/migrations')
export class MigrationTaskController {
  constructor(
    private readonly migrations: MigrationTaskService,
    private readonly sources: SourceReaderService,
  ) {}

  @Get()
  @SignedIn()
  @ApiOperation({ summary: 'List migrations', description: 'Migrations of the caller, newest first.' })
  async listMigrations(
    @CurrentActor() actor: UserActor,
    @PaginatedList(MigrationDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.migrations.list(actor, page.window), (task) =>
      presentMigration(links, task),
    );
  }

  @Post()
  @SignedIn()
  @ApiOperation({
    summary: 'Move assets from another server',
    description:
      'Starts a background task that moves assets of an account of KoboToolbox, fieldhouse or ODK Central, with submissions, to the account of the caller. Uids are kept; ODK Central has none, and its projects become collections. Repeated, it brings what is new, changed or deleted since. Each user may run one at a time. Poll it until its `status` is `complete` or `error`.',
  })
  @ApiCreatedResponse({ type: MigrationDto })
  @ApiBadRequestResponse(REFUSED)
  @ApiConflictResponse({ description: 'Another migration of the caller is running.' })
  async createMigration(
    @CurrentActor() actor: UserActor,
    @Body() body: CreateMigrationDto,
    @ResponseLinks() links: Links,
  ) {
    return presentMigration(links, await this.migrations.start(actor, body.toInput()));
  }

  @Post('sources')
  @HttpCode(200)
  @SignedIn()
  @ApiOperation({
    summary: 'List assets of another server',
    description:
      'Lists the assets that the account owns at KoboToolbox or fieldhouse, or the projects with published forms that it may see at ODK Central. Stores nothing.',
  })
  @ApiOkResponse({ type: SourceAssetsDto })
  @ApiBadRequestResponse(REFUSED)
  async listMigrationSource(@CurrentActor() actor: UserActor, @Body() body: MigrationSourceDto) {
    return presentSource(await this.sources.list(actor, body.toCredentials()));
  }

  @Get(':migration')
  @SignedIn()
  @ApiOperation({
    summary: 'Get a migration',
    description: 'Reports its progress; at the end, differences between the source and the replicas.',
  })
  @ApiOkResponse({ type: MigrationDto })
  @ApiNotFoundResponse(NOT_FOUND)
  async getMigration(
    @CurrentActor() actor: UserActor,
    @Param('migration') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentMigration(links, await this.migrations.show(actor, uid));
  }

  @Delete(':migration')
  @HttpCode(204)
  @SignedIn()
  @ApiOperation({
    summary: 'Cancel or delete a migration',
    description:
      'Deletes the task with its token and report, and cancels it if it is running. Moved assets stay.',
  })
  @ApiNoContentResponse({ description: 'Deleted.' })
  @ApiNotFoundResponse(NOT_FOUND)
  async deleteMigration(@CurrentActor() actor: UserActor, @Param('migration') uid: string) {
    await this.migrations.remove(actor, uid);
  }
}

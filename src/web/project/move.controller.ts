import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { CurrentActor, RequiresCsrfToken, SignedIn } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { isFinal } from '../../domain/task/task-status';
import { MigrationTaskService } from '../../modules/migration/task/migration-task.service';
import { SourceReaderService } from '../../modules/migration/task/source-reader.service';
import { textOf } from '../account/sign-in-form';
import { BrowserFiles } from '../page/browser-files';
import { handleForm } from '../page/handle-form';
import { presentRedirect, SINGLE_PAGE } from '../page/page';
import { PageController } from '../page/page-controller';
import { lineOf, type Sent } from '../page/sent-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { presentChoice } from './move-choice.page';
import { movePath } from './move-path';
import { presentMoveForm } from './move-form.page';
import { presentMove } from './move.page';

/** The API limits and checks them. */
function readAssets({ assets = [] }: Sent): string[] {
  return [assets].flat().map(String);
}

/** Moves projects from another server: address and token, choice of projects, progress, report. */
@PageController('projects/move')
export class MoveController {
  constructor(
    private readonly migrations: MigrationTaskService,
    private readonly sources: SourceReaderService,
    private readonly files: BrowserFiles,
  ) {}

  @Get()
  @SignedIn()
  async form(@CurrentActor() actor: UserActor, @CurrentVisitor() visitor: Visitor, @Query() query: Sent) {
    return presentMoveForm(visitor, await this.moves(actor), { source: lineOf(query, 'source'), query });
  }

  /** Lists the projects of the account there. */
  @Post()
  @SignedIn()
  @RequiresCsrfToken()
  choose(@CurrentActor() actor: UserActor, @CurrentVisitor() visitor: Visitor, @Body() body: Sent) {
    const credentials = () => ({ source: lineOf(body, 'source'), token: lineOf(body, 'token') });
    return handleForm(() => this.sources.list(actor, credentials()), {
      done: (account) => presentChoice(visitor, account, this.sources.seal(actor, credentials())),
      invalid: async (errors) =>
        presentMoveForm(visitor, await this.moves(actor), { errors, source: textOf(body['source']) }),
    });
  }

  @Post('start')
  @SignedIn()
  @RequiresCsrfToken()
  start(@CurrentActor() actor: UserActor, @CurrentVisitor() visitor: Visitor, @Body() body: Sent) {
    const sealed = lineOf(body, 'credentials');
    const start = async () => {
      const credentials = this.sources.unseal(actor, sealed);
      return this.migrations.start(actor, { ...credentials, assetUids: readAssets(body) });
    };
    return handleForm(start, {
      done: ({ uid }) => presentRedirect(movePath(`${uid}/`)),
      invalid: async (errors) => {
        if (errors.fields['assets'] === undefined)
          return presentMoveForm(visitor, await this.moves(actor), { errors, source: '' });
        const account = await this.sources.list(actor, this.sources.unseal(actor, sealed));
        return presentChoice(visitor, account, sealed, errors);
      },
    });
  }

  @Get(':move')
  @SignedIn()
  async show(
    @CurrentActor() actor: UserActor,
    @CurrentVisitor() visitor: Visitor,
    @Param('move') uid: string,
  ) {
    return presentMove(visitor, await this.migrations.show(actor, uid), this.files.tags('project'));
  }

  @Post(':move/delete')
  @SignedIn()
  @RequiresCsrfToken()
  async remove(@CurrentActor() actor: UserActor, @Param('move') uid: string) {
    const { status } = await this.migrations.show(actor, uid);
    await this.migrations.remove(actor, uid);
    return presentRedirect(movePath(`?done=${isFinal(status) ? 'deleted' : 'cancelled'}`));
  }

  private async moves(actor: UserActor) {
    return (await this.migrations.list(actor, SINGLE_PAGE)).items;
  }
}

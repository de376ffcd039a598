import { Body, Get, Param, Query } from '@nestjs/common';
import { CurrentActor, SignedIn } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import type { SourceCredentials, SourceKind } from '../../domain/migration/migration-task';
import { isFinal } from '../../domain/task/task-status';
import { RepeatableBody } from '../../http/body/incoming-body';
import { MigrationTaskService } from '../../modules/migration/task/migration-task.service';
import { SourceReaderService } from '../../modules/migration/task/source-reader.service';
import { BrowserFiles } from '../page/browser-files';
import { handleForm, lineOf, type Sent, textOf, PageController, PostForm } from '../page/handle-form';
import { presentRedirect, SINGLE_PAGE } from '../page/page';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { presentChoice, movePath, presentMoveForm } from './move-form.page';
import { presentMove } from './move.page';

/** The API limits and checks them. */
function readAssets({ assets = [] }: Sent): string[] {
  return [assets].flat().map(String);
}

function kindOf({ from }: Sent): SourceKind {
  return from === 'central' ? 'central' : 'kobo';
}

/** @throws InvalidError by field */
function readCredentials(body: Sent): SourceCredentials {
  const [from, source] = [kindOf(body), lineOf(body, 'source')];
  if (from === 'kobo') return { from, source, secret: { token: lineOf(body, 'token') } };
  // Spaces around a password belong to it.
  return { from, source, secret: { email: lineOf(body, 'email'), password: textOf(body['password']) } };
}

/** Moves projects from another server: address and credentials, choice of projects, progress, report. */
@PageController('projects/move')
export class MoveController {
  constructor(
    private readonly migrations: MigrationTaskService,
    private readonly sources: SourceReaderService,
    private readonly files: BrowserFiles,
  ) {}

  @Get()
  @SignedIn()
  async form(@CurrentVisitor() visitor: Visitor<UserActor>, @Query() query: Sent) {
    const values = { from: kindOf(query), source: lineOf(query, 'source'), query };
    return presentMoveForm(visitor, await this.moves(visitor.actor), values);
  }

  /** Lists the projects of the account there. */
  @PostForm()
  @SignedIn()
  choose(@CurrentVisitor() visitor: Visitor<UserActor>, @Body() body: Sent) {
    const credentials = () => readCredentials(body);
    return handleForm(() => this.sources.list(visitor.actor, credentials()), {
      done: (account) => presentChoice(visitor, account, this.sources.seal(visitor.actor, credentials())),
      invalid: async (errors) =>
        presentMoveForm(visitor, await this.moves(visitor.actor), {
          errors,
          from: kindOf(body),
          source: textOf(body['source']),
          email: textOf(body['email']),
        }),
    });
  }

  @PostForm('start')
  @SignedIn()
  start(@CurrentVisitor() visitor: Visitor<UserActor>, @RepeatableBody() body: Sent) {
    const sealed = lineOf(body, 'credentials');
    const start = async () => {
      const credentials = this.sources.unseal(visitor.actor, sealed);
      return this.migrations.start(visitor.actor, { ...credentials, assetUids: readAssets(body) });
    };
    return handleForm(start, {
      done: ({ uid }) => presentRedirect(movePath(`${uid}/`)),
      invalid: async (errors) => {
        if (errors.fields['assets'] === undefined)
          return presentMoveForm(visitor, await this.moves(visitor.actor), {
            errors,
            from: kindOf(body),
            source: '',
          });
        const account = await this.sources.list(visitor.actor, this.sources.unseal(visitor.actor, sealed));
        return presentChoice(visitor, account, sealed, errors);
      },
    });
  }

  @Get(':move')
  @SignedIn()
  async show(@CurrentVisitor() visitor: Visitor<UserActor>, @Param('move') uid: string) {
    return presentMove(visitor, await this.migrations.show(visitor.actor, uid), this.files.tags('project'));
  }

  @PostForm(':move/delete')
  @SignedIn()
  async remove(@CurrentActor() actor: UserActor, @Param('move') uid: string) {
    const { status } = await this.migrations.show(actor, uid);
    await this.migrations.remove(actor, uid);
    return presentRedirect(movePath(`?done=${isFinal(status) ? 'deleted' : 'cancelled'}`));
  }

  private async moves(actor: UserActor) {
    return (await this.migrations.list(actor, SINGLE_PAGE)).items;
  }
}

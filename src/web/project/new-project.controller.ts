import { Body, Get, Param } from '@nestjs/common';
import { CurrentActor, SignedIn } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { EXAMPLE_FORM } from '../../domain/content/example-form';
import { InvalidError } from '../../domain/errors';
import type { UploadedFile } from '../../domain/file/staged-file';
import { AcceptsFile } from '../../http/body/body-reader';
import { SentFile } from '../../http/body/uploaded-file';
import { AssetListService } from '../../modules/asset/asset-list.service';
import { type CreateAssetInput, NewAssetService } from '../../modules/asset/new-asset.service';
import { ImportService } from '../../modules/import/import.service';
import { BrowserFiles } from '../page/browser-files';
import { handleForm, lineOf, type Sent, textOf, PageController, PostForm } from '../page/handle-form';
import { presentRedirect, SINGLE_PAGE } from '../page/page';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { presentImport, type NewProject, presentNewProject } from './new-project.page';
import { readWorkbookForm, WORKBOOK_LIMITS } from './workbook-form';
import { projectPath } from './project-head';

const MAX_NAME_LENGTH = 255;

/** New projects: an empty form, from a workbook, the example, or the library. */
@PageController('projects')
export class NewProjectController {
  constructor(
    private readonly lists: AssetListService,
    private readonly newAssets: NewAssetService,
    private readonly imports: ImportService,
    private readonly files: BrowserFiles,
  ) {}

  @Get('new')
  @SignedIn()
  async form(@CurrentVisitor() visitor: Visitor<UserActor>) {
    return presentNewProject(visitor, await this.choices(visitor.actor));
  }

  @PostForm('new')
  @SignedIn()
  @AcceptsFile('file', WORKBOOK_LIMITS)
  async start(
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Body() body: Sent,
    @SentFile() file: UploadedFile | undefined,
  ) {
    const choices = await this.choices(visitor.actor);
    return handleForm(async () => this.imports.start(visitor.actor, readWorkbookForm(body, file)), {
      done: (uid) => presentRedirect(`/projects/imports/${uid}/`),
      invalid: (errors) => presentNewProject(visitor, choices, { errors, url: textOf(body['url']) }),
    });
  }

  @PostForm('new/example')
  @SignedIn()
  async example(@CurrentActor() actor: UserActor) {
    const input = { content: EXAMPLE_FORM };
    const { uid } = await this.newAssets.create(actor, { kind: 'blank', assetType: 'survey', input });
    return presentRedirect(projectPath(uid, 'form/?done=created'));
  }

  /** An empty form, in its editor. */
  @PostForm('new/blank')
  @SignedIn()
  async blank(@CurrentVisitor() visitor: Visitor<UserActor>, @Body() body: Sent) {
    const choices = await this.choices(visitor.actor);
    return handleForm(async () => this.newAssets.create(visitor.actor, readBlankForm(body)), {
      done: ({ uid }) => presentRedirect(projectPath(uid, 'form/edit/')),
      invalid: (errors) => presentNewProject(visitor, choices, { errors, name: textOf(body['name']) }),
    });
  }

  /** Copies a template, block, question or project. */
  @PostForm('new/clone')
  @SignedIn()
  async clone(@CurrentVisitor() visitor: Visitor<UserActor>, @Body() body: Sent) {
    const of = { assetUid: textOf(body['source']) };
    const choices = await this.choices(visitor.actor);
    return handleForm(
      () => this.newAssets.create(visitor.actor, { kind: 'clone', of, assetType: 'survey', input: {} }),
      {
        done: ({ uid }) => presentRedirect(projectPath(uid, 'form/?done=created')),
        invalid: (errors) => presentNewProject(visitor, choices, { errors }),
      },
    );
  }

  @Get('imports/:import')
  @SignedIn()
  async watch(@CurrentVisitor() visitor: Visitor<UserActor>, @Param('import') uid: string) {
    const scripts = this.files.tags('project');
    return presentImport(visitor, await this.imports.show(visitor.actor, uid), scripts);
  }

  private async choices(actor: UserActor): Promise<NewProject> {
    const filter = { scope: 'listed', assetType: 'template' } as const;
    const order = [{ by: 'name', descending: false }] as const;
    const { items } = await this.lists.minimalList(actor, filter, order, SINGLE_PAGE).read();
    return { templates: items, scripts: this.files.tags('project') };
  }
}

/** @throws InvalidError without a name */
function readBlankForm(body: Sent): CreateAssetInput {
  const name = lineOf(body, 'name', MAX_NAME_LENGTH);
  if (name === '') throw InvalidError.at('name', 'Enter a name for the project.');
  return { kind: 'blank', assetType: 'survey', input: { name, content: { survey: [] } } };
}

import { Body, Get, Query } from '@nestjs/common';
import { Requires, SignedIn } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { InvalidError } from '../../domain/errors';
import type { UploadedFile } from '../../domain/file/staged-file';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { AcceptsFile } from '../../http/body/body-reader';
import { SentFile } from '../../http/body/uploaded-file';
import { AssetListService } from '../../modules/asset/asset-list.service';
import { AssetService } from '../../modules/asset/asset.service';
import { NewAssetService } from '../../modules/asset/new-asset.service';
import { ImportService } from '../../modules/import/import.service';
import { BrowserFiles } from '../page/browser-files';
import {
  handleForm,
  type FormErrors,
  lineOf,
  PageController,
  PostForm,
  type Sent,
} from '../page/handle-form';
import { presentRedirect } from '../page/page';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { readWorkbookForm, WORKBOOK_LIMITS } from '../project/workbook-form';
import {
  Collections,
  LIBRARY_ORDER,
  libraryFilter,
  libraryPath,
  type LibraryQuery,
  readLibraryQuery,
  readUid,
} from './library-query';
import { presentLibrary } from './library.page';

const MAX_NAME_LENGTH = 255;

interface RefusedForm {
  readonly form: 'upload' | 'collection' | 'move';
  readonly sent: Sent;
  readonly errors: FormErrors;
}

/** Templates, blocks, questions and collections, from which projects start. */
@PageController('library')
export class LibraryController {
  constructor(
    private readonly lists: AssetListService,
    private readonly assets: AssetService,
    private readonly newAssets: NewAssetService,
    private readonly collections: Collections,
    private readonly imports: ImportService,
    private readonly files: BrowserFiles,
  ) {}

  @Get()
  @SignedIn()
  async list(@CurrentVisitor() visitor: Visitor<UserActor>, @Query() sent: Sent) {
    const query = readLibraryQuery(sent);
    const view = await this.view(visitor, query);
    return handleForm(() => this.read(visitor, query), {
      done: (page) => presentLibrary(visitor, { ...view, page }, { sent }),
      invalid: (errors) => presentLibrary(visitor, { ...view, page: undefined }, { errors, form: 'search' }),
    });
  }

  @PostForm('upload')
  @SignedIn()
  @AcceptsFile('file', WORKBOOK_LIMITS)
  upload(
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Body() body: Sent,
    @SentFile() file: UploadedFile | undefined,
  ) {
    const target = {
      library: true,
      ...(body['type'] === 'block' ? {} : { desiredType: 'template' as const }),
    };
    return handleForm(async () => this.imports.start(visitor.actor, readWorkbookForm(body, file, target)), {
      done: (uid) => presentRedirect(`/projects/imports/${uid}/`),
      invalid: (errors) => this.refuse(visitor, { form: 'upload', sent: body, errors }),
    });
  }

  @PostForm('collections')
  @SignedIn()
  create(@CurrentVisitor() visitor: Visitor<UserActor>, @Body() body: Sent) {
    return handleForm(async () => this.createCollection(visitor.actor, body), {
      done: ({ uid }) => presentRedirect(libraryPath({ collection: uid }, 'collection')),
      invalid: (errors) => this.refuse(visitor, { form: 'collection', sent: body, errors }),
    });
  }

  /** Moves an item to a collection, or out of one. */
  @PostForm(':uid/move')
  @Requires('change_asset', { see: 'view_asset', family: 'asset-detail' })
  move(
    access: AssetAccess<'change_asset'>,
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Body() body: Sent,
  ) {
    const parent = readUid(body['collection']);
    const from = readUid(body['from']);
    return handleForm(
      () => this.assets.update(visitor.actor, access, { parent: parent === '' ? null : parent }),
      {
        done: () => presentRedirect(libraryPath(from === '' ? {} : { collection: from }, 'moved')),
        invalid: (errors) => this.refuse(visitor, { form: 'move', sent: body, errors }),
      },
    );
  }

  /** @throws InvalidError without a name */
  private createCollection(actor: UserActor, body: Sent) {
    const name = lineOf(body, 'name', MAX_NAME_LENGTH);
    if (name === '') throw InvalidError.at('name', 'Enter a name for the collection.');
    return this.newAssets.create(actor, { kind: 'blank', assetType: 'collection', input: { name } });
  }

  private async refuse(visitor: Visitor<UserActor>, outcome: RefusedForm) {
    const query = readLibraryQuery({ collection: outcome.sent['from'] });
    const [view, page] = await Promise.all([this.view(visitor, query), this.read(visitor, query)]);
    return presentLibrary(visitor, { ...view, page }, outcome);
  }

  private read({ actor }: Visitor<UserActor>, query: LibraryQuery) {
    return this.lists.list(actor, libraryFilter(query), LIBRARY_ORDER, query.window).read();
  }

  private async view({ actor }: Visitor<UserActor>, query: LibraryQuery) {
    const collections = await this.collections.changeableBy(actor);
    return { query, collections, scripts: this.files.tags('project') };
  }
}

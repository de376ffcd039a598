import { Body, Get, Param } from '@nestjs/common';
import { Environment } from '../../config/environment';
import { SignedIn } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import type { UploadOptions } from '../../domain/entity/upload-plan';
import { DeniedError, InvalidError } from '../../domain/errors';
import type { UploadedFile } from '../../domain/file/staged-file';
import { AcceptsFile } from '../../http/body/body-reader';
import { SentFile } from '../../http/body/uploaded-file';
import { EntityListService, type ListRow } from '../../modules/entity/entity-list.service';
import { EntityUploadFileService } from '../../modules/entity/entity-upload-file.service';
import {
  type FormErrors,
  handleForm,
  lineOf,
  PageController,
  PostForm,
  type Sent,
  textOf,
} from '../page/handle-form';
import { presentRedirect } from '../page/page';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { listPath } from './entity-list.page';
import { presentUpload, presentUploadPreview } from './upload.page';

const MAX_PASTED_CHARACTERS = 1_000_000;

/** Uploads entries of a list from a spreadsheet: a file or pasted rows, a preview of what becomes of them, then storing. */
@PageController('library/lists/:list/upload')
export class UploadPageController {
  constructor(
    private readonly lists: EntityListService,
    private readonly uploads: EntityUploadFileService,
    private readonly environment: Environment,
  ) {}

  @Get()
  @SignedIn()
  async show(@CurrentVisitor() visitor: Visitor<UserActor>, @Param('list') uid: string) {
    return this.presentForm(visitor, await this.findWritable(visitor, uid));
  }

  @PostForm()
  @SignedIn()
  @AcceptsFile('file', { maxBytes: 'upload', text: 2 * MAX_PASTED_CHARACTERS })
  async preview(
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Param('list') uid: string,
    @Body() body: Sent,
    @SentFile() file: UploadedFile | undefined,
  ) {
    const list = await this.findWritable(visitor, uid);
    const preview = async () => {
      const pasted = lineOf(body, 'csv', MAX_PASTED_CHARACTERS);
      const hasFile = file !== undefined && file.staged.byteSize > 0;
      if (!hasFile && pasted === '') throw InvalidError.at('csv', 'Choose a file, or paste rows.');
      return this.uploads.preview(visitor.actor, uid, hasFile ? file.staged : pasted, optionsOf(list));
    };
    return handleForm(preview, {
      done: (found) => presentUploadPreview(visitor, list, found),
      invalid: (errors) => this.presentForm(visitor, list, { errors, pasted: textOf(body['csv']) }),
    });
  }

  @PostForm('store')
  @SignedIn()
  async store(@CurrentVisitor() visitor: Visitor<UserActor>, @Param('list') uid: string, @Body() body: Sent) {
    const list = await this.findWritable(visitor, uid);
    const ticket = textOf(body['ticket']);
    const leavesOut = body['new_columns'] === 'ignore';
    const options = leavesOut ? { ...optionsOf(list), newProperties: 'ignore' as const } : optionsOf(list);
    return handleForm(() => this.uploads.confirm(visitor.actor, uid, ticket, options), {
      done: ({ created, updated }) =>
        presentRedirect(`${listPath(uid)}?done=stored&created=${created}&updated=${updated}`),
      invalid: (errors) => this.refuse(visitor, list, ticket, errors),
    });
  }

  private presentForm(
    visitor: Visitor<UserActor>,
    list: ListRow,
    refused: { errors?: FormErrors; pasted?: string } = {},
  ) {
    return presentUpload(visitor, list, { ...refused, maxBytes: this.environment.MAX_UPLOAD_BYTES });
  }

  /** Shows the preview anew if the list was changed since. */
  private async refuse(visitor: Visitor<UserActor>, list: ListRow, ticket: string, errors: FormErrors) {
    if (!errors.isStale) return this.presentForm(visitor, list, { errors });
    const found = await this.uploads.previewAgain(visitor.actor, list.uid, ticket, optionsOf(list));
    return presentUploadPreview(visitor, list, found, errors);
  }

  /** @throws NotFoundError, DeniedError */
  private async findWritable({ actor }: Visitor<UserActor>, uid: string): Promise<ListRow> {
    const list = await this.lists.show(actor, uid);
    if (!list.writes) throw new DeniedError();
    return list;
  }
}

/** Only the owner adds properties. */
function optionsOf({ owns }: ListRow): UploadOptions {
  return { updates: true, newProperties: owns ? 'add' : 'ignore' };
}

import { Injectable } from '@nestjs/common';
import { readSubmissionQuery } from '../../domain/query/submission-query';
import { narrowedTo, scopeOf, type SubmissionScope } from '../../domain/query/submission-scope';
import { csvColumns, csvHead, csvRow } from '../../domain/submission/submission-csv';
import { Utf8Text } from '../../domain/text/utf8-text';
import { AccountService } from '../account/account.service';
import { type DeployedForm, DeployedFormService } from '../deployment/deployed-form.service';
import {
  type FoundPage,
  type PieceKind,
  type PieceRow,
  SubmissionPieceQuery,
} from './submission-piece.query';
import { type StreamedRow, SubmissionStreamQuery } from './submission-stream.query';
import { isNumericIn, type ReadAccess } from './submission.service';

/** All submissions of a scope as the bytes of text, a piece at a time. */
export interface SubmissionStream {
  readonly ownerUsername: string;
  readonly pieces: () => AsyncIterable<Uint8Array>;
}

/** Hands out all submissions at once, of any number, in little memory. */
@Injectable()
export class SubmissionStreamService {
  constructor(
    private readonly rows: SubmissionStreamQuery,
    private readonly pageRows: SubmissionPieceQuery,
    private readonly forms: DeployedFormService,
    private readonly accounts: AccountService,
  ) {}

  /** One JSON on each line, oldest first. @param query text of a filter, as the list takes it */
  async lines(access: ReadAccess, query: unknown): Promise<SubmissionStream> {
    const { scope, ownerUsername } = await this.open(access, query);
    return { ownerUsername, pieces: () => this.pieces(scope, (json) => `${json}\n`) };
  }

  /** A table with a column for each path that is answered; what is inside repeats stays JSON. */
  async table(access: ReadAccess, query: unknown): Promise<SubmissionStream> {
    const { form, scope, ownerUsername } = await this.open(access, query);
    const columns = csvColumns(form.questionPaths, await this.rows.answeredPaths(scope));
    return {
      ownerUsername,
      pieces: () => this.pieces(scope, (json) => csvRow(columns, json), csvHead(columns)),
    };
  }

  /** All submissions of a scope, oldest first, so many at a time; a batch is there until the next one is asked for. */
  async *batches(scope: SubmissionScope): AsyncIterable<readonly StreamedRow[]> {
    for (let last = 0; ;) {
      const rows = await this.rows.after(scope, last);
      if (rows.length === 0) return;
      last = rows.at(-1)!.id;
      yield rows;
      // What is dead and old may still point here; without its rows it keeps nothing from being collected at once.
      rows.length = 0;
    }
  }

  /** The rows of a page in its order, some at a time; what is gone is left out. */
  async *pageOf(
    scope: SubmissionScope,
    page: FoundPage,
    kind: PieceKind,
  ): AsyncIterable<readonly PieceRow[]> {
    for (let from = 0; from < page.ids.length;) {
      const { rows, place } = await this.pageRows.next(scope, page, kind, from);
      yield rows;
      from = place;
    }
  }

  count(scope: SubmissionScope): Promise<number> {
    return this.rows.count(scope);
  }

  private async open(
    access: ReadAccess,
    query: unknown,
  ): Promise<{ form: DeployedForm; scope: SubmissionScope; ownerUsername: string }> {
    const form = await this.forms.deployed(access);
    const scope = narrowedTo(scopeOf(access), readSubmissionQuery(query, isNumericIn(form)));
    return { form, scope, ownerUsername: await this.accounts.usernameOf(access.ownerId) };
  }

  /** What was read becomes bytes at once: as strings that wait it would be kept for long by the collector of garbage. */
  private async *pieces(
    scope: SubmissionScope,
    write: (json: string) => string,
    head = '',
  ): AsyncIterable<Uint8Array> {
    const text = new Utf8Text();
    text.append(head);
    yield text.take();
    for await (const rows of this.batches(scope)) {
      for (const { json } of rows) text.append(write(json));
      yield text.take();
    }
  }
}

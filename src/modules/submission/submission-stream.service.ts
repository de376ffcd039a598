import { Injectable } from '@nestjs/common';
import { readSubmissionQuery } from '../../domain/query/submission-query';
import { narrowedTo, scopeOf, type SubmissionScope } from '../../domain/query/submission-scope';
import { csvColumns, SubmissionCsv } from '../../domain/submission/submission-csv';
import { AccountService } from '../account/account.service';
import { type DeployedForm, DeployedFormService } from '../deployment/deployed-form.service';
import { AnsweredPathQuery } from './answered-path.query';
import {
  type FoundPage,
  type PieceKind,
  type PieceRow,
  SubmissionPieceQuery,
} from './submission-piece.query';
import { readAhead } from './read-ahead';
import {
  type FoundPiece,
  type StreamedPiece,
  SubmissionStreamQuery,
  type TakeJson,
} from './submission-stream.query';
import { isNumericIn, type ReadAccess } from './submission.service';

/** All submissions of a scope as the bytes of text, a piece at a time. */
export interface SubmissionStream {
  readonly ownerUsername: string;
  readonly pieces: () => AsyncIterable<Buffer>;
}

/** Hands out all submissions at once, of any number, in little memory. */
@Injectable()
export class SubmissionStreamService {
  constructor(
    private readonly rows: SubmissionStreamQuery,
    private readonly pageRows: SubmissionPieceQuery,
    private readonly paths: AnsweredPathQuery,
    private readonly forms: DeployedFormService,
    private readonly accounts: AccountService,
  ) {}

  /**
   * One JSON on each line, oldest first.
   * @param query text of a filter, as the list takes it
   * @param abandoned ends what a filter looks for
   */
  async lines(access: ReadAccess, query: unknown, abandoned: AbortSignal): Promise<SubmissionStream> {
    const { scope } = await this.open(access, query);
    const ownerUsername = await this.accounts.usernameOf(access.ownerId);
    return { ownerUsername, pieces: () => lines(this.all(scope, abandoned)) };
  }

  /** A table with a column for each path that is answered; what is inside repeats stays JSON. */
  async table(
    access: ReadAccess,
    query: unknown,
    abandoned: AbortSignal,
  ): Promise<() => AsyncIterable<Uint8Array>> {
    const { form, scope } = await this.open(access, query);
    const columns = csvColumns(form.questionPaths, await this.paths.within(scope, abandoned));
    return () => table(new SubmissionCsv(columns), this.all(scope, abandoned));
  }

  /** All submissions of a scope, oldest first, so many at a time, the next ones read while these are worked on. */
  found(scope: SubmissionScope): AsyncIterable<FoundPiece> {
    return readAhead(this.rows.found(scope));
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

  private all(scope: SubmissionScope, abandoned: AbortSignal): AsyncIterable<StreamedPiece> {
    return readAhead(this.rows.all(scope, abandoned));
  }

  private async open(
    access: ReadAccess,
    query: unknown,
  ): Promise<{ form: DeployedForm; scope: SubmissionScope }> {
    const form = await this.forms.deployed(access);
    return { form, scope: narrowedTo(scopeOf(access), readSubmissionQuery(query, isNumericIn(form))) };
  }
}

async function* lines(pieces: AsyncIterable<StreamedPiece>): AsyncIterable<Buffer> {
  for await (const piece of pieces) yield piece.lines();
}

async function* table(csv: SubmissionCsv, pieces: AsyncIterable<StreamedPiece>): AsyncIterable<Uint8Array> {
  const row: TakeJson = (bytes, start, end) => csv.row(bytes, start, end);
  yield csv.head();
  for await (const piece of pieces) {
    piece.each(row);
    yield csv.take();
  }
}

import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../domain/errors';
import {
  type Feature,
  type FeatureChoice,
  featureReader,
  type ReadFeature,
} from '../../domain/export/feature-reader';
import type { DataPage } from '../../domain/query/data-page';
import type { SubmissionPosition } from '../../domain/query/submission-position';
import { narrowedTo, scopeOf, type SubmissionScope } from '../../domain/query/submission-scope';
import { readSubmissionQuery } from '../../domain/query/submission-query';
import { bareInstance } from '../../domain/submission/bare-instance';
import { readSubmissionName } from '../../domain/submission/submission-name';
import { DeployedFormService } from '../deployment/deployed-form.service';
import { type PageIds, SubmissionPageQuery } from './submission-page.query';
import { SubmissionStreamService } from './submission-stream.service';
import { SubmissionQuery } from './submission.query';
import { isNumericIn, type ReadAccess } from './submission.service';

/** A page of submissions as they came, without declarations. */
export interface InstancePage {
  readonly count: number;
  /** Its last submission; undefined where no other follows. */
  readonly end: SubmissionPosition | undefined;
  readonly pieces: () => AsyncIterable<string>;
}

/** A page of submissions on a map. */
export interface FeaturePage {
  /** Of the asset. */
  readonly name: string;
  readonly pieces: () => AsyncIterable<Feature[]>;
}

/** Submissions in other forms than JSON. */
@Injectable()
export class SubmissionFormatService {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly pages: SubmissionPageQuery,
    private readonly streams: SubmissionStreamService,
    private readonly submissions: SubmissionQuery,
  ) {}

  /** @throws as `SubmissionService.page` does */
  async instances(access: ReadAccess, page: DataPage, abandoned: AbortSignal): Promise<InstancePage> {
    const scope = await this.scopeOf(access, page);
    const found = await this.pages.find(scope, page, abandoned);
    const pieces = () => this.instancePieces(scope, found.page);
    return { count: found.count, end: found.page.end, pieces };
  }

  /** The XML of one submission as it came. @throws NotFoundError */
  async instance(access: ReadAccess, name: string, asked: Pick<DataPage, 'query'>): Promise<string> {
    const scope = await this.scopeOf(access, asked);
    const xml = await this.submissions.findXml(scope, readSubmissionName(name));
    if (xml === undefined) throw new NotFoundError();
    return xml;
  }

  /** Those of a page that tell a place. @param question that says where; undefined: the first of the newest version */
  async features(
    access: ReadAccess,
    page: DataPage,
    question: string | undefined,
    abandoned: AbortSignal,
  ): Promise<FeaturePage> {
    const scope = await this.scopeOf(access, page);
    const { title, versions } = await this.forms.history(access);
    const read = featureReader({ title, versions }, choiceOf(page, question));
    const found = await this.pages.find(scope, page, abandoned);
    return { name: title, pieces: () => this.featurePieces(scope, found.page, read, page.start) };
  }

  /** One submission; without a geometry where it tells no place. @throws NotFoundError */
  async feature(
    access: ReadAccess,
    name: string,
    asked: Pick<DataPage, 'query' | 'projection'>,
    question: string | undefined,
  ): Promise<Feature> {
    const scope = await this.scopeOf(access, asked);
    const json = await this.submissions.findJson(scope, readSubmissionName(name), undefined);
    if (json === undefined) throw new NotFoundError();
    const read = featureReader(await this.forms.history(access), choiceOf(asked, question));
    return read(JSON.parse(json) as Readonly<Record<string, unknown>>, 1);
  }

  private async scopeOf(access: ReadAccess, { query }: Pick<DataPage, 'query'>): Promise<SubmissionScope> {
    const form = await this.forms.deployed(access);
    return narrowedTo(scopeOf(access), readSubmissionQuery(query, isNumericIn(form)));
  }

  private async *instancePieces(scope: SubmissionScope, page: PageIds): AsyncIterable<string> {
    for await (const rows of this.streams.pageOf(scope, page, 'xml')) {
      yield rows.map(({ text }) => bareInstance(text)).join('');
    }
  }

  private async *featurePieces(
    scope: SubmissionScope,
    page: PageIds,
    read: ReadFeature,
    before: number,
  ): AsyncIterable<Feature[]> {
    for await (const rows of this.streams.pageOf(scope, page, 'answers')) {
      yield rows
        .map(({ place, text }) =>
          read(JSON.parse(text) as Readonly<Record<string, unknown>>, before + place + 1),
        )
        .filter(({ geometry }) => geometry !== null);
    }
  }
}

function choiceOf({ projection }: Pick<DataPage, 'projection'>, question: string | undefined): FeatureChoice {
  return { question, fields: projection?.keys ?? [] };
}

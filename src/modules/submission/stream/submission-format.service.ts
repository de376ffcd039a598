import { Injectable } from '@nestjs/common';
import { orNotFound } from '../../../domain/errors';
import {
  type Feature,
  type FeatureSelection,
  featureOfSubmission,
  featureReader,
  type ReadFeatures,
} from '../../../domain/export/feature-reader';
import type { DataPage } from '../../../domain/query/data-page';
import type { SubmissionCursor } from '../../../domain/query/submission-order';
import {
  narrowScope,
  scopeOf,
  type SubmissionScope,
  readSubmissionQuery,
} from '../../../domain/query/submission-scope';
import { stripXmlDeclaration } from '../../../domain/submission/instance-document';
import { readSubmissionIdentifier } from '../../../domain/submission/instance-meta';
import { DeployedFormService } from '../../deployment/deployed-form.service';
import { type PageIds, SubmissionPageRepository } from '../read/submission-page.repository';
import { SubmissionStreamService } from './submission-stream.service';
import { SubmissionReadRepository } from '../read/submission-read.repository';
import { isNumericIn, type ReadAccess } from '../read/submission.service';

/** A page of instances, without XML declarations. */
export interface InstancePage {
  readonly count: number;
  readonly nextCursor: SubmissionCursor | undefined;
  readonly chunks: () => AsyncIterable<string>;
}

/** A page of submissions as JSON texts with markers. */
export interface RowPage {
  readonly count: number;
  readonly nextCursor: SubmissionCursor | undefined;
  readonly chunks: () => AsyncIterable<readonly string[]>;
}

export interface FeaturePage {
  readonly name: string;
  readonly chunks: () => AsyncIterable<Feature[]>;
}

@Injectable()
export class SubmissionFormatService {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly pages: SubmissionPageRepository,
    private readonly streams: SubmissionStreamService,
    private readonly submissions: SubmissionReadRepository,
  ) {}

  async instances(access: ReadAccess, page: DataPage, signal: AbortSignal): Promise<InstancePage> {
    const scope = await this.scopeOf(access, page);
    const found = await this.pages.find(scope, page, signal);
    const chunks = () => this.instanceChunks(scope, found.page);
    return { count: found.count, nextCursor: found.page.nextCursor, chunks };
  }

  /** As the JSON list, in chunks of bounded size. */
  async rows(access: ReadAccess, page: DataPage, signal: AbortSignal): Promise<RowPage> {
    const scope = await this.scopeOf(access, page);
    const found = await this.pages.find(scope, page, signal);
    const chunks = () => this.pages.jsonChunks(scope, found.page);
    return { count: found.count, nextCursor: found.page.nextCursor, chunks };
  }

  /** @throws NotFoundError */
  async instance(access: ReadAccess, name: string, options: Pick<DataPage, 'query'>): Promise<string> {
    const scope = await this.scopeOf(access, options);
    return orNotFound(await this.submissions.findXml(scope, readSubmissionIdentifier(name)));
  }

  /**
   * Locations of the submissions of a page, those in their repeats included.
   * @param question geo question; defaults to the first of the newest version or else of their own, and all inside repeats
   */
  async features(
    access: ReadAccess,
    page: DataPage,
    question: string | undefined,
    signal: AbortSignal,
  ): Promise<FeaturePage> {
    const scope = await this.scopeOf(access, page);
    const { title, versions } = await this.forms.history(access);
    const read = featureReader({ title, versions }, choiceOf(page, question));
    const found = await this.pages.find(scope, page, signal);
    return { name: title, chunks: () => this.featureChunks(scope, found.page, read, page.start) };
  }

  /** A submission; `geometry` is null without a location, a collection if all are in its repeats. @throws NotFoundError */
  async feature(
    access: ReadAccess,
    name: string,
    options: Pick<DataPage, 'query' | 'projection'>,
    question: string | undefined,
  ): Promise<Feature> {
    const scope = await this.scopeOf(access, options);
    const json = orNotFound(
      await this.submissions.findJson(scope, readSubmissionIdentifier(name), undefined),
    );
    const read = featureReader(await this.forms.history(access), choiceOf(options, question));
    return featureOfSubmission(read(JSON.parse(json) as Readonly<Record<string, unknown>>, 1));
  }

  private async scopeOf(access: ReadAccess, { query }: Pick<DataPage, 'query'>): Promise<SubmissionScope> {
    const form = await this.forms.getDeployed(access);
    return narrowScope(scopeOf(access), readSubmissionQuery(query, isNumericIn(form)));
  }

  private async *instanceChunks(scope: SubmissionScope, page: PageIds): AsyncIterable<string> {
    for await (const rows of this.streams.pageChunks(scope, page, 'xml')) {
      yield rows.map(({ text }) => stripXmlDeclaration(text)).join('');
    }
  }

  private async *featureChunks(
    scope: SubmissionScope,
    page: PageIds,
    read: ReadFeatures,
    start: number,
  ): AsyncIterable<Feature[]> {
    for await (const rows of this.streams.pageChunks(scope, page, 'answers')) {
      yield rows
        .flatMap(({ index, text }) => {
          const answers = JSON.parse(text) as Readonly<Record<string, unknown>>;
          return read({ ...answers, _id: page.ids[index] }, start + index + 1);
        })
        .filter(({ geometry }) => geometry !== null);
    }
  }
}

function choiceOf(
  { projection }: Pick<DataPage, 'projection'>,
  question: string | undefined,
): FeatureSelection {
  return { question, fields: projection?.keys ?? [] };
}

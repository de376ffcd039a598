import { Get } from '@nestjs/common';
import { Requires } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { RepeatableQuery } from '../../http/negotiation/query';
import { SubmissionFormatService } from '../../modules/submission/stream/submission-format.service';
import { handleForm } from '../page/handle-form';
import { PageController } from '../page/page-controller';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import type { Sent } from '../page/sent-form';
import { Projects } from '../project/project-head';
import { DataForms } from './data-forms';
import { dataPage, readDataQuery } from './data-query';
import { presentInvalidTable, presentUndeployed } from './data-table.page';
import { type GalleryPage, presentGallery } from './gallery.page';
import { answeredQuery, questionsOfKind } from './media-columns';
import { readDataRow } from './data-row';
import { AbortOnDisconnect } from '../../http/disconnect';

/** Submissions of a page, each with its pictures. */
const SUBMISSIONS = 25;

/** Pictures of a project. */
@PageController('projects/:uid/gallery')
export class GalleryController {
  constructor(
    private readonly projects: Projects,
    private readonly forms: DataForms,
    private readonly submissions: SubmissionFormatService,
  ) {}

  @Get()
  @Requires('view_submissions', { see: 'view_asset' })
  async show(
    access: AssetAccess<'view_submissions'>,
    @CurrentVisitor() visitor: Visitor,
    @RepeatableQuery() sent: Sent,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    const [project, form] = await Promise.all([
      this.projects.of(visitor.actor, access),
      this.forms.of(access),
    ]);
    if (form === undefined) return presentUndeployed(visitor, project, 'gallery');
    const query = { ...readDataQuery(form, sent), limit: SUBMISSIONS };
    const questions = questionsOfKind(form.columns, 'image', query.language);
    const chosen = questions.find(({ question }) => question.key === sent['question']);
    const page = { form, query, questions, chosen };
    return handleForm(() => this.find(access, page, signal), {
      done: (found) => presentGallery(visitor, project, { ...page, ...found }),
      invalid: (errors) => presentInvalidTable(visitor, project, errors),
    });
  }

  private async find(
    access: AssetAccess<'view_submissions'>,
    { query, questions, chosen, form }: Pick<GalleryPage, 'query' | 'questions' | 'chosen' | 'form'>,
    signal: AbortSignal,
  ): Promise<Pick<GalleryPage, 'count' | 'nextCursor' | 'pictures'>> {
    if (questions.length === 0) return { count: 0, nextCursor: undefined, pictures: [] };
    const shown = chosen === undefined ? questions : [chosen];
    const paths = new Set(shown.flatMap(({ question }) => question.paths));
    const page = dataPage({ ...query, query: answeredQuery(query.query, shown) }, form);
    const { count, nextCursor, chunks } = await this.submissions.rows(access, page, signal);
    const pictures: GalleryPage['pictures'][number][] = [];
    for await (const chunk of chunks()) {
      for (const json of chunk) {
        const row = readDataRow(json);
        for (const file of row.files.values()) {
          if (file.isImage && !file.isDeleted && paths.has(file.question)) pictures.push({ row, file });
        }
      }
    }
    return { count, nextCursor, pictures };
  }
}

import { Get } from '@nestjs/common';
import { Requires } from '../../authorization/policy';
import { Environment } from '../../config/environment';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { RepeatableQuery } from '../../http/negotiation/query';
import { BrowserFiles } from '../page/browser-files';
import { PageController } from '../page/page-controller';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import type { Sent } from '../page/sent-form';
import { Projects } from '../project/project-head';
import { DataForms } from './data-forms';
import { readDataQuery } from './data-query';
import { presentUndeployed } from './data-table.page';
import { mapTiles } from '../../config/map-tiles';
import { presentMap } from './map.page';
import { questionsOfKind } from './media-columns';

/** Map of a project; its script reads the places from the API. */
@PageController('projects/:uid/map')
export class MapController {
  constructor(
    private readonly projects: Projects,
    private readonly forms: DataForms,
    private readonly files: BrowserFiles,
    private readonly environment: Environment,
  ) {}

  @Get()
  @Requires('view_submissions', { see: 'view_asset' })
  async show(
    access: AssetAccess<'view_submissions'>,
    @CurrentVisitor() visitor: Visitor,
    @RepeatableQuery() sent: Sent,
  ) {
    const [project, form] = await Promise.all([
      this.projects.of(visitor.actor, access),
      this.forms.of(access),
    ]);
    if (form === undefined) return presentUndeployed(visitor, project, 'map');
    const query = readDataQuery(form, sent);
    const questions = questionsOfKind(form.columns, 'place', query.language);
    const chosen = questions.find(({ question }) => question.key === sent['question']) ?? questions[0];
    const scripts = this.files.tags('map');
    return presentMap(visitor, project, {
      form,
      query,
      questions,
      chosen,
      tiles: mapTiles(this.environment),
      scripts,
    });
  }
}

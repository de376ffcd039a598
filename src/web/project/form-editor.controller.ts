import { Get } from '@nestjs/common';
import { Requires } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { t } from '../../language/message';
import { BrowserFiles } from '../page/browser-files';
import { needsScripts } from '../page/components';
import { PageController } from '../page/handle-form';
import { html, type Html } from '../page/html';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { editorTexts } from './form-editor-texts';
import { type Project, presentProjectPage, projectName, Projects, projectPath } from './project-head';

/** Editor of the form of a project; its script reads and saves the content by the API (decision 176). */
@PageController('projects/:uid')
export class FormEditorController {
  constructor(
    private readonly projects: Projects,
    private readonly files: BrowserFiles,
  ) {}

  @Get('form/edit')
  @Requires('change_asset', { see: 'view_asset', family: 'asset-detail' })
  async edit(access: AssetAccess<'change_asset'>, @CurrentVisitor() visitor: Visitor) {
    const project = await this.projects.of(visitor.actor, access);
    return presentFormEditor(visitor, project, this.files.tags('form-editor'));
  }
}

function presentFormEditor(visitor: Visitor, project: Project, scripts: Html) {
  const { uid } = project;
  const form = projectPath(uid, 'form/');
  const body = html`<div
    id="form-editor"
    data-uid="${uid}"
    data-form="${form}"
    data-title="${projectName(project)}"
  >
    <p class="soft" role="status">${t('Loading the form …')}</p>
    ${needsScripts(t('The editor needs JavaScript. Without it, download the form as XLSForm and upload it again.'))}
  </div>`;
  return presentProjectPage(visitor, project, {
    tab: 'form',
    title: t('Edit the form'),
    body,
    scripts,
    scriptTexts: editorTexts(),
    wide: true,
    usesFetch: true,
    hasFrames: true,
  });
}

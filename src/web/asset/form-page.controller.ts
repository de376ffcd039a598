import { Get, Param } from '@nestjs/common';
import { Requires, AccessInService } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { AssetFormService, type RenderedForm } from '../../modules/asset/asset-form.service';
import { PageController } from '../page/handle-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { type SnapshotXForm, SnapshotService } from '../../modules/web-form/snapshot/snapshot.service';
import { html, type Html } from '../page/html';
import type { Tab } from '../page/navigation';
import { joinedText } from '../../language/format';
import { type Text, t } from '../../language/message';
import { presentHtmlPage } from '../page/page';
import { projectName, projectPath } from '../project/project-head';

/** The form as text tables (contract-assets 2.8). */
function presentTablePage(visitor: Visitor, form: RenderedForm) {
  return presentFormPage(visitor, form, {
    title: t('Table'),
    description: t('The sheets of the form as tables.'),
  });
}

function presentXFormPage(visitor: Visitor, form: RenderedForm) {
  return presentFormPage(visitor, form, xformTexts());
}

export function presentSnapshotPage(visitor: Visitor, { uid, assetUid, name, xml }: SnapshotXForm) {
  const links = html`<a class="button quiet" href="/api/v2/asset_snapshots/${uid}.xml"
    >${t('Download as XForm')}</a
  >`;
  return presentSource(visitor, {
    ...xformTexts(),
    asset: assetUid === undefined ? undefined : { uid: assetUid, name },
    name: name === '' ? uid : name,
    source: xml,
    links,
  });
}

const xformTexts = () => ({ title: 'XForm', description: t('The XForm, as collector apps load it.') });

function presentFormPage(
  visitor: Visitor,
  { uid, name, rendering }: RenderedForm,
  text: Pick<SourceView, 'title' | 'description'>,
) {
  const links = html`<a class="button quiet" href="/api/v2/assets/${uid}.xls">${t('Download as XLSForm')}</a>
    <a class="button quiet" href="/api/v2/assets/${uid}.xml">${t('Download as XForm')}</a>`;
  const asset = { uid, name };
  return presentSource(visitor, { ...text, asset, name: projectName(asset), source: rendering, links });
}

interface SourceView {
  readonly title: Text;
  readonly description: Text;
  /** Subject of the pages above it; undefined for a snapshot without an asset. */
  readonly asset: { readonly uid: string; readonly name: string } | undefined;
  readonly name: string;
  readonly source: Uint8Array;
  readonly links: Html;
}

/** KoboToolbox's application shows the content of the element of class `pygment` as its own page. */
function presentSource(visitor: Visitor, { title, description, asset, name, source, links }: SourceView) {
  const trail: readonly Tab[] =
    asset === undefined
      ? []
      : [
          { path: '/projects/', name: t('Projects') },
          { path: projectPath(asset.uid), name },
          { path: projectPath(asset.uid, 'form/'), name: t('Form') },
        ];
  const body = html`<div class="sheet">
    <p class="soft">${description}</p>
    <div class="pygment">
      <pre class="source" tabindex="0" id="source">${Buffer.from(source).toString()}</pre>
    </div>
    <p class="hint" id="copy-status" role="status"></p>
    <div class="buttons">
      <button type="button" data-copy="source" data-status="copy-status" hidden>${t('Copy')}</button>
      ${links}
    </div>
  </div>`;
  const head = { title, trail, label: title };
  return presentHtmlPage(visitor, {
    title: joinedText([title, name], ' · '),
    section: 'projects',
    head,
    body,
  });
}

/** HTML views of a form, linked from every asset (`xls_link`, `xform_link`, `embeds`). */
@PageController('api/v2/assets/:uid')
export class FormPageController {
  constructor(private readonly forms: AssetFormService) {}

  @Get(['table_view', 'xls'])
  @Requires('view_asset', { family: 'asset-detail' })
  async table(access: AssetAccess<'view_asset'>, @CurrentVisitor() visitor: Visitor) {
    return presentTablePage(visitor, await this.forms.table(access));
  }

  @Get('xform')
  @Requires('view_asset', { family: 'asset-detail' })
  async xform(access: AssetAccess<'view_asset'>, @CurrentVisitor() visitor: Visitor) {
    return presentXFormPage(visitor, await this.forms.xform(access));
  }
}

@PageController('api/v2/asset_snapshots/:snapshot')
export class SnapshotPageController {
  constructor(private readonly snapshots: SnapshotService) {}

  @Get('xform')
  @AccessInService('view_asset')
  async xform(@Param('snapshot') uid: string, @CurrentVisitor() visitor: Visitor) {
    return presentSnapshotPage(visitor, await this.snapshots.getXForm(visitor.actor, uid));
  }
}

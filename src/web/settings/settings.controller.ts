import { Body, Get, Param, Query } from '@nestjs/common';
import { CurrentActor, Requires } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import type { UploadedFile } from '../../domain/file/staged-file';
import { orNotFound } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { JsonObject } from '../../domain/text/json-members';
import { isSharing } from '../../domain/sharing/data-sharing';
import { RepeatableBody } from '../../http/body/incoming-body';
import { AcceptsFile } from '../../http/body/body-reader';
import { SentFile } from '../../http/body/uploaded-file';
import type { Reply } from '../../http/reply';
import { AssetListService } from '../../modules/asset/asset-list.service';
import { type AssetState, AssetService } from '../../modules/asset/asset.service';
import { AssetFileService } from '../../modules/media/asset-file.service';
import { PairedDataService } from '../../modules/submission/paired-data/paired-data.service';
import { PermissionService } from '../../modules/permission/permission.service';
import {
  type FormErrors,
  handleForm,
  isChecked,
  lineOf,
  type Sent,
  textOf,
  PageController,
  PostForm,
} from '../page/handle-form';
import { presentRedirect, SINGLE_PAGE } from '../page/page';
import { checkOf } from '../page/stale-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { type Project, Projects } from '../project/project-head';
import {
  detailsOf,
  detailValues,
  readDetails,
  readFields,
  readMediaForm,
  readProjectUid,
  settingsOf,
  sharingValues,
} from './settings-form';
import { presentSettings, type RefusedSettings, type SettingsContent } from './settings.page';
import { type SettingsPart, settingsPath } from './settings-tabs';

type EditAccess = AssetAccess<'change_asset'>;

interface Editing {
  readonly visitor: Visitor<UserActor>;
  readonly access: EditAccess;
  readonly part: SettingsPart;
  readonly form?: RefusedSettings['form'];
  readonly body: Sent;
}

const SHARING = { scope: 'listed', assetType: 'survey', search: 'data_sharing__enabled:true' } as const;

/** Settings of a project: details, media files, connected projects. */
@PageController('projects/:uid/settings')
export class SettingsController {
  constructor(
    private readonly projects: Projects,
    private readonly assets: AssetService,
    private readonly lists: AssetListService,
    private readonly files: AssetFileService,
    private readonly pairedData: PairedDataService,
    private readonly permissions: PermissionService,
  ) {}

  @Get()
  @Requires('change_asset', { see: 'view_asset', family: 'asset-detail' })
  async show(access: EditAccess, @CurrentVisitor() visitor: Visitor<UserActor>, @Query() query: Sent) {
    const { project, content } = await this.read(visitor.actor, access, '');
    return presentSettings(visitor, project, content, { query });
  }

  @Get('media')
  @Requires('change_asset', { see: 'view_asset' })
  async showMedia(access: EditAccess, @CurrentVisitor() visitor: Visitor<UserActor>, @Query() query: Sent) {
    const { project, content, viewing } = await this.read(visitor.actor, access, 'media/');
    const warnings = await this.files.warnings(viewing, textOf(query['file']));
    return presentSettings(visitor, project, content, { query, warnings });
  }

  @Get('pairs')
  @Requires('change_asset', { see: 'view_asset' })
  async showPairs(access: EditAccess, @CurrentVisitor() visitor: Visitor<UserActor>, @Query() query: Sent) {
    const { project, content } = await this.read(visitor.actor, access, 'pairs/');
    return presentSettings(visitor, project, content, { query });
  }

  @PostForm('details')
  @Requires('change_asset', { see: 'view_asset' })
  save(access: EditAccess, @CurrentVisitor() visitor: Visitor<UserActor>, @RepeatableBody() body: Sent) {
    return this.handle({ visitor, access, part: '', body }, 'saved', async () => {
      const details = readDetails(body);
      const { assetType } = await this.projects.of(visitor.actor, access);
      const isSurvey = assetType === 'survey';
      const check = checkOf<AssetState>(body, detailValues(details, isSurvey), ({ name, settings }) =>
        detailValues(detailsOf(name, settings), isSurvey),
      );
      const settings = isSurvey ? { settings: settingsOf(details) } : {};
      await this.assets.update(visitor.actor, access, { name: details.name, ...settings }, check);
    });
  }

  @PostForm('media')
  @Requires('change_asset', { see: 'view_asset' })
  @AcceptsFile('content', { maxBytes: 'upload', text: 'ordinary' })
  upload(
    access: EditAccess,
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Body() body: Sent,
    @SentFile() part: UploadedFile | undefined,
  ) {
    return this.handle(
      { visitor, access, part: 'media/', body },
      ({ uid, warnings }) => (warnings.length === 0 ? 'uploaded' : `uploaded&file=${uid}`),
      async () => this.files.add(visitor.actor, access, readMediaForm(body, part)),
    );
  }

  @PostForm('media/:file/delete')
  @Requires('change_asset', { see: 'view_asset' })
  async removeFile(access: EditAccess, @CurrentActor() actor: UserActor, @Param('file') uid: string) {
    await this.files.remove(actor, access, uid);
    return presentRedirect(`${settingsPath({ uid: access.assetUid }, 'media/')}?done=removed`);
  }

  @PostForm('pairs/sharing')
  @Requires('change_asset', { see: 'view_asset' })
  share(access: EditAccess, @CurrentVisitor() visitor: Visitor<UserActor>, @Body() body: Sent) {
    return this.handle({ visitor, access, part: 'pairs/', form: 'sharing', body }, 'shared', async () => {
      const { dataSharing } = await this.projects.of(visitor.actor, access);
      const { fields = [] } = JSON.parse(dataSharing) as { fields?: unknown };
      const enabled = isChecked(body, 'enabled');
      const check = checkOf<AssetState>(body, sharingValues(enabled), (stored) =>
        sharingValues(isSharing(stored.dataSharing)),
      );
      await this.assets.update(visitor.actor, access, { dataSharing: { enabled, fields } }, check);
    });
  }

  @PostForm('pairs')
  @Requires('change_asset', { see: 'view_asset' })
  connect(access: EditAccess, @CurrentVisitor() visitor: Visitor<UserActor>, @Body() body: Sent) {
    return this.handle({ visitor, access, part: 'pairs/', body }, 'connected', async () =>
      this.pairedData.create(visitor.actor, access, {
        source: readProjectUid(body),
        fields: readFields(body),
        filename: lineOf(body, 'filename'),
      }),
    );
  }

  @PostForm('pairs/:pair/delete')
  @Requires('change_asset', { see: 'view_asset' })
  async disconnect(access: EditAccess, @CurrentActor() actor: UserActor, @Param('pair') uid: string) {
    await this.pairedData.remove(actor, access, uid);
    return presentRedirect(`${settingsPath({ uid: access.assetUid }, 'pairs/')}?done=disconnected`);
  }

  private handle<Result>(
    { visitor, access, part, form = 'other', body }: Editing,
    done: string | ((result: Result) => string),
    action: () => Promise<Result>,
  ): Promise<Reply<unknown>> {
    return handleForm(action, {
      done: (result) => {
        const query = typeof done === 'string' ? done : done(result);
        return presentRedirect(`${settingsPath({ uid: access.assetUid }, part)}?done=${query}`);
      },
      invalid: async (errors: FormErrors) => {
        const { project, content } = await this.read(visitor.actor, access, part);
        return presentSettings(visitor, project, content, { refused: { form, errors, body } });
      },
    });
  }

  private async read(actor: UserActor, access: EditAccess, part: SettingsPart) {
    const viewing = orNotFound(await this.permissions.authorize(actor, access.assetUid, 'view_asset'));
    const project = await this.projects.of(actor, access);
    return { project, viewing, content: await this.contentOf(actor, viewing, { project, part }) };
  }

  private async contentOf(
    actor: UserActor,
    viewing: AssetAccess<'view_asset'>,
    { project, part }: { project: Project; part: SettingsPart },
  ): Promise<SettingsContent> {
    switch (part) {
      case '':
        return { part, details: detailsOf(project.name, JSON.parse(project.settings) as JsonObject) };
      case 'media/':
        return { part, files: (await this.files.list(viewing, undefined, SINGLE_PAGE)).items };
      case 'pairs/': {
        const [sources, pairs] = await Promise.all([
          this.lists.minimalList(actor, SHARING, [{ by: 'name', descending: false }], SINGLE_PAGE).read(),
          this.pairedData.list(actor, viewing, SINGLE_PAGE),
        ]);
        return {
          part,
          pairs: pairs.items,
          sources: sources.items.filter(({ uid }) => uid !== project.uid),
          shares: isSharing(JSON.parse(project.dataSharing) as Record<string, unknown>),
        };
      }
    }
  }
}

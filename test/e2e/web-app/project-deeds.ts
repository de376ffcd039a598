import { eventually } from '../../support/eventually';
import { EXPORT_DEFAULTS } from '../../factories/export.factory';
import {
  type Deed,
  ASSETS,
  APPROVED,
  HIDDEN,
  at,
  asset,
  user,
  permission,
  pathOf,
  post,
  patch,
  get,
  remove,
} from './deed';

/** Writes to a project that screens of the web application offer, with the bodies that it sends. */
export const PROJECT_DEEDS: Readonly<Record<string, Deed>> = {
  'save a form': {
    refusedWith: HIDDEN,
    run: async (session, project) => {
      const { version_id: before } = await get(session, at(project));
      const content = JSON.stringify({
        survey: [{ type: 'text', name: 'q', label: ['Q'], $kuid: 'abcd1234' }],
      });
      const body = await patch(session, at(project), { name: 'Renamed', content });
      expect(body).toMatchObject({ name: 'Renamed', content: { survey: [{ name: 'q' }] } });
      expect(body.version_id).not.toBe(before);
    },
  },
  'deploy a form': {
    refusedWith: HIDDEN,
    run: async (session, { draft }) => {
      const body = await post(session, `${ASSETS}${draft}/deployment/`, { active: true });
      expect(body.asset).toMatchObject({ has_deployment: true, deployment__active: true });
    },
  },
  'redeploy a form': {
    refusedWith: HIDDEN,
    run: async (session, project) => {
      const { version_id } = await patch(session, at(project), { name: 'Second' });
      const body = await patch(session, at(project, 'deployment/'), { active: true, version_id });
      expect(body.asset.deployed_version_id).toBe(version_id);
    },
  },
  'archive and unarchive': {
    refusedWith: HIDDEN,
    run: async (session, project) => {
      const { asset: archived } = await patch(session, at(project, 'deployment/'), { active: false });
      expect(archived.deployment__active).toBe(false);
      const payload = { asset_uids: [project.uid], action: 'unarchive' };
      await post(session, `${ASSETS}bulk/`, { payload });
      expect(await get(session, at(project))).toMatchObject({ deployment__active: true });
    },
  },
  'set and clear a validation status': {
    refusedWith: HIDDEN,
    run: async (session, project) => {
      const target = at(project, `data/${project.ids[0]}/validation_status/`);
      await patch(session, target, { 'validation_status.uid': APPROVED });
      expect(await get(session, target)).toMatchObject({ uid: APPROVED });
      await remove(session, target);
      expect(await get(session, target)).toEqual({});
    },
  },
  'set the validation status of many': {
    refusedWith: HIDDEN,
    run: async (session, project) => {
      const payload = { submission_ids: project.ids, 'validation_status.uid': APPROVED };
      await patch(session, at(project, 'data/validation_statuses/'), { payload });
      const query = `{"_validation_status.uid":"${APPROVED}"}`;
      expect(await get(session, at(project, `data/?query=${query}`))).toMatchObject({ count: 2 });
      await remove(session, at(project, 'data/validation_statuses/'), {
        payload: { submission_ids: project.ids, 'validation_status.uid': null },
      });
      expect(await get(session, at(project, `data/?query=${query}`))).toMatchObject({ count: 0 });
    },
  },
  'edit, duplicate and delete submissions': {
    refusedWith: HIDDEN,
    run: async (session, project) => {
      const [first, second] = project.ids;
      const payload = { submission_ids: [first], data: { 'person/name': 'Eve' } };
      await patch(session, at(project, 'data/bulk/'), { payload });
      expect(await get(session, at(project, `data/${first}/`))).toMatchObject({ 'person/name': 'Eve' });
      const { _id: copy } = await post(session, at(project, `data/${first}/duplicate/`), {});
      await remove(session, at(project, `data/${copy}/`));
      await remove(session, at(project, 'data/bulk/'), { payload: { submission_ids: [first, second] } });
      expect(await get(session, at(project, 'data/'))).toMatchObject({ count: 0 });
    },
  },
  'change settings of a project': {
    refusedWith: HIDDEN,
    run: async (session, project) => {
      const settings = JSON.stringify({
        description: 'All wells',
        sector: { label: 'Health', value: 'Health' },
        country: [{ label: 'France', value: 'FRA' }],
        'share-metadata': false,
      });
      expect(await patch(session, at(project), { name: 'Wells', settings })).toMatchObject({
        name: 'Wells',
        settings: { description: 'All wells', country_codes: ['FRA'] },
      });
    },
  },
  'style tables, reports and maps': {
    refusedWith: HIDDEN,
    run: async (session, project) => {
      await patch(session, at(project), { settings: { 'data-table': { 'frozen-column': 'person/name' } } });
      const { report_styles } = await get(session, at(project));
      await patch(session, at(project), { report_styles: JSON.stringify(report_styles) });
      await patch(session, at(project), { report_custom: JSON.stringify({ crid1: { name: 'Mine' } }) });
      const body = await patch(session, at(project), { map_styles: { colorSet: 'a', querylimit: '1000' } });
      expect(body).toMatchObject({
        map_styles: { colorSet: 'a' },
        report_custom: { crid1: { name: 'Mine' } },
      });
    },
  },
  'delete a project': {
    refusedWith: HIDDEN,
    run: async (session, project) => {
      await remove(session, at(project));
      expect((await session.send('GET', at(project))).status).toBe(404);
    },
  },
  'delete projects at once': {
    refusedWith: [403],
    run: async (session, project) => {
      const payload = { asset_uids: [project.uid, project.draft], action: 'delete' };
      await post(session, `${ASSETS}bulk/`, { payload });
      expect((await session.send('GET', at(project))).status).toBe(404);
    },
  },
  'share with a user and stop': {
    refusedWith: HIDDEN,
    run: async (session, project) => {
      const body = await post(session, at(project, 'permission-assignments/'), {
        user: user(project, 'editor'),
        permission: permission(project, 'change_submissions'),
      });
      await get(project.editor, at(project, 'data/'));
      await remove(session, pathOf(body.url));
    },
  },
  'share with some rights on some submissions': {
    refusedWith: HIDDEN,
    run: async (session, project) => {
      await post(session, at(project, 'permission-assignments/bulk/'), [
        { user: user(project, 'editor'), permission: permission(project, 'view_asset') },
        {
          user: user(project, 'editor'),
          permission: permission(project, 'partial_submissions'),
          partial_permissions: [
            {
              url: permission(project, 'view_submissions'),
              filters: [{ _submitted_by: { $in: ['somebody'] } }],
            },
          ],
        },
      ]);
      expect(await get(project.editor, at(project, 'data/'))).toMatchObject({ count: 0 });
    },
  },
  'switch on submissions without sign-in': {
    refusedWith: HIDDEN,
    run: async (session, project) => {
      const body = await post(session, at(project, 'permission-assignments/'), {
        user: user(project, 'AnonymousUser'),
        permission: permission(project, 'add_submissions'),
      });
      await remove(session, pathOf(body.url));
    },
  },
  'copy the team of another project': {
    refusedWith: HIDDEN,
    run: async (session, project) => {
      await post(session, `${ASSETS}${project.draft}/permission-assignments/`, {
        user: user(project, 'editor'),
        permission: permission(project, 'view_asset'),
      });
      await patch(session, at(project, 'permission-assignments/clone/'), { clone_from: project.draft });
      await get(project.editor, at(project));
    },
  },
  'register a REST service': {
    refusedWith: HIDDEN,
    run: async (session, project) => {
      const hook = {
        name: 'Elsewhere',
        endpoint: 'https://example.org/in',
        active: false,
        subset_fields: ['person/name'],
        email_notification: true,
        export_type: 'json',
        auth_level: 'basic_auth',
        settings: { username: 'ann', password: 'secret', custom_headers: { 'X-One': '1' } },
        payload_template: '',
      };
      const { uid } = await post(session, at(project, 'hooks/'), hook);
      expect(await patch(session, at(project, `hooks/${uid}/`), { ...hook, name: 'There' })).toMatchObject({
        name: 'There',
      });
      await remove(session, at(project, `hooks/${uid}/`));
    },
  },
  'export and delete the export': {
    refusedWith: HIDDEN,
    run: async (session, project) => {
      const { uid } = await post(session, at(project, 'exports/'), {
        ...EXPORT_DEFAULTS,
        type: 'xls',
        fields: [],
        flatten: true,
        xls_types_as_text: false,
        include_media_url: true,
      });
      const target = at(project, `exports/${uid}/`);
      await eventually(
        () => get(session, target),
        ({ status }: { status: string }) => status === 'complete',
      );
      await remove(session, target);
    },
  },
  'save settings of an export': {
    refusedWith: HIDDEN,
    run: async (session, project) => {
      const setting = { name: 'Weekly', export_settings: EXPORT_DEFAULTS };
      const { uid } = await post(session, at(project, 'export-settings/'), setting);
      const target = at(project, `export-settings/${uid}/`);
      expect(await patch(session, target, { ...setting, name: 'Daily' })).toMatchObject({ name: 'Daily' });
      await remove(session, target);
    },
  },
  'upload and delete a media file': {
    refusedWith: HIDDEN,
    run: async (session, project) => {
      const { uid } = await post(session, at(project, 'files/'), {
        description: 'default',
        file_type: 'form_media',
        metadata: JSON.stringify({ filename: 'villages.csv' }),
        base64Encoded: `data:text/csv;base64,${Buffer.from('name,label\n').toString('base64')}`,
      });
      await remove(session, at(project, `files/${uid}/`));
      const { body } = await session.expectOk('POST', at(project, 'files/'), {
        form: {
          description: 'Borders',
          file_type: 'map_layer',
          metadata: JSON.stringify({ filename: 'borders.kml' }),
          content: new File(['<kml/>'], 'borders.kml'),
        },
      });
      await remove(session, at(project, `files/${body.uid}/`));
    },
  },
  'connect another project': {
    refusedWith: HIDDEN,
    run: async (session, project) => {
      await patch(session, at(project), { data_sharing: { enabled: true, fields: [] } });
      const { uid: target } = await post(session, ASSETS, { asset_type: 'survey', name: 'Reader' });
      const body = await post(session, `${ASSETS}${target}/paired-data/`, {
        source: asset(project, project.uid),
        filename: 'households',
        fields: [],
      });
      await patch(session, pathOf(body.url), { filename: 'homes', fields: ['person/name'] });
      await remove(session, pathOf(body.url));
    },
  },
};

import { eventually } from '../../support/eventually';
import { WELLS } from '../../factories/import.factory';
import {
  type Deed,
  ASSETS,
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
  finished,
  workbook,
} from './deed';

/** Writes to the library, to other resources and to the account. */
export const ACCOUNT_DEEDS: Readonly<Record<string, Deed>> = {
  'upload an XLSForm': {
    run: async (session, project) => {
      const { uid } = await post(session, ASSETS, {
        name: '',
        asset_type: 'empty',
        settings: JSON.stringify({ description: '', sector: '', country: '', 'share-metadata': false }),
      });
      const started = await post(session, '/api/v2/imports/', {
        name: 'wells.xlsx',
        base64Encoded: workbook(),
        destination: asset(project, uid as string),
      });
      expect(await finished(session, started.uid as string)).toBe('complete');
      expect(await get(session, `${ASSETS}${uid}/`)).toMatchObject({ asset_type: 'survey', name: 'wells' });
    },
  },
  'replace a form by an XLSForm': {
    run: async (session, project) => {
      const { body } = await session.expectOk('POST', '/api/v2/imports/', {
        form: {
          library: 'false',
          destination: asset(project, project.uid),
          name: 'wells.xlsx',
          file: new File([new Uint8Array(WELLS)], 'wells.xlsx'),
        },
      });
      expect(await finished(session, body.uid as string)).toBe('complete');
      expect((await get(session, at(project))).summary.labels).toEqual(['Which well?']);
    },
  },
  'clone a project into a template': {
    run: async (session, project) => {
      const body = await post(session, ASSETS, {
        clone_from: project.uid,
        name: 'My template',
        asset_type: 'template',
      });
      expect(body.asset_type).toBe('template');
    },
  },
  'make, tag, move and delete an item of the library': {
    run: async (session, project) => {
      const content = JSON.stringify({ survey: [{ type: 'text', label: ['Q'] }] });
      const { uid } = await post(session, ASSETS, { asset_type: 'question', name: 'Q', content });
      const collection = await post(session, ASSETS, { asset_type: 'collection', name: 'Shelf' });
      const target = `${ASSETS}${uid}/`;
      expect(await patch(session, target, { tag_string: 'water' })).toMatchObject({ tag_string: 'water' });
      const parent = asset(project, collection.uid as string);
      expect(await patch(session, target, { parent })).toMatchObject({ parent });
      expect(await patch(session, target, { parent: null })).toMatchObject({ parent: null });
      await remove(session, target);
    },
  },
  'make a collection and share it with all': {
    run: async (session, project) => {
      const { uid } = await post(session, ASSETS, {
        asset_type: 'collection',
        name: 'Public shelf',
        settings: JSON.stringify({ organization: 'Wells', sector: { label: 'Health', value: 'Health' } }),
      });
      for (const codename of ['view_asset', 'discover_asset']) {
        await post(session, `${ASSETS}${uid}/permission-assignments/`, {
          user: user(project, 'AnonymousUser'),
          permission: permission(project, codename),
        });
      }
      expect(await get(session, `${ASSETS}${uid}/`)).toMatchObject({ status: 'public-discoverable' });
    },
  },
  'subscribe to a collection and unsubscribe': {
    run: async (session, project) => {
      const body = await post(session, '/api/v2/asset_subscriptions/', {
        asset: asset(project, project.foreignCollection),
      });
      await remove(session, pathOf(body.url));
    },
  },
  'transfer a project': {
    run: async (session, project) => {
      const { url } = await post(session, '/api/v2/project-ownership/invites/', {
        recipient: user(project, 'editor'),
        assets: [project.uid],
      });
      await patch(project.editor, pathOf(url), { status: 'accepted' });
      await eventually(
        () => get(project.editor, at(project)),
        ({ owner__username }: { owner__username: string }) => owner__username === 'editor',
      );
    },
  },
  'acknowledge a message': {
    refusedWith: HIDDEN,
    run: async (session, project) => {
      const { uid } = await post(project.editor, ASSETS, { asset_type: 'survey', name: 'Offered' });
      await post(project.editor, '/api/v2/project-ownership/invites/', {
        recipient: user(project, 'owner'),
        assets: [uid],
      });
      const { results } = await get(session, '/help/in_app_messages/');
      const interactions = { acknowledged: true, readTime: '2026-03-01T08:00:00.000Z' };
      const target = pathOf(results[0].url);
      expect(await patch(session, target, { interactions })).toMatchObject({ interactions });
      expect(await get(session, target)).toMatchObject({ interactions });
    },
  },
  'cancel a transfer': {
    run: async (session, project) => {
      const { url } = await post(session, '/api/v2/project-ownership/invites/', {
        recipient: user(project, 'editor'),
        assets: [project.uid],
      });
      expect(await patch(session, pathOf(url), { status: 'cancelled' })).toMatchObject({
        status: 'cancelled',
      });
    },
  },
  'edit the profile': {
    run: async (session) => {
      const details = {
        name: 'Owner',
        organization: 'Wells',
        newsletter_subscription: false,
        gender: 'other',
      };
      const body = await patch(session, '/me/', { extra_details: JSON.stringify(details) });
      expect(body.extra_details).toMatchObject(details);
      expect(body.organization.name).toBe('Wells');
    },
  },
  'rename the organization': {
    refusedWith: HIDDEN,
    run: async (session, { organization }) => {
      const body = await patch(session, `/api/v2/organizations/${organization}/`, {
        name: 'Pumps',
        website: 'https://pumps.example.org',
      });
      expect(body).toMatchObject({ name: 'Pumps', website: 'https://pumps.example.org' });
    },
  },
  'preview a form': {
    refusedWith: [400, 403, 404],
    run: async (session, project) => {
      const body = await post(session, '/api/v2/asset_snapshots/', { asset: asset(project, project.uid) });
      expect(body.xml).toMatch(/\/api\/v2\/asset_snapshots\/.*\.xml/);
      const preview = await session.send('GET', `${pathOf(body.url)}preview/`);
      expect(preview.status).toBe(302);
      const page = await session.expectOk('GET', pathOf(preview.location));
      expect(page.contentType).toMatch(/^text\/html/);
    },
  },
  'export the history of a project': {
    refusedWith: [403],
    run: async (session, project) => {
      await post(session, at(project, 'history/export/'), {});
    },
  },
};

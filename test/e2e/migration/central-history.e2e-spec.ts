import { moveFromCentral, versionOf } from '../../factories/central.factory';
import { instanceXml, submission } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';
import { CentralServer } from '../../support/central-server';
import { FaultyProxy } from '../../support/faulty-proxy';

describe('moving comments and edits from ODK Central', () => {
  let central: CentralServer;
  let target: TestApp;

  beforeEach(async () => {
    [central, target] = [await CentralServer.start(), await startApp()];
    await target.addUser('owner');
  });
  afterEach(async () => {
    await target.stop();
    await central.stop();
  });

  function makeWells() {
    const project = central.addProject('Water');
    const form = central.addForm(project, 'wells', versionOf('wells', '1', { name: 'text' }));
    const sent = central.submit(form, '<name>Asha</name>');
    central.publish(form, versionOf('wells', '2', { name: 'text', age: 'integer' }));
    central.comment(sent, 'Is this the northern well?', 'Ben');
    central.edit(form, sent, '<name>Asha N</name><age>3</age>', 'Cleo');
    central.edit(form, sent, '<name>Asha North</name><age>4</age>', 'Dora');
    central.comment(sent, 'Yes.\nMended.', 'Cleo');
    return { form, sent, plain: central.submit(form, '<name>Ben</name>') };
  }

  async function move(url?: string) {
    const report = await moveFromCentral(target, central, { ...(url !== undefined && { url }) });
    return { ...report, form: report.assets[1]! };
  }

  async function readRow(uid: string) {
    const get = async (path: string) => (await target.as('owner').get(path).expect(200)).body;
    const data = await get(`/api/v2/assets/${uid}/data/?sort={"_id":1}`);
    const id = data.results[0]._id as number;
    return {
      id,
      notes: await get(`/api/v2/assets/${uid}/data/${id}/notes/`),
      history: await get(`/api/v2/assets/${uid}/data/${id}/history/`),
      other: await get(`/api/v2/assets/${uid}/data/${data.results[1]._id}/notes/`),
    };
  }

  it('brings comments as notes, and earlier versions as the history, compares them and shows both', async () => {
    const { sent } = makeWells();
    const { equal, form } = await move();
    expect([...form.problems, ...form.differences]).toEqual([]);
    expect(equal).toBe(true);
    expect(form.comparison).toMatchObject({
      notes: { source: 2, here: 2 },
      earlierStates: { source: 2, here: 2 },
    });
    expect(form.notMoved).toEqual(['1 review state `edited`']);
    const { id, notes, history, other } = await readRow(form.uid);
    const time = (iso: string) => iso.replace('Z', '000Z');
    expect(notes).toMatchObject({
      count: 2,
      results: [
        {
          body: 'Is this the northern well?',
          created_by: 'Ben',
          date_created: time(sent.comments[0]!.createdAt),
        },
        { body: 'Yes.\nMended.', created_by: 'Cleo' },
      ],
    });
    expect(other.results).toEqual([]);
    const [first, second] = sent.versions;
    expect(history.results).toMatchObject([
      {
        _uuid: first!.instanceId.slice(5),
        replaced_by: 'Cleo',
        date_replaced: time(second!.createdAt),
        xml: first!.xml.replace('id="wells"', `id="${form.uid}"`),
      },
      { _uuid: second!.instanceId.slice(5), replaced_by: 'Dora' },
    ]);
    const versions = await target.rows('SELECT DISTINCT version_uid FROM submission_history');
    expect(versions).toHaveLength(2);
    const browser = await Browser.signedIn(target, 'owner');
    const page = await browser.get(`/projects/${form.uid}/data/${id}/`).expect(200);
    expect(page.text).toMatch(/Notes[\s\S]*Is this the northern well\?[\s\S]*Edited by Dora/);
  });

  it('brings later comments and edits, and nothing twice', async () => {
    const { form: central1, sent, plain } = makeWells();
    const { form } = await move();
    expect((await move()).form.submissions).toMatchObject({ changed: 0, unchanged: 2 });
    central.comment(plain, 'Twice?');
    central.edit(central1, sent, '<name>Asha Northern</name><age>4</age>');
    expect((await move()).form.submissions).toMatchObject({ changed: 2, unchanged: 0 });
    const { history, other } = await readRow(form.uid);
    expect(history.count).toBe(3);
    expect(other.results).toMatchObject([{ body: 'Twice?' }]);
  });

  it('recognises the first version that a phone sends again, and an edit of it', async () => {
    const { sent } = makeWells();
    const { form } = await move();
    const xml = sent.versions[0]!.xml.replace('id="wells"', `id="${form.uid}"`);
    const response = await submission(target.as('owner'), xml);
    expect(response.status).toBe(202);
    expect((await readRow(form.uid)).history.count).toBe(2);
    const stale = instanceXml(form.uid, {
      answers: '<name>X</name>',
      deprecates: sent.versions[0]!.instanceId.slice(5),
    });
    expect((await submission(target.as('owner'), stale)).status).toBe(410);
  });

  it('names what differs here', async () => {
    makeWells();
    await move();
    await target.rows(`UPDATE submission_note SET body = 'other' WHERE ordinal = 2`);
    await target.rows(`UPDATE submission_history SET xml = replace(xml, 'Asha N<', 'Asha M<')`);
    await target.rows(
      `DELETE FROM submission_history WHERE ctid = (SELECT ctid FROM submission_history WHERE xml LIKE '%>Asha<%')`,
    );
    const { equal, form } = await move();
    expect(equal).toBe(false);
    expect(form.differences).toEqual([
      expect.stringMatching(/^submission uuid:.*: its comments differ$/),
      expect.stringMatching(/: its state .* before an edit is missing here$/),
      expect.stringMatching(/: its state .* before an edit differs$/),
    ]);
  });

  it('names an earlier version that cannot be read, moves the rest, and fetches it the next time', async () => {
    const { sent } = makeWells();
    const proxy = await FaultyProxy.start(central.origin);
    const path = `/versions/${encodeURIComponent(sent.versions[0]!.instanceId)}.xml`;
    proxy.faultOf = (requested) => (requested.endsWith(path) ? { status: 403 } : undefined);
    const { form } = await move(proxy.origin);
    expect(form).toMatchObject({ state: 'incomplete', submissions: { created: 2 } });
    expect(form.problems).toEqual([
      expect.stringMatching(/^Submission uuid:.*: its state .* before an edit cannot be read at the source/),
    ]);
    expect((await readRow(form.uid)).history.count).toBe(1);
    proxy.faultOf = () => undefined;
    expect((await move(proxy.origin)).form).toMatchObject({ state: 'complete', differences: [] });
    expect((await readRow(form.uid)).history.count).toBe(2);
    await proxy.stop();
  });
});

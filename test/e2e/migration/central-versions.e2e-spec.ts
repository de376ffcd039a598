import { moveFromCentral, repeatXformOf, versionOf, xformOf } from '../../factories/central.factory';
import { startApp, type TestApp } from '../../support/app';
import { CentralServer } from '../../support/central-server';

const EARLY = '<t>early</t><kids><kn>E1</kn></kids><gp>1 2 0 0</gp>';
const LATE = '<t>late</t><kids><kn>L1</kn></kids><gp>3 4 0 0</gp>';
const NEW = '<t>new</t><h><kids><kn>N1</kn></kids><kids><kn>N2</kn></kids><gp>5 6 0 0</gp></h>';

type Row = Readonly<Record<string, unknown>> & { readonly _id: number };

async function dataOf(app: TestApp, uid: string): Promise<Row[]> {
  const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/?sort={"_id":1}`).expect(200);
  return body.results as Row[];
}

const problemsOf = ({
  assets,
}: {
  assets: readonly { problems: readonly string[]; differences: readonly string[] }[];
}) => assets.flatMap(({ problems, differences }) => [...problems, ...differences]);

describe('moving submissions of several versions from ODK Central', () => {
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

  const move = async (values: Parameters<typeof moveFromCentral>[2] = {}) => {
    const report = await moveFromCentral(target, central, values);
    return { ...report, form: report.assets.find(({ assetType }) => assetType === 'survey')! };
  };

  function makeHomes() {
    const form = central.addForm(central.addProject('Homes'), 'homes', {
      version: '1',
      xform: repeatXformOf('homes', '1'),
    });
    const early = central.submit(form, EARLY);
    central.publish(form, { version: '2', xform: repeatXformOf('homes', '2', 'h') });
    const late = central.submit(form, LATE, { version: '1' });
    return { form, early, late };
  }

  it('reads each by the version of its current XML, edited ones too', async () => {
    const { form, early } = makeHomes();
    central.edit(form, early, NEW);
    const report = await move();
    expect(problemsOf(report)).toEqual([]);
    expect(await dataOf(target, report.form.uid)).toMatchObject([
      { t: 'new', 'h/kids': [{ 'h/kids/kn': 'N1' }, { 'h/kids/kn': 'N2' }], _geolocation: [5, 6] },
      { t: 'late', kids: [{ 'kids/kn': 'L1' }], _geolocation: [3, 4] },
    ]);
    const versions = await target.rows<{ t: string; uid: string }>(
      `SELECT json::json ->> 't' AS t, v.id - min(v.id) OVER () AS place FROM submission s
         JOIN asset_version v ON v.asset_id = s.asset_id AND v.uid = s.version_uid ORDER BY t`,
    );
    expect(versions).toEqual([
      { t: 'late', place: 0 },
      { t: 'new', place: 1 },
    ]);
    expect(report.form.notMoved).toEqual(['1 review state `edited`']);
  });

  it('mends versions that an earlier release took from the list', async () => {
    const { form, early } = makeHomes();
    central.edit(form, early, NEW);
    await move();
    await target.rows(`UPDATE submission SET version_uid = (SELECT min(version_uid) FROM submission s)`);
    await target.rows(`UPDATE migrated_submission SET fingerprint = '\\x00'`);
    expect(problemsOf(await move())).toEqual([]);
    expect(await target.rows('SELECT DISTINCT version_uid FROM submission')).toHaveLength(2);
  });

  it('says which submissions name a version that the source does not have', async () => {
    const { form } = makeHomes();
    const { instanceId } = central.submit(form, '<t>strange</t>', { version: 'test' });
    const report = await move();
    expect(problemsOf(report)).toEqual([]);
    expect(report.form.notes).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^1 submissions name no version that the source has, such as ${instanceId}: here they are read by the version v\\w+$`,
        ),
      ),
    );
  });

  it('names what a faulty mover would lose', async () => {
    makeHomes();
    await move();
    await target.rows(
      `UPDATE submission SET json = replace(replace(json, '"kids":[{"kids/kn":"L1"}]', '"kids":{"kids/kn":"L1"}'),
                                            '"_geolocation":[3,4]', '"_geolocation":[null,null]')`,
    );
    const report = await move();
    expect(report.equal).toBe(false);
    expect(report.form.differences).toEqual([
      expect.stringMatching(/^rows of the repeat kids: 1 at the source, 0 here, in submission uuid:/),
      expect.stringMatching(/^places: 1 at the source, 0 here, in submission uuid:/),
    ]);
  });

  it('fetches a file again that was replaced without an edit', async () => {
    const form = central.addForm(central.addProject('Homes'), 'homes', {
      version: '1',
      xform: repeatXformOf('homes', '1'),
    });
    const sent = central.submit(form, EARLY, {
      files: { 'audit.csv': Buffer.from('old'), '2.jpg': Buffer.from('photo') },
    });
    const bytes = async () => {
      const [row] = await dataOf(target, (await move({ verifyFiles: false })).form.uid);
      const files = row!['_attachments'] as { download_url: string; media_file_basename: string }[];
      const { download_url: url } = files.find((each) => each.media_file_basename === 'audit.csv')!;
      return (await target.as('owner').get(url.replace(target.origin, '')).expect(200)).text;
    };
    expect(await bytes()).toBe('old');
    sent.files.set('audit.csv', Buffer.from('new'));
    expect((await move({ verifyFiles: false })).verifiedFiles).toBe(false);
    expect(await bytes()).toBe('old');
    const verified = await move();
    expect(problemsOf(verified)).toEqual([]);
    expect(verified).toMatchObject({ equal: true, verifiedFiles: true });
    expect(verified.form.submissions).toMatchObject({ changed: 1, attachments: 1 });
    expect(await bytes()).toBe('new');
    central.tellsHashes = true;
    await bytes();
    sent.files.set('audit.csv', Buffer.from('newest'));
    expect(await bytes()).toBe('newest');
  });

  it('counts what stays behind, by project and form', async () => {
    const { form, early } = makeHomes();
    const [project] = central.projects;
    for (const name of ['lead', 'ben', 'cleo'])
      project!.webUsers.push({ email: `${name}@example.org`, role: 'viewer' });
    form.publicLinks.push(
      { displayName: 'Poster', once: true, token: 'a' },
      { displayName: 'Old poster', once: true, token: null },
    );
    form.hasDraft = true;
    central.edit(form, early, NEW);
    const report = await move({ movesRoles: false });
    expect(problemsOf(report)).toEqual([]);
    expect(report.assets[0]!.notMoved).toEqual(['3 web users with roles']);
    expect(report.form.notMoved).toEqual([
      '1 public link for one submission',
      'a draft that is newer than the published version',
      '1 review state `edited`',
    ]);
  });

  it('keeps an encrypted form encrypted, with its submissions as they are', async () => {
    const project = central.addProject('Secrets');
    const submissionTag = '<submission base64RsaPublicKey="MIIBIjANBgkq"/>';
    const version = versionOf('wells', '1', { name: 'text' });
    const xform = xformOf('wells', '1', { name: 'text' }, submissionTag);
    const form = central.addForm(project, 'wells', { ...version, xform });
    form.keyId = 3;
    const sent = central.submit(form, '', { files: { 'submission.xml.enc': Buffer.from('sealed') } });
    sent.versions[0] = {
      ...sent.versions[0]!,
      xml: `<data id="wells" version="1" encrypted="yes" xmlns="http://opendatakit.org/submissions"><base64EncryptedKey>k</base64EncryptedKey><orx:meta xmlns:orx="http://openrosa.org/xforms"><orx:instanceID>${sent.instanceId}</orx:instanceID></orx:meta><encryptedXmlFile>submission.xml.enc</encryptedXmlFile></data>`,
    };
    const report = await move();
    expect(report).toMatchObject({
      equal: true,
      assets: [{}, { submissions: { created: 1, attachments: 1 } }],
    });
    expect(report.assets[1]!.notes).toEqual([expect.stringContaining('It is encrypted')]);
    const [deployed] = await target.rows<{ xml: string }>('SELECT xml FROM deployment');
    expect(deployed!.xml).toContain('base64RsaPublicKey="MIIBIjANBgkq"');
    const [stored] = await target.rows<{ xml: string }>('SELECT xml FROM submission');
    expect(stored!.xml).toBe(sent.versions[0].xml);
  });
});

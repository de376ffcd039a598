import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { xlsform } from '../../../src/cli/commands/xlsform';
import { UsageError } from '../../../src/cli/usage';

const GOOD = 'type,name,label\ntext,name,Your name?\ninteger,age,Your age?\n';
const BAD = 'type,name,label\ntxt,name,Your name?\ninteger,age,${nobody}\n';

describe('xlsform on the command line', () => {
  let folder: string;
  let output: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cli-'));
    output = '';
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      output += String(text);
      return true;
    });
    jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    await writeFile(join(folder, 'My form.csv'), GOOD);
    await writeFile(join(folder, 'bad.csv'), BAD);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await rm(folder, { recursive: true, force: true });
  });

  const at = (name: string): string => join(folder, name);
  const written = (name: string): Promise<string> => readFile(at(name), 'utf8');

  it('writes a plain XForm: root `data`, the id from the file stem', async () => {
    expect(await xlsform(['to-xform', at('My form.csv'), at('out.xml')])).toBe(0);
    expect(await written('out.xml')).toContain('<data id="My form"');
  });

  it('accepts the same name in different groups', async () => {
    const twice =
      'type,name,label\nbegin_group,a,A\ntext,x,X\nend_group,,\nbegin_group,b,B\ntext,x,X\nend_group,,\n';
    await writeFile(at('twice.csv'), twice);
    expect(await xlsform(['to-xform', at('twice.csv'), at('out.xml')])).toBe(0);
    expect(await xlsform(['to-xform', '--kobo', 'aX', at('twice.csv'), at('out.xml')])).toBe(0);
  });

  it('keeps the version row of a plain form, and writes its own with --kobo', async () => {
    const versioned = "type,name,label,calculation\ntext,a,A,\ncalculate,__version__,,'v7'\n";
    await writeFile(at('v.csv'), versioned);
    expect(await xlsform(['to-xform', at('v.csv'), at('out.xml')])).toBe(0);
    expect(await written('out.xml')).toContain(
      `<bind nodeset="/data/__version__" type="string" calculate="'v7'"/>`,
    );
    expect(await xlsform(['to-xform', '--kobo', 'aX', at('v.csv'), at('out.xml')])).toBe(0);
    expect(await written('out.xml')).not.toContain('v7');
  });

  it('converts a template of headers to an empty form', async () => {
    await writeFile(at('template.csv'), 'type,name,label\n');
    expect(await xlsform(['to-xform', at('template.csv'), at('out.xml')])).toBe(0);
    expect(await written('out.xml')).toContain('<h:body/>');
    await expect(xlsform(['to-xform', '--kobo', 'aX', at('template.csv'), at('out.xml')])).rejects.toThrow(
      'The survey has no question',
    );
  });

  it('adds with --kobo what the server adds, deterministically', async () => {
    const uid = 'aSAvYreNzVEkrWg5Gdcvg2';
    await xlsform(['to-xform', '--kobo', uid, at('My form.csv'), at('one.xml')]);
    await xlsform(['to-xform', '--kobo', uid, at('My form.csv'), at('two.xml')]);
    const xml = await written('one.xml');
    expect(xml).toMatch(
      new RegExp(`<${uid} id="${uid}" version="1 \\(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\)"`),
    );
    expect(xml).toContain('calculate="\'vSAvYreNzVEkrWg5Gdcvg2\'"');
    expect(xml).toContain('<formhub>');
    expect(await written('two.xml')).toBe(xml);
  });

  it('converts many, one line each, and exits with 1 if one is rejected', async () => {
    expect(await xlsform(['to-xform', at('My form.csv'), at('bad.csv'), '--out-dir', at('out')])).toBe(1);
    const lines = output.trim().split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/My form\.csv: ok, /),
      expect.stringMatching(
        /bad\.csv: refused, survey, row 2, column type: .*; survey, row 3, column label: /,
      ),
    ]);
    expect(await readFile(join(at('out'), 'My form.xml'), 'utf8')).toContain('<h:html');
  });

  it('reports an unreadable file and goes on', async () => {
    const inputs = [at('missing.xlsx'), at('My form.csv')];
    expect(await xlsform(['to-xform', ...inputs, '--out-dir', at('out')])).toBe(1);
    expect(output.trim().split('\n')).toEqual([
      expect.stringMatching(/missing\.xlsx: refused, .* can't be read \(ENOENT\)/),
      expect.stringMatching(/My form\.csv: ok, /),
    ]);
  });

  it('does not report a form as clean if it has warnings', async () => {
    await writeFile(at('doubtful.csv'), 'type,name,label\nbegin_group,g,\ntext,a,A\nend_group,,\n');
    expect(await xlsform(['check', at('doubtful.csv')])).toBe(0);
    expect(output).toMatch(/doubtful\.csv: 1 warning\.\n$/);
    output = '';
    expect(await xlsform(['check', at('My form.csv')])).toBe(0);
    expect(output).toMatch(/: no problems\.\n$/);
  });

  it('lists every problem of a form', async () => {
    expect(await xlsform(['check', at('bad.csv')])).toBe(1);
    expect(output).toMatch(/^survey, row 2, column type: .*\nsurvey, row 3, column label: .*\n$/);
    expect(await xlsform(['check', at('My form.csv')])).toBe(0);
  });

  it('writes content as an asset stores it', async () => {
    expect(await xlsform(['to-content', at('My form.csv'), at('content.json')])).toBe(0);
    expect(JSON.parse(await written('content.json'))).toMatchObject({
      schema: '1',
      survey: [{ type: 'text', name: 'name', label: ['Your name?'] }, { type: 'integer' }],
    });
  });

  it.each([[[]], [['to-xform', 'one']], [['check']], [['dance']], [['to-content', 'one']]])(
    'prints its usage for %j',
    async (args) => {
      await expect(xlsform(args)).rejects.toBeInstanceOf(UsageError);
    },
  );

  it('names the unreadable file', async () => {
    await expect(xlsform(['check', at('missing.xlsx')])).rejects.toThrow(
      "missing.xlsx can't be read (ENOENT)",
    );
  });
});

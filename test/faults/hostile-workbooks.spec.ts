import { HOSTILE_WORKBOOKS } from '../fixtures/xlsform-in/hostile-workbooks';
import type { Pieces } from '../fixtures/xlsform-in/zip-builder';
import { xlsxInPieces } from '../fixtures/xlsform-in/xlsx-builder';
import { makeAsset } from '../factories/asset.factory';
import { type ImportJson, WELLS } from '../factories/import.factory';
import { startApp, type TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { postInPieces } from '../support/in-pieces';
import { measure } from '../measure/service-gauge';
import { yardstickMs } from '../measure/yardstick';
import { ServiceProcess } from '../support/service-process';

/**
 * Processor time that a refusal may take, and how much of it of the thread that takes requests, in yardsticks. The dearest
 * took 8.7 and 0.96, beside much else or nothing; what is not refused takes hundreds.
 */
const MOST_CPU = 12;
const MOST_LOOP = 1.4;
/** What takes less is held against the last yardstick that was taken. */
const DEAR_MS = 400;
const MOST_RSS_BYTES = 128 * 1024 * 1024;

interface Cost {
  readonly cpu: number;
  readonly loop: number;
  readonly rssBytes: number;
}

describe('a hostile workbook', () => {
  /** Makes users, and knows the database; the service that is attacked is another process. */
  let app: TestApp;
  let service: ServiceProcess;
  let authorization: string;
  let assetUid: string;
  /** As it was when it was last looked at. */
  let yardstick: number;

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
    authorization = `Token ${app.tokenOf('owner')}`;
    assetUid = (await makeAsset(app)).uid;
    service = await ServiceProcess.beside(app);
    // What the first of everything costs is not the files'.
    for (let time = 0; time < 3; time += 1) await importOf([WELLS]);
    await importOf(Array<Buffer>(20).fill(Buffer.alloc(1024 * 1024, 'type,name\n')));
    yardstick = await yardstickMs();
  });
  afterAll(async () => {
    await service.kill();
    await app.stop();
  });

  const ask = async (path: string, init: RequestInit = {}): Promise<Record<string, unknown>> => {
    const answer = await fetch(service.origin + path, { ...init, headers: { Authorization: authorization } });
    return (await answer.json()) as Record<string, unknown>;
  };

  /** Uploads a file and waits for the end of its import. */
  async function importOf(file: Pieces): Promise<ImportJson> {
    const form = { fields: { library: 'false' }, name: 'file', filename: 'form.xlsx', pieces: file };
    const { text } = await postInPieces(`${service.origin}/api/v2/imports/`, authorization, form);
    const { uid } = JSON.parse(text) as ImportJson;
    const task = await eventually(
      () => ask(`/api/v2/imports/${uid}/`),
      ({ status }) => status === 'complete' || status === 'error',
      { everyMs: 100 },
    );
    return task as unknown as ImportJson;
  }

  /** @returns what work costs the service, its times in yardsticks of before and after it */
  async function measured(work: () => Promise<void>): Promise<Cost> {
    const { cpuMs, loopMs, rssBytes } = await measure(service, work);
    const before = yardstick;
    if (cpuMs >= DEAR_MS) yardstick = await yardstickMs();
    const mean = (before + yardstick) / 2;
    return { cpu: cpuMs / mean, loop: loopMs / mean, rssBytes };
  }

  it.each(Object.keys(HOSTILE_WORKBOOKS))('is refused at little cost: %s', async (name) => {
    const file = HOSTILE_WORKBOOKS[name]!();
    let task: ImportJson | undefined;
    const cost = await measured(async () => {
      task = await importOf(file);
    });
    expect(task).toMatchObject({ status: 'error', messages: { error: expect.any(String) as string } });
    expect(task!.messages.error).not.toMatch(/Something went wrong|node_modules|\bat \w+ \(/);
    expect(cost.cpu).toBeLessThanOrEqual(MOST_CPU);
    expect(cost.loop).toBeLessThanOrEqual(MOST_LOOP);
    expect(cost.rssBytes).toBeLessThanOrEqual(MOST_RSS_BYTES);
  });

  it('takes no notice of faked dimensions', async () => {
    const rows =
      '<row r="1"><c r="A1" t="str"><v>type</v></c><c r="B1" t="str"><v>name</v></c><c r="C1" t="str"><v>label</v></c></row><row r="2"><c r="A2" t="str"><v>text</v></c><c r="B2" t="str"><v>a</v></c><c r="C2" t="str"><v>A</v></c></row>';
    const data = `<worksheet><dimension ref="A1:XFD1048576"/><sheetData>${rows}<row r="1048576"><c r="XFD1048576" t="str"><v>x</v></c></row></sheetData></worksheet>`;
    const file = xlsxInPieces({
      sheets: { survey: [] },
      parts: [{ name: 'xl/worksheets/sheet0.xml', data }],
    });
    const cost = await measured(async () => {
      expect((await importOf(file)).messages).toMatchObject({ created: [{ summary: { row_count: 1 } }] });
    });
    expect(cost.cpu).toBeLessThanOrEqual(MOST_CPU);
  });

  it('is not calculated: a formula is what it was when the file was saved', async () => {
    const cell = (at: string, text: string, formula = ''): string =>
      `<c r="${at}" t="str">${formula}<v>${text}</v></c>`;
    const header = `<row>${cell('A1', 'type')}${cell('B1', 'name')}${cell('C1', 'label')}</row>`;
    const row = `<row>${cell('A2', 'text')}${cell('B2', 'a')}${cell('C2', 'saved', '<f>WEBSERVICE("http://127.0.0.1:1/")&amp;cmd|\' /C calc\'!A0</f>')}</row>`;
    const { messages } = await importOf(xlsxInPieces({ sheets: { survey: header + row } }));
    expect(messages).toMatchObject({ created: [{ summary: { labels: ['saved'] } }] });
  });

  it('pollutes nothing by its headers and names', async () => {
    const before = await ask(`/api/v2/assets/${assetUid}/`);
    const names = [
      '__proto__',
      'constructor',
      'prototype',
      'hasOwnProperty',
      'toString',
      '__proto__.polluted',
    ];
    const sheetOf = (lead: readonly string[]): string[][] => [
      [
        ...lead,
        ...names,
        ...names.map((name) => `label::${name}`),
        ...names.map((name) => `${name}::polluted`),
      ],
      ...names.map((name) => ['text', name, ...Array.from({ length: names.length * 3 }, () => 'polluted')]),
    ];
    for (const sheets of [
      { survey: sheetOf(['type', 'name']) },
      {
        survey: [
          ['type', 'name', 'label'],
          ['text', 'a', 'A'],
        ],
        settings: [names, names],
      },
      {
        survey: [
          ['type', 'name', 'label'],
          ['text', 'a', 'A'],
        ],
        choices: sheetOf(['list_name', 'name']),
      },
      Object.fromEntries([
        [
          'survey',
          [
            ['type', 'name', 'label'],
            ['text', 'a', 'A'],
          ],
        ],
        ...names.map((name) => [`${name} `, [names]]),
      ]),
    ]) {
      const { status } = await importOf(xlsxInPieces({ sheets }));
      expect(['complete', 'error']).toContain(status);
    }
    expect(await ask(`/api/v2/assets/${assetUid}/`)).toEqual(before);
    expect((await importOf([WELLS])).status).toBe('complete');
  });

  it('leaves a service that still reads forms, with no thread left behind', async () => {
    const threads = async (): Promise<number> => {
      const text = await (await fetch(`${service.origin}/metrics`)).text();
      return Number(/^nodejs_active_resources\{type="MessagePort"\} (\d+)$/m.exec(text)?.[1] ?? 0);
    };
    expect((await importOf([WELLS])).status).toBe('complete');
    expect(await threads()).toBe(0);
  });
});

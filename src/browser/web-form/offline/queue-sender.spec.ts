import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { messageOf } from './http-transport';
import { type Draft, OfflineDatabase, type QueuedSubmission, type StoredFile } from './offline-database';
import { type Identity, QueueSender, type Transport } from './queue-sender';
import type { Answer } from './retry-policy';
import { withoutProblem } from './retry-policy';

const STORED: Answer = { kind: 'response', status: 201, message: '', retryAfter: null };
const NONE: Answer = { kind: 'none' };
const refusal = (status: number): Answer => ({ kind: 'response', status, message: 'No.', retryAfter: null });

class FakeService implements Transport {
  readonly posts: string[] = [];
  user: Identity = { kind: 'user', username: 'asha' };
  answers: (instanceId: string, request: string) => Answer | Promise<Answer> = () => STORED;

  identity(): Promise<Identity> {
    return Promise.resolve(this.user);
  }

  async post({ instanceId }: QueuedSubmission, files: readonly StoredFile[]): Promise<Answer> {
    const request = files.map(({ name }) => name).join('+');
    this.posts.push(`${instanceId} ${request}`);
    return this.answers(instanceId, request);
  }
}

describe('queue of submissions', () => {
  let database: OfflineDatabase;
  let service: FakeService;
  let sender: QueueSender;
  let now: number;

  beforeEach(() => {
    globalThis.indexedDB = new IDBFactory();
    database = new OfflineDatabase();
    service = new FakeService();
    now = 1_000_000;
    sender = new QueueSender(database, service, { now: () => now, random: () => 1 });
  });
  afterEach(() => database.close());

  let finished = 0;
  async function queue(instanceId: string, changes: Partial<QueuedSubmission> = {}): Promise<void> {
    await database.finish({
      instanceId,
      formId: 'aForm',
      formTitle: 'Wells',
      name: 'Wells',
      page: '/web-forms/offline/aForm/',
      path: '/submission',
      username: 'asha',
      requests: [[file('xml')]],
      acknowledged: 0,
      finishedAt: (finished += 1),
      state: 'waiting',
      attempts: 0,
      notBefore: 0,
      isPauseFixed: false,
      ...changes,
    });
  }
  const file = (name: string): StoredFile => ({ name, content: new Blob([name]) });
  const waiting = async (): Promise<string[]> =>
    (await database.submissions()).map(({ instanceId }) => instanceId);

  it('sends the oldest first and removes what was acknowledged', async () => {
    await queue('b');
    await queue('a');
    expect(await sender.sendDue()).toBe(2);
    expect(service.posts).toEqual(['b xml', 'a xml']);
    expect(await waiting()).toEqual([]);
  });

  it('removes a submission only once its last request was acknowledged', async () => {
    await queue('a', {
      requests: [
        [file('xml'), file('1.jpg')],
        [file('xml'), file('2.jpg')],
      ],
    });
    service.answers = (_, request) => (request.includes('2') ? NONE : STORED);
    await sender.sendDue();
    expect(await database.submissions()).toMatchObject([
      { instanceId: 'a', acknowledged: 1, attempts: 1, problem: { kind: 'unreachable' } },
    ]);
    service.answers = () => STORED;
    await sender.sendDue({ isNetworkBack: true });
    expect(service.posts).toEqual(['a xml+1.jpg', 'a xml+2.jpg', 'a xml+2.jpg']);
    expect(await waiting()).toEqual([]);
  });

  it('ends at the first one without an answer', async () => {
    await queue('a');
    await queue('b');
    service.answers = () => NONE;
    await sender.sendDue();
    expect(service.posts).toEqual(['a xml']);
    expect(await waiting()).toEqual(['a', 'b']);
  });

  it('goes on after one that the service refuses or fails with', async () => {
    for (const id of ['refused', 'broken', 'good']) await queue(id);
    service.answers = (id) => (id === 'good' ? STORED : refusal(id === 'refused' ? 413 : 500));
    expect(await sender.sendDue()).toBe(1);
    expect(await database.submissions()).toMatchObject([
      { instanceId: 'refused', state: 'refused', problem: { status: 413, message: 'No.' } },
      { instanceId: 'broken', state: 'waiting', problem: { kind: 'service', status: 500 } },
    ]);
  });

  it('sends a refused one again only by request', async () => {
    await queue('a');
    service.answers = () => refusal(404);
    await sender.sendDue();
    await sender.sendDue({ isNetworkBack: true });
    expect(service.posts).toHaveLength(1);
    service.answers = () => STORED;
    await database.updateSubmission('a', withoutProblem);
    expect(await sender.sendDue()).toBe(1);
  });

  it('waits between attempts', async () => {
    await queue('a');
    service.answers = () => NONE;
    await sender.sendDue();
    now += 4_999;
    await sender.sendDue();
    expect(service.posts).toHaveLength(1);
    now += 1;
    await sender.sendDue();
    expect(service.posts).toHaveLength(2);
  });

  it('tries soon again if the network does not work yet when it is back', async () => {
    await queue('a', { attempts: 9, notBefore: now + 900_000, problem: { kind: 'unreachable' } });
    service.user = { kind: 'unknown' };
    await sender.sendDue({ isNetworkBack: true });
    service.user = { kind: 'user', username: 'asha' };
    now += 5_000;
    expect(await sender.sendDue()).toBe(1);
  });

  it.each<[string, Identity]>([
    ['an anonymous visitor', { kind: 'anonymous' }],
    ['another user', { kind: 'user', username: 'juma' }],
  ])('sends nothing of a user for %s', async (_, user) => {
    await queue('hers');
    await queue('anonymous', { path: '/owner/submission' });
    await database.updateSubmission('anonymous', ({ username: __, ...rest }) => rest);
    service.user = user;
    await sender.sendDue();
    expect(service.posts).toEqual(['anonymous xml']);
    expect(await database.submissions()).toMatchObject([
      { instanceId: 'hers', state: 'waiting', problem: { kind: 'sign-in' } },
    ]);
    service.user = { kind: 'user', username: 'asha' };
    expect(await sender.sendDue({ isNetworkBack: true })).toBe(1);
  });

  it('sends nothing of a user while it is unknown who is signed in', async () => {
    await queue('a');
    service.user = { kind: 'unknown' };
    await sender.sendDue();
    expect(service.posts).toEqual([]);
    expect(await database.submissions()).toMatchObject([{ problem: { kind: 'unreachable' } }]);
  });

  it('does not bring back a submission that was deleted while it was sent', async () => {
    await queue('a');
    service.answers = async () => {
      await database.deleteSubmission('a');
      return NONE;
    };
    await sender.sendDue();
    expect(await waiting()).toEqual([]);
  });

  it('also sends what is queued meanwhile', async () => {
    await queue('a');
    service.answers = async (id) => {
      if (id === 'a') await queue('b');
      return STORED;
    };
    expect(await sender.sendDue()).toBe(2);
  });

  it('replaces the draft of a submission', async () => {
    const draft: Draft = {
      instanceId: 'a',
      formId: 'aForm',
      name: '',
      savedAt: 1,
      isOpen: true,
      version: '',
      formXml: '',
      files: [file('xml')],
    };
    await database.saveDraft(draft);
    await database.saveDraft({ ...draft, instanceId: 'other', savedAt: 2 });
    await queue('a');
    expect((await database.drafts()).map(({ instanceId }) => instanceId)).toEqual(['other']);
    expect(await (await database.drafts())[0]!.files[0]!.content.text()).toBe('xml');
  });
});

describe('sentences of the service', () => {
  it.each([
    [
      '<OpenRosaResponse><message nature="error">A &lt; B &amp;lt; C.</message></OpenRosaResponse>',
      'A < B &lt; C.',
    ],
    ['{"detail": "Not found."}', 'Not found.'],
    ['{"error": "Too large."}', 'Too large.'],
    ['<html>502</html>', ''],
    ['', ''],
    ['null', ''],
  ])('are read from %j', (text, message) => {
    expect(messageOf(text)).toBe(message);
  });
});

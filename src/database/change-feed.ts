import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Client } from 'pg';

/** What caches know things about. */
export type Subject = 'user' | 'asset';

export interface ChangeListener {
  /** Something about this subject changed and was committed. */
  changed(subject: Subject, id: number): void;
  /** The feed was deaf for a while: everything may have changed. */
  lost(): void;
}

export class DatabaseAddress {
  constructor(readonly url: string) {}
}

const CHANNEL = 'fieldhouse_change';
const RECONNECT_MS = 250;
/** A connection can freeze without breaking: so often it has to answer, and so long it may take. */
export const BEAT_MS = 1_500;
export const ANSWER_MS = 3_000;
/** What was heard before that is not trusted, whatever kept the timers of this process. */
const LONGEST_SILENCE_MS = 5_000;

/**
 * Tells every cache of this process what was changed by any process. It listens on a connection of its own, for a
 * pooled one would be handed away. While that connection is down or does not answer, `connected` is false and caches
 * neither keep nor show anything: what is stale is over within five seconds.
 */
@Injectable()
export class ChangeFeed implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('change-feed');
  private readonly listeners = new Set<ChangeListener>();
  private client: Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;
  private hearing = false;
  private heardAt = 0;

  constructor(private readonly address: DatabaseAddress) {}

  /** False while changes by other processes could be missed. */
  get connected(): boolean {
    return this.hearing && performance.now() - this.heardAt <= LONGEST_SILENCE_MS;
  }

  subscribe(listener: ChangeListener): void {
    this.listeners.add(listener);
  }

  /** Tells this process's caches at once; the database tells the others. */
  announce(subject: Subject, id: number): void {
    for (const listener of this.listeners) listener.changed(subject, id);
  }

  async onModuleInit(): Promise<void> {
    await this.listen();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private async listen(): Promise<void> {
    const client = new Client({
      connectionString: this.address.url,
      application_name: 'fieldhouse changes',
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    client.on('notification', ({ payload }) => this.hear(payload ?? ''));
    client.on('error', () => this.lose(client));
    client.on('end', () => this.lose(client));
    this.client = client;
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      for (const listener of this.listeners) listener.lost();
      this.hearing = true;
      this.heardFrom(client);
    } catch (error) {
      this.logger.warn(`Can't listen for changes: ${String(error)}`);
      this.lose(client);
    }
  }

  /** The connection lives: it is asked again in a while. */
  private heardFrom(client: Client): void {
    if (this.client !== client || this.stopped) return;
    this.heardAt = performance.now();
    this.timer = setTimeout(() => {
      client.query('SELECT 1').then(
        () => this.heardFrom(client),
        () => this.lose(client),
      );
    }, BEAT_MS).unref();
  }

  private hear(payload: string): void {
    const [subject, id] = payload.split(':');
    if (subject === 'user' || subject === 'asset') this.announce(subject, Number(id));
  }

  private lose(client: Client): void {
    if (this.client !== client || this.stopped) return;
    this.client = undefined;
    this.hearing = false;
    for (const listener of this.listeners) listener.lost();
    clearTimeout(this.timer);
    client.end().catch(() => undefined);
    this.timer = setTimeout(() => void this.listen(), RECONNECT_MS).unref();
  }
}

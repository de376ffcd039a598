import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Client } from 'pg';
import { DatabaseAddress, createClient } from './connection/open-connection';

export type ChangeSubject = 'user' | 'asset';

export interface ChangeSubscriber {
  invalidate(subject: ChangeSubject, id: number): void;
  /** Notifications may have been missed: anything may have changed. */
  invalidateAll(): void;
}

const CHANNEL = 'fieldhouse_change';
const CONNECTION_NAME = 'fieldhouse changes';
/** Sent by a process that starts, before it serves requests. */
const STARTED = 'started';
const RECONNECT_DELAY_MS = 250;
/** Heartbeats detect a connection that hangs without breaking. */
export const HEARTBEAT_INTERVAL_MS = 1_500;
export const RESPONSE_TIMEOUT_MS = 3_000;
/** Caches are bypassed after this long without a heartbeat, also if the event loop was blocked. */
const MAX_HEARTBEAT_AGE_MS = 5_000;
/** Another process that was seen less long ago may be reconnecting. */
const PRESENCE_MS = 60_000;

/**
 * Cache invalidation across processes by LISTEN/NOTIFY, on a dedicated connection. While it is down or misses heartbeats,
 * `connected` is false and caches are bypassed: stale values are served for five seconds at most.
 */
@Injectable()
export class ChangeNotifications implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('notifications');
  private readonly subscribers = new Set<ChangeSubscriber>();
  private client: Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;
  private listening = false;
  private lastHeartbeatAt = 0;
  private othersSeenAt = -Infinity;
  private roundTrip: Promise<void> = Promise.resolve();
  private nextRoundTrip: Promise<void> | undefined;

  constructor(private readonly address: DatabaseAddress) {}

  /** False while notifications could be missed. */
  get connected(): boolean {
    return this.listening && performance.now() - this.lastHeartbeatAt <= MAX_HEARTBEAT_AGE_MS;
  }

  /**
   * Waits until all changes committed before this call were received (decision 49): PostgreSQL sends notifications before
   * the result of a later statement. Returns at once without other processes. Concurrent callers share a round trip.
   */
  catchUp(): Promise<void> {
    if (!this.connected || !this.hasOthers) return Promise.resolve();
    this.nextRoundTrip ??= this.roundTrip.then(() => {
      this.nextRoundTrip = undefined;
      return (this.roundTrip = this.makeRoundTrip());
    });
    return this.nextRoundTrip;
  }

  private get hasOthers(): boolean {
    return performance.now() - this.othersSeenAt <= PRESENCE_MS;
  }

  subscribe(subscriber: ChangeSubscriber): void {
    this.subscribers.add(subscriber);
  }

  /** Invalidates this process's caches at once; database triggers notify the others. */
  publish(subject: ChangeSubject, id: number): void {
    for (const subscriber of this.subscribers) subscriber.invalidate(subject, id);
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
    const client = createClient(this.address.directUrl, {
      application_name: CONNECTION_NAME,
      connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
      query_timeout: RESPONSE_TIMEOUT_MS,
    });
    client.on('notification', ({ payload }) => this.handle(payload ?? ''));
    client.on('error', () => this.disconnect(client));
    client.on('end', () => this.disconnect(client));
    this.client = client;
    try {
      await client.connect();
      // Before LISTEN, so that it reaches others only.
      await client.query(`NOTIFY ${CHANNEL}, '${STARTED}'`);
      await client.query(`LISTEN ${CHANNEL}`);
      await this.lookForOthers(client);
      for (const subscriber of this.subscribers) subscriber.invalidateAll();
      this.listening = true;
      this.scheduleHeartbeat(client);
    } catch (error) {
      this.logger.warn(`Can't listen for change notifications: ${String(error)}`);
      this.disconnect(client);
    }
  }

  private scheduleHeartbeat(client: Client): void {
    if (this.client !== client || this.stopped) return;
    this.lastHeartbeatAt = performance.now();
    this.timer = setTimeout(() => {
      this.lookForOthers(client).then(
        () => this.scheduleHeartbeat(client),
        () => this.disconnect(client),
      );
    }, HEARTBEAT_INTERVAL_MS).unref();
  }

  private async lookForOthers(client: Client): Promise<void> {
    const { rows } = await client.query<{ found: boolean }>(
      `SELECT EXISTS (
         SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = $1 AND pid <> pg_backend_pid()) AS found`,
      [CONNECTION_NAME],
    );
    if (rows[0]!.found) this.othersSeenAt = performance.now();
  }

  /** Never rejects: without an answer the caches are bypassed. */
  private async makeRoundTrip(): Promise<void> {
    const { client } = this;
    await client?.query('SELECT 1').catch(() => this.disconnect(client));
  }

  private handle(payload: string): void {
    if (payload === STARTED) this.othersSeenAt = performance.now();
    const [subject, id] = payload.split(':');
    if (subject === 'user' || subject === 'asset') this.publish(subject, Number(id));
  }

  private disconnect(client: Client): void {
    if (this.client !== client || this.stopped) return;
    this.client = undefined;
    this.listening = false;
    for (const subscriber of this.subscribers) subscriber.invalidateAll();
    clearTimeout(this.timer);
    client.end().catch(() => undefined);
    this.timer = setTimeout(() => void this.listen(), RECONNECT_DELAY_MS).unref();
  }
}

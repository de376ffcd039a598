import { SetMetadata } from '@nestjs/common';

/** Priority classes that queue under load, in the order in which they are served. */
export const QUEUED_PRIORITIES = ['normal', 'low', 'limited'] as const;
export type QueuedPriority = (typeof QUEUED_PRIORITIES)[number];

export const PRIORITY = 'priority';
export type PriorityClass = QueuedPriority | 'immediate';

/**
 * Priority of a route under load; `normal` without it.
 * - `immediate`: never queued (collected data, health checks);
 * - `low`: large responses, after `normal`;
 * - `limited`: queries that take seconds, few at a time and after all others.
 */
export const Priority = (priority: PriorityClass) => SetMetadata<string, PriorityClass>(PRIORITY, priority);

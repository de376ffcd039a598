/** How a submission is written down for the other side. */
export const EXPORT_TYPES = ['json', 'xml'] as const;
export type ExportType = (typeof EXPORT_TYPES)[number];

export const AUTH_LEVELS = ['no_auth', 'basic_auth'] as const;
export type AuthLevel = (typeof AUTH_LEVELS)[number];

/** A question that is sent, by its name or whole path. */
export type SubsetField = string | number;

/** What happened to the submission that is told of. */
export type DeliveryCause = 'came' | 'changed';

/** Where a delivery stands, by the numbers that clients know (contract-data 8.1). */
export const DELIVERY_STATUS = { failed: 0, pending: 1, success: 2, processing: 3 } as const;
export type DeliveryStatus = keyof typeof DELIVERY_STATUS;

/** What is known of an endpoint besides its URL: `custom_headers`, `username`, `password`; all else is kept and not used. */
export type HookSettings = unknown;

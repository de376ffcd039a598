export const PAYLOAD_FORMATS = ['json', 'xml'] as const;
export type PayloadFormat = (typeof PAYLOAD_FORMATS)[number];

export const AUTH_LEVELS = ['no_auth', 'basic_auth'] as const;
export type AuthLevel = (typeof AUTH_LEVELS)[number];

/** Name or path of a question to send. */
export type SubsetField = string | number;

/** Change of the submission that caused the delivery: created, or changed. */
export type DeliveryCause = 'came' | 'changed';

/** Delivery status by its number on the wire (contract-data 8.1). */
export const DELIVERY_STATUS = { failed: 0, pending: 1, success: 2, processing: 3 } as const;
export type DeliveryStatus = keyof typeof DELIVERY_STATUS;

/** Settings of an endpoint: `custom_headers`, `username`, `password`. Other values are stored and not used. */
export type HookSettings = unknown;

/**
 * Where the service answers otherwise than the peer on purpose, besides what the recording's own deviations.mjs names.
 * A row is in the form of that file, fits nothing but what its reason is about, and says which page of docs/decisions
 * argues it.
 *
 * @typedef {{ kind: string, pointer: string, expected?: unknown, got?: unknown }} Difference
 * @typedef {{ id: string, status: number, body: any, request: { as: string | null, method: string, path: string, json?: any } }} Line
 *
 * @typedef Deviation
 * @property {RegExp} [id] of steps, by area alone
 * @property {RegExp} [method]
 * @property {RegExp} [path]
 * @property {RegExp} [pointer]
 * @property {string} [kind]
 * @property {(difference: Difference, expected: Line, got: Line) => boolean} [when]
 * @property {string} reason
 */

/** @type {Deviation[]} */
export const deviations = [];

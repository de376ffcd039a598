/** `host:port` of a pooler in transaction mode in front of the test server; set by .ci/pooler.mjs. */
const POOLER = process.env['TEST_POOLER'];

/** Variables of a service on a database, through the pooler if there is one. */
export function databaseVariables(url: string): Readonly<Record<string, string>> {
  if (POOLER === undefined) return { DATABASE_URL: url };
  const pooled = new URL(url);
  pooled.host = POOLER;
  return { DATABASE_URL: pooled.href, DATABASE_DIRECT_URL: url };
}

/** Whether a form may lead to this address after a submission. Prevents open redirects. */
export function isAllowedReturn(url: string | undefined, origins: readonly string[]): url is string {
  if (url === undefined || !URL.canParse(url)) return false;
  const { protocol, origin } = new URL(url);
  return /^https?:$/.test(protocol) && origins.includes(origin);
}

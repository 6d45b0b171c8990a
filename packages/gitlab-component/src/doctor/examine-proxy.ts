import { proxyFor } from '@milepost/shared/client';
import type { Machine } from '../machine.ts';
import { type Finding, failed, ok } from './finding.ts';

type Env = Machine['env'];

/** Which way leads to each of these URLs: through a proxy, or past it. */
export function examineProxy(urls: readonly URL[], env: Env): Finding {
  const origins = new Map(urls.map((url) => [url.origin, url]));
  const findings = [...origins.values()].map((url) => findingOf(url, env));
  return (
    findings.find(({ state }) => state === 'failed') ?? ok(findings.map(({ found }) => found).join('; '))
  );
}

function findingOf(url: URL, env: Env): Finding {
  const proxy = proxyFor(url, env);
  if (proxy && 'problem' in proxy) return failed(proxy.problem, 'Correct that variable, or unset it.');
  if (proxy) {
    const as = proxy.authorization === undefined ? '' : ', with credentials';
    return ok(`the way to ${url.origin} leads through ${proxy.url.origin} (${proxy.variable}${as})`);
  }
  const exemption = exemptionOf(url, env);
  const why = exemption ?? 'no proxy is set for it';
  return ok(`${url.origin} is asked directly: ${why}`);
}

/** What of NO_PROXY keeps a URL from the proxy that there is; undefined when there is none. */
function exemptionOf(url: URL, env: Env): string | undefined {
  const exempting = (list: string) => proxyFor(url, { ...env, no_proxy: list, NO_PROXY: undefined });
  if (exempting('') === undefined) return undefined;
  const variable = env['no_proxy']?.trim() ? 'no_proxy' : 'NO_PROXY';
  const entry = env[variable]?.split(/[\s,]+/).find((one) => one !== '' && exempting(one) === undefined);
  return `${variable} names ${entry}`;
}

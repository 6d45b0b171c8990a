import type { HttpProxy } from './proxy.ts';
import type { Problem } from './types.ts';

/** The way that a try took. */
export interface Hop {
  url: URL;
  setting: 'baseUrl' | 'authUrl' | undefined;
  proxy: HttpProxy | undefined;
  /** False as long as nobody but the proxy can have failed. */
  isThrough: boolean;
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection is refused',
  ECONNRESET: 'the connection was closed before the answer was complete',
  ENOTFOUND: 'there is no such host name',
  EAI_AGAIN: 'the host name cannot be looked up',
  ETIMEDOUT: 'no connection came about in time',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
};

// OpenSSL's names of what is wrong with a certificate, and Node's own.
const CERTIFICATE_CODE =
  /^(CERT_|CRL_|UNABLE_TO_|ERROR_IN_C|DEPTH_ZERO_|SELF_SIGNED_|INVALID_(CA|PURPOSE)$|PATH_LENGTH_|HOSTNAME_MISMATCH$|ERR_TLS_CERT_)/;
const UNKNOWN_ISSUER_CODE = /^(UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)|DEPTH_ZERO_|SELF_SIGNED_|CERT_UNTRUSTED$)/;

/** Why a connection broke, or never came about. */
export function connectionProblem(error: Error, hop: Hop): Problem {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const name = nameOf(hop);
  if (CERTIFICATE_CODE.test(code)) {
    return blame(
      hop,
      `the certificate of ${name} is not trusted: ${error.message} (${code}); ${remedyOf(code)}`,
    );
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) {
    return blame(hop, `${name} does not speak TLS as it should (${code}); is it an http:// address?`);
  }
  if (code.startsWith('HPE_')) {
    return blame(hop, `${name} does not answer in HTTP (${code}); is it an https:// address?`);
  }
  const words = WORDS[code];
  const detail = words === undefined ? error.message || code : `${words} (${code})`;
  return { fault: 'outage', message: `${name} cannot be reached: ${detail}` };
}

/** Nothing came for too long. */
export function timeoutProblem(timeoutMs: number, hop: Hop): Problem {
  return {
    fault: 'outage',
    message: `${nameOf(hop)} gave no answer within ${Number((timeoutMs / 1000).toPrecision(2))} s`,
  };
}

/** More came than anybody who is right ever says. */
export function tooLongProblem(maxBytes: number, hop: Hop): Problem {
  return blame(
    hop,
    `${nameOf(hop)} does not answer as it should: its answer is longer than ${maxBytes} bytes`,
  );
}

/** The proxy itself answered, with this status. */
export function proxyProblem(status: number, hop: Hop): Problem {
  const proxy = proxyNameOf(hop.proxy);
  if (status === 407) {
    return {
      fault: 'configuration',
      status,
      message: `${proxy} wants other credentials than its URL has: 407 Proxy Authentication Required`,
    };
  }
  // What a proxy says of the service behind it may pass; its rules do not.
  const isPassing = status >= 500 || status === 408 || status === 429;
  return {
    fault: isPassing ? 'outage' : 'configuration',
    status,
    message: `${proxy} ${isPassing ? 'found no way' : 'refused the way'} to ${hop.url.host}: ${status}`,
  };
}

/** What there is to mend is the proxy's variable, which is no setting, until the way led past the proxy. */
function blame(hop: Hop, message: string): Problem {
  return { fault: 'configuration', message, ...(hop.isThrough && hop.setting && { setting: hop.setting }) };
}

function nameOf({ url, proxy, isThrough }: Hop): string {
  if (!isThrough) return proxyNameOf(proxy);
  return proxy ? `${url.origin} (by way of ${proxyNameOf(proxy)})` : url.origin;
}

function proxyNameOf(proxy: HttpProxy | undefined): string {
  return `the proxy ${proxy?.url.origin} (${proxy?.variable})`;
}

function remedyOf(code: string): string {
  if (UNKNOWN_ISSUER_CODE.test(code)) {
    return 'if a CA of your own signed it, name a file with that CA in NODE_EXTRA_CA_CERTS';
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'it is for another host name: is the address right?';
  return 'ask for another one where the service is run';
}

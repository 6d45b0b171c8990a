import type { Problem } from './types.ts';

const CERTIFICATE =
  /^(CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_TLS_CERT|INVALID_(CA|PURPOSE)|HOSTNAME_MISMATCH|ERROR_IN_CERT|PATH_LENGTH)/;

/** Why there was no answer, and whose fault that is. The message has no secret: of URLs it shows hosts only. */
export function explainFailure(
  error: unknown,
  { url, proxy, timedOutAfterMs }: { url: URL; proxy: URL | undefined; timedOutAfterMs: number | undefined },
): Problem {
  const via = proxy ? ` through the proxy ${proxy.host}` : '';
  if (timedOutAfterMs !== undefined) {
    return {
      fault: 'outage',
      message: `${url.host} did not answer within ${timedOutAfterMs / 1000} s${via}`,
    };
  }
  const code = codeOf(error);
  if (CERTIFICATE.test(code)) {
    return {
      fault: 'configuration',
      message:
        `the certificate of ${url.host} is not trusted (${code}); ` +
        'if it is signed by a CA of your own, name its file in NODE_EXTRA_CA_CERTS',
    };
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) {
    return {
      fault: 'configuration',
      message: `${url.host} does not speak TLS as expected (${code}); is its address an http:// one?`,
    };
  }
  if (code.startsWith('HPE_')) {
    return { fault: 'configuration', message: `${url.host} does not answer in HTTP (${code})${via}` };
  }
  return { fault: 'outage', message: `${connectionMessage(code, proxy?.host ?? url.host)}` };
}

/** Why a proxy did not let a request pass. */
export function explainProxyRefusal(status: number, proxy: URL): Problem {
  if (status === 407) {
    return {
      fault: 'configuration',
      message: `the proxy ${proxy.host} wants credentials (407); give them in its URL`,
      status,
    };
  }
  // What a proxy answers when the server behind it cannot be reached.
  const isOutage = status >= 500;
  return {
    fault: isOutage ? 'outage' : 'configuration',
    message: `the proxy ${proxy.host} did not connect (${status})`,
    status,
  };
}

function connectionMessage(code: string, host: string): string {
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host ${host} cannot be found (${code})`;
    case 'ECONNREFUSED':
      return `${host} refused the connection`;
    case 'ETIMEDOUT':
      return `${host} cannot be reached (${code})`;
    default:
      return `the connection to ${host} broke (${code})`;
  }
}

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.message : String(error);
}

import { BlockList, isIPv6 } from 'node:net';
import type { ControlFrom } from '../config.ts';

/**
 * Makes the check whether an address may use the controls: loopback always may, others as `from` says. It takes
 * a socket's `remoteAddress`, IPv4 mapped into IPv6 included.
 */
export function createCallerCheck(from: ControlFrom): (address: string | undefined) => boolean {
  if (from === 'any') return () => true;
  const allowed = new BlockList();
  allowed.addSubnet('127.0.0.0', 8, 'ipv4');
  allowed.addAddress('::1', 'ipv6');
  for (const { address, prefix, family } of from) allowed.addSubnet(address, prefix, family);
  return (address) => {
    if (address === undefined) return false;
    // A link-local address names its interface.
    const plain = address.replace(/%.*$/, '');
    return allowed.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}

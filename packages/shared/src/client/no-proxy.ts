import { BlockList, isIP } from 'node:net';

/**
 * Whether NO_PROXY exempts a URL. The list has host names (which stand for what is below them, too, with or without a
 * dot or `*.` in front), addresses and networks such as `10.0.0.0/8`, each with a port if need be; `*` is everything.
 */
export function isExempt(target: URL, list: string): boolean {
  const host = bareHost(target.hostname);
  const port = target.port || (target.protocol === 'https:' ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = entry, only = port] = /^(\[.*\]|[^:]+):(\d+)$/.exec(entry) ?? [];
      return only === port && isWithin(host, bareHost(name));
    });
}

function isWithin(host: string, entry: string): boolean {
  const [address = '', prefix] = entry.split('/');
  if (isIP(address) !== 0) return isIP(host) === isIP(address) && isInNetwork(host, address, prefix);
  const domain = entry.replace(/^\*?\./, '');
  return host === domain || host.endsWith(`.${domain}`);
}

/** Compares addresses by value: one of IPv6 has many spellings. */
function isInNetwork(host: string, address: string, prefix: string | undefined): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  const all = family === 'ipv6' ? 128 : 32;
  const bits = prefix === undefined ? all : Number(prefix);
  if (!Number.isInteger(bits) || bits < 0 || bits > all) return false;
  const network = new BlockList();
  network.addSubnet(address, bits, family);
  return network.check(host, family);
}

function bareHost(host: string): string {
  return host.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

import { generate } from 'selfsigned';

/** A certificate that nobody but itself has signed, for `127.0.0.1` unless another name is given. */
export async function makeCertificate(name?: string): Promise<{ key: string; cert: string }> {
  const altNames = [
    name === undefined ? { type: 7 as const, ip: '127.0.0.1' } : { type: 2 as const, value: name },
  ];
  const { private: key, cert } = await generate([{ name: 'commonName', value: name ?? '127.0.0.1' }], {
    algorithm: 'sha256',
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'subjectAltName', altNames },
    ],
  });
  return { key, cert };
}

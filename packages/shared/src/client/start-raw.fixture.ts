import { createServer, type Socket } from 'node:net';

/** A server on loopback that need not speak HTTP. */
export async function startRaw(connected: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    // What a client that gives up does to a connection is no concern here.
    socket.on('error', () => {});
    connected(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    sockets,
    /** Resolves when the clients have closed their connections, too. */
    closed: () => new Promise<void>((resolve) => server.close(() => resolve())),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A port of loopback where nobody listens. */
export async function unusedPort(): Promise<number> {
  await using server = await startRaw(() => {});
  return server.port;
}

import type { Logger } from 'pino';
import type { Service } from '../service.ts';

/** SIGTERM and SIGINT end the process in order, with exit code 0; a second signal ends it at once. */
export function stopOnSignal(service: Service, log: Logger, flushLog: () => void): void {
  let stopping = false;

  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    let code = 0;
    try {
      await service.stop();
      log.info('stopped');
    } catch (err) {
      log.error({ err }, 'the stop failed');
      code = 1;
    }
    flushLog();
    process.exit(code);
  }

  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

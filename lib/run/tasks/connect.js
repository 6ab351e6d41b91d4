import { InputError } from '../../base/errors.js';

/** Time after which a server counts as unreachable. */
const CONNECT_MS = 5000;

/**
 * Returns the name of the queue. Workers of another version would create other bytes, so each version has its own
 * queue.
 * @param {string} version
 */
export const queueName = (version) => `pagethrift-${version}`;

/** Returns the address of a server without user and password, for messages and reports. @param {string} url */
export const nameServer = (url) => url.replace(/\/\/[^/]*@/, '//');

/**
 * Connects to a Redis server. The packages for it are only needed for a queue.
 * @param {string} url
 */
export async function connect(url) {
  const { Queue, QueueEvents, Worker } = await load(import('bullmq'));
  const { Redis } = await load(import('ioredis'));
  if (!/^rediss?:\/\//.test(url)) throw new InputError('usage', `--queue ${nameServer(url)}: write redis://host:port`);
  const redis = new Redis(url, { maxRetriesPerRequest: null, connectTimeout: CONNECT_MS, lazyConnect: true });
  // The user of the connection also listens for errors. Before that, the rejection below reports them.
  redis.on('error', () => {});
  try {
    await redis.connect();
  } catch (error) {
    redis.disconnect();
    const why = error instanceof Error ? error.message : String(error);
    throw new InputError(
      'no-queue',
      `${nameServer(url)} does not respond (${why}). Start Redis there, or omit --queue.`,
    );
  }
  return { Queue, QueueEvents, Worker, redis };
}

/**
 * @template T
 * @param {Promise<T>} loading
 * @returns {Promise<T>}
 */
async function load(loading) {
  try {
    return await loading;
  } catch (cause) {
    throw new InputError('no-queue', 'The option --queue needs two more packages: npm install bullmq ioredis.', {
      cause,
    });
  }
}

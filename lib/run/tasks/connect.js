import { InputError } from '../../base/errors.js';

/** A server that does not answer for so long is none. */
const CONNECT_MS = 5000;

/** Workers of another version would make other bytes: each version has a queue of its own. @param {string} version */
export const queueName = (version) => `pagethrift-${version}`;

/**
 * Connects to a Redis server. Only who uses a queue needs the packages for it.
 * @param {string} url
 */
export async function connect(url) {
  const { Queue, QueueEvents, Worker } = await load(import('bullmq'));
  const { Redis } = await load(import('ioredis'));
  if (!/^rediss?:\/\//.test(url)) throw new InputError('usage', `--queue ${url}: write redis://host:port`);
  const redis = new Redis(url, { maxRetriesPerRequest: null, connectTimeout: CONNECT_MS, lazyConnect: true });
  // Whoever uses the connection listens for errors too; before that the refusal below says it.
  redis.on('error', () => {});
  try {
    await redis.connect();
  } catch (error) {
    redis.disconnect();
    const why = error instanceof Error ? error.message : String(error);
    throw new InputError('no-queue', `${url} does not answer (${why}): start Redis there, or leave --queue out`);
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
  } catch {
    throw new InputError('no-queue', '--queue needs two more packages: npm install bullmq ioredis');
  }
}

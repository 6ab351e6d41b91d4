/** Barford & Crovella 1999: ten minutes of a user population with four versions of HTTP. */

import { IP_TCP_BYTES } from '../defaults.js';
import { exact } from '../exact.js';
import { keysOf } from '../keys-of.js';
import { countPackets, estimatePopulation } from '../workload.js';
import data from './surge99.json' with { type: 'json' };

/** @import { Claim, Paper } from './claims.js' */
/** @import { Protocol } from '../workload.js' */

const { rows, userEquivalents, setup } = data;
/** The paper gives packets in millions. */
const million = 1e6;

/** @type {Record<keyof typeof rows, Protocol>} */
const protocols = {
  'HTTP/1.0': '1.0',
  'HTTP/1.1': '1.1',
  'HTTP/1.1 pipelined': '1.1 pipelined',
  'HTTP/1.1 early close': '1.1 early close',
};

/**
 * Returns the requests of a run: those of the HTTP/1.0 run, which has one for each connection, in proportion to the
 * data moved.
 * @param {keyof typeof rows} name
 * @param {number} at
 */
function requestsOf(name, at) {
  return (rows['HTTP/1.0'].connects[at] * rows[name].dataBytes[at]) / rows['HTTP/1.0'].dataBytes[at];
}

/**
 * Returns the connections of a run. Those of the pipelined run are not printed and are taken from the serial one in
 * proportion.
 * @param {keyof typeof rows} name
 * @param {number} at
 */
function connectionsOf(name, at) {
  if (name !== 'HTTP/1.1 pipelined') return rows[name].connects[at];
  return (rows['HTTP/1.1'].connects[at] * rows[name].dataBytes[at]) / rows['HTTP/1.1'].dataBytes[at];
}

/**
 * Predicts packets from the run's own data packets and connections: the model adds handshakes, closes and
 * acknowledgements. The data volume of a run depends on its server's throughput, which is outside of a network model.
 * @param {keyof typeof rows} name @param {number} at
 */
function predictPackets(name, at) {
  const requestPackets = requestsOf(name, at);
  const responsePackets = rows[name].dataPackets[at] * million - requestPackets;
  return countPackets({ connections: connectionsOf(name, at), requestPackets, responsePackets }).total;
}

const drawn = { reason: 'users drawn with our own seed: the sums of a heavy-tailed workload differ from run to run' };
const busy = { reason: 'the server’s processor and time-outs hold connections open, not the network' };

/** @returns {Claim[]} */
function listCells() {
  return keysOf(rows).flatMap((name) =>
    userEquivalents.map((users, at) => ({
      table: 'packets and bytes',
      row: `${name}, ${users} users`,
      published: {
        packets: Math.round(rows[name].totalPackets[at] * million),
        dataBytes: Math.round(rows[name].dataBytes[at] * million),
      },
      limits: { packets: { tolerance: 0.025 }, dataBytes: { tolerance: 0.0005 } },
      fitted: true,
      predict: () => ({
        packets: predictPackets(name, at),
        dataBytes: (rows[name].totalBytes[at] - IP_TCP_BYTES * rows[name].totalPackets[at]) * million,
      }),
    })),
  );
}

/** @returns {Claim[]} */
function listPopulations() {
  return exact(['HTTP/1.0', 'HTTP/1.1']).flatMap((name) =>
    userEquivalents.slice(0, 2).map((users, at) => ({
      table: 'drawn users',
      row: `${name}, ${users} users`,
      published: {
        connects: rows[name].connects[at],
        dataPackets: Math.round(rows[name].dataPackets[at] * million),
        openConnections: rows[name].establishedAverage[at],
      },
      limits: {
        connects: { tolerance: 0.15 },
        dataPackets: drawn,
        openConnections: name === 'HTTP/1.0' ? busy : { tolerance: 0.15 },
      },
      fitted: users === 40,
      predict: () => {
        const load = estimatePopulation({ users, seconds: setup.runMinutes * 60 }, { protocol: protocols[name] });
        return {
          connects: load.connections,
          dataPackets: load.packets.data,
          openConnections: load.openConnections,
        };
      },
    })),
  );
}

/** @type {Paper} */
export const surge99 = {
  id: 'surge99',
  citation: data.citation,
  listClaims: () => [...listCells(), ...listPopulations()],
};

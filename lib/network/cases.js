/** @import { CaseErrors, CaseResult, EstimateResult, Measured } from './types.ts' */
import { asRecord, parseJson } from './scenario.js';
import { estimate } from './simulate.js';

const FILE_FIELDS = new Set(['cases', 'what', 'software', 'client', 'note']);
const CASE_FIELDS = new Set(['name', 'scenario', 'measured', 'software', 'client', 'note']);

/** @param {number} predicted @param {number | undefined} measured */
const relative = (predicted, measured) => (measured === undefined || measured === 0 ? null : predicted / measured - 1);

/** @param {EstimateResult} result @param {Measured} measured @returns {CaseErrors} */
function compare({ estimate: cost, detail }, measured) {
  const { payloadUp, payloadDown, seconds, dataSeconds } = measured;
  const payload =
    measured.payloadBytes ??
    (payloadUp === undefined || payloadDown === undefined ? undefined : payloadUp + payloadDown);
  return {
    packets: relative(cost.packets, measured.packets),
    packetsDown: relative(cost.packetsDown, measured.packetsDown),
    payloadBytes: relative(detail.payloadUp + detail.payloadDown, payload),
    seconds: seconds === undefined ? relative(detail.dataMs / 1000, dataSeconds) : relative(cost.ms / 1000, seconds),
  };
}

/** @param {Record<string, unknown>} record @param {Set<string>} known @param {string} where */
function refuseUnknown(record, known, where) {
  for (const name of Object.keys(record)) {
    if (!known.has(name)) throw new Error(`${where}: "${name}" is not a field; known: ${[...known].join(', ')}`);
  }
}

/**
 * Estimates every case of a file. Adds the error of the estimate where a case was measured.
 * @param {string | { readonly cases: readonly any[] }} file
 * @returns {{ cases: CaseResult[] }}
 */
export function estimateCases(file) {
  const data = asRecord(typeof file === 'string' ? parseJson(file, 'cases') : file, 'cases');
  if (!Array.isArray(data?.cases)) throw new Error('cases: the file has no list of cases');
  refuseUnknown(data, FILE_FIELDS, 'cases');
  return { cases: data.cases.map(estimateCase) };
}

/** @param {any} item @param {number} index @returns {CaseResult} */
function estimateCase(item, index) {
  const where = `cases[${index}]`;
  if (typeof item?.name !== 'string') throw new Error(`${where}: has no name`);
  refuseUnknown(item, CASE_FIELDS, `${where} (${item.name})`);
  let result;
  try {
    result = estimate(item.scenario);
  } catch (cause) {
    throw new Error(`${where} (${item.name}): ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
  const measured = item.measured ?? null;
  const error =
    measured === null
      ? { packets: null, packetsDown: null, payloadBytes: null, seconds: null }
      : compare(result, measured);
  return { name: item.name, ...result, measured, error };
}

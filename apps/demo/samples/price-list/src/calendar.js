const dayMs = 24 * 60 * 60 * 1000;

/** "2026-07-31" → milliseconds since 1970, at midnight UTC */
function toMs(day) {
  const ms = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(ms)) throw new Error(`not a day: "${day}"`);
  return ms;
}

function toDay(ms) {
  return new Date(ms).toISOString().slice(0, 10);
}

export function addDays(day, count) {
  return toDay(toMs(day) + count * dayMs);
}

/** The same day of the month, `count` months later. */
export function addMonths(day, count) {
  const date = new Date(toMs(day));
  date.setUTCMonth(date.getUTCMonth() + count);
  return toDay(date.getTime());
}

export function daysBetween(from, to) {
  return Math.round((toMs(to) - toMs(from)) / dayMs);
}

/** How many digits a currency has after the point. */
const digits = { EUR: 2, USD: 2, GBP: 2, JPY: 2 };

const symbols = { EUR: '€', USD: '$', GBP: '£', JPY: '¥' };

/** "1,299.50" in EUR → 129950 */
export function parseAmount(text, currency) {
  const number = Number(text.replaceAll(',', ''));
  if (text.trim() === '' || Number.isNaN(number)) throw new Error(`not an amount: "${text}"`);
  return Math.floor(number * 10 ** digits[currency]);
}

/** 129950 in EUR → "€1,299.50" */
export function formatAmount(amount, currency) {
  const factor = 10 ** digits[currency];
  const sign = amount < 0 ? '-' : '';
  const whole = Math.floor(Math.abs(amount) / factor);
  const rest = Math.abs(amount) % factor;
  const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${sign}${symbols[currency]}${grouped}.${String(rest).padStart(digits[currency], '0')}`;
}

import { addMonths } from './calendar.js';
import { formatAmount } from './money.js';

/** Adds up lines of { name, quantity, price } and a tax in percent on the sum. */
export function totals(lines, taxPercent) {
  const net = lines.reduce((sum, line) => sum + line.quantity * line.price, 0);
  const tax = Math.round((net * taxPercent) / 100);
  return { net, tax, gross: net + tax };
}

/** An invoice as text: name, quantity and sum of each line in columns. */
export function printInvoice({ number, day, currency, lines, taxPercent }) {
  const { net, tax, gross } = totals(lines, taxPercent);
  const rows = [
    ...lines.map((line) => [line.name, String(line.quantity), line.quantity * line.price]),
    ['Net', '', net],
    [`Tax ${taxPercent} %`, '', tax],
    ['Total', '', gross],
  ];
  const printed = rows.map(
    ([name, quantity, amount]) =>
      `${name.padEnd(28)}${quantity.padStart(4)}${formatAmount(amount, currency).padStart(14)}`,
  );
  return [`Invoice ${number}, ${day}, due ${addMonths(day, 1)}`, '', ...printed].join('\n');
}

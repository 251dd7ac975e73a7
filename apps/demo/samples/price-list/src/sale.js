import { daysBetween } from './calendar.js';
import { percentOff } from './discount.js';

/** A sale: { name, from, to, percent, tags }, on from the first day to the last. */
export function isOn(sale, day) {
  return daysBetween(sale.from, day) >= 0 && daysBetween(day, sale.to) > 0;
}

/** The price of a product on a day: the best of all sales that are on and share a tag with it. */
export function priceOn(product, sales, day) {
  const prices = sales
    .filter((sale) => isOn(sale, day))
    .filter((sale) => sale.tags.some((tag) => product.tags.includes(tag)))
    .map((sale) => percentOff(product.price, sale.percent));
  return Math.min(product.price, ...prices);
}

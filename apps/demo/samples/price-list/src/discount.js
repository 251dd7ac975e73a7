/** Takes `percent` off an amount and rounds to the nearest unit, half up. */
export function percentOff(amount, percent) {
  return amount - Math.round((amount * percent) / 100);
}

/** Takes several percentages off, one after the other, in the order given. */
export function percentsOff(amount, percents) {
  return percents.reduce(percentOff, amount);
}

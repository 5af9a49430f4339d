/** Figures, written as the pages write them that the service makes. */

const LARGEST = 1e6;
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const plain = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 2 });

/** Whole steps from one mark of a count to the next along an axis. */
export const steps = Array.from({ length: 36 }, (_, place) => [1, 2, 5][place % 3] * 10 ** Math.floor(place / 3));

/** A count, to the last digit. */
export function exact(value) {
  return value === null || value === undefined ? "–" : plain.format(value);
}

/** A figure such as 7, 0.67, 1,234 or 5.7 × 10²⁹. */
export function number(value) {
  if (value === null || value === undefined || Math.abs(value) <= LARGEST) {
    return exact(value);
  }
  const [factor, exponent] = value.toExponential(1).split("e+");
  return `${factor.replace(".0", "")} × 10${Array.from(exponent, (digit) => RAISED[digit]).join("")}`;
}

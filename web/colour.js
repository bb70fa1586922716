// Colours as numbers: shades for pieces, and the contrast that decides whether they need a rim.

/** @param {string} colour `#rrggbb` */
const channels = (colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/**
 * A colour on the way from one to another.
 * @param {string} from
 * @param {string} to
 * @param {number} part 0 is `from`, 1 is `to`
 */
export function mix(from, to, part) {
  const target = channels(to);
  const mixed = channels(from).map((value, index) => Math.round(value + (target[index] - value) * part));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** Relative luminance, as WCAG has it. @param {string} colour */
function luminance(colour) {
  const [red, green, blue] = channels(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21. @param {string} one @param {string} other */
export function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Ink that can be read on a colour. @param {string} colour */
export const inkOn = (colour) => (luminance(colour) > 0.3 ? "#17191d" : "#f6f1e3");

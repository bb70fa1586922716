// What data from outside must look like before anybody believes it: shapes are questions that can
// be put together. What was kept may be an older version's, or somebody else's.

/** @typedef {(value: any) => boolean} Shape */

/** @type {Shape} */
export const text = (value) => typeof value === "string";
/** @type {Shape} */
export const number = (value) => Number.isFinite(value);
/** @type {Shape} */
export const truth = (value) => typeof value === "boolean";

/** @param {readonly string[]} words @returns {Shape} */
export const oneOf = (words) => (value) => words.includes(value);

/** May be missing. @param {Shape} shape @returns {Shape} */
export const maybe = (shape) => (value) => value === undefined || value === null || shape(value);

/** @param {Shape} shape @returns {Shape} */
export const listOf = (shape) => (value) => Array.isArray(value) && value.every((each) => shape(each));

/** A list with one entry for each shape. @param {...Shape} shapes @returns {Shape} */
export const row = (...shapes) => (value) => Array.isArray(value) && value.length === shapes.length && shapes.every((shape, index) => shape(value[index]));

/** @type {Shape} */
const group = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** A group with these parts, and perhaps others. @param {Record<string, Shape>} shapes @returns {Shape} */
export const parts = (shapes) => (value) => group(value) && Object.entries(shapes).every(([key, shape]) => shape(value[key]));

/** A group of which every part has the same shape. @param {Shape} shape @returns {Shape} */
export const each = (shape) => (value) => group(value) && Object.values(value).every((part) => shape(part));

/** The shape of an example. @param {unknown} example @returns {Shape} */
export function like(example) {
  if (Array.isArray(example)) return row(...example.map(like));
  if (group(example)) return parts(Object.fromEntries(Object.entries(/** @type {object} */ (example)).map(([key, value]) => [key, like(value)])));
  return typeof example === "number" ? number : (value) => typeof value === typeof example;
}

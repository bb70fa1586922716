// The few pictures on buttons, as lines on a 24 by 24 grid.

import { s } from "./dom.js";

const LINES = {
  first: "M6 5v14 M18 5l-9 7 9 7",
  back: "M15 5l-8 7 8 7",
  forward: "M9 5l8 7-8 7",
  last: "M18 5v14 M6 5l9 7-9 7",
  flip: "M7 4v14 M3 8l4-4 4 4 M17 20V6 M13 16l4 4 4-4",
  undo: "M4 9h10a6 6 0 0 1 0 12h-4 M4 9l5-5 M4 9l5 5",
  hint: "M9 18h6 M10 21h4 M8.5 15a6 6 0 1 1 7 0c-.6.5-.8 1.200-.8 3h-5.400c0-1.800-.2-2.500-.8-3z",
  flag: "M5 21V4h13l-3 4.500 3 4.500H5",
  fresh: "M12 5v14 M5 12h14",
  share: "M12 15V4 M8 7.500L12 3.500l4 4 M5 12v8h14v-8",
  help: "M9 9.200a3 3 0 1 1 4.400 2.600c-1 .6-1.400 1.200-1.400 2.200 M12 17.500v.2 M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z",
  rules: "M4 5.500c3-1.500 6-1 8 .5 2-1.500 5-2 8-.5V19c-3-1.500-6-1-8 .5-2-1.500-5-2-8-.5z M12 6v13.500",
  theme: "M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z",
  options: "M4 7h9 M17 7h3 M4 17h3 M11 17h9 M15 4.800v4.400 M9 14.800v4.400",
  close: "M6 6l12 12 M18 6L6 18",
  pause: "M9 5v14 M15 5v14",
  go: "M8 5l11 7-11 7z",
  sound: "M4 9.500v5h4l5 4v-13l-5 4z M16.500 9a4.500 4.500 0 0 1 0 6",
  mute: "M4 9.500v5h4l5 4v-13l-5 4z M17 9.500l5 5 M22 9.500l-5 5",
};

/** @param {keyof typeof LINES} name */
export function icon(name) {
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: `icon ${name}` }, s("path", { d: LINES[name] }));
}

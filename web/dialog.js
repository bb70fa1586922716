// Dialogs: the browser's own, with a title, a way out, and the focus back where it was.

import { h } from "./dom.js";
import { icon } from "./icons.js";

/**
 * @param {string} title
 * @param {(body: HTMLElement, close: () => void) => void} build
 * @param {{ wide?: boolean, id?: string }} [looks]
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, build, { wide = false, id } = {}) {
  const close = () => dialog.close();
  const body = h("div", { class: "body" });
  const heading = h("h2", { id: `${id ?? "dialog"}-title` }, title);
  const out = h("button", { class: "icon-button", type: "button", "aria-label": "Close", onclick: close }, icon("close"));
  const dialog = h("dialog", { id, class: wide && "wide", "aria-labelledby": heading.id }, h("header", {}, heading, out), body);
  dialog.addEventListener("close", () => dialog.remove());
  // A press beside the dialog is one on the dialog element itself, not on anything within it.
  dialog.addEventListener("pointerdown", (event) => {
    if (event.target === dialog) close();
  });
  document.body.append(dialog);
  build(body, close);
  // The focus begins at the content, not at the way out.
  if (!body.querySelector("[autofocus]")) {
    body.tabIndex = 0;
    body.autofocus = true;
  }
  dialog.showModal();
  return dialog;
}

/**
 * Asks before something that cannot be taken back.
 * @param {string} question
 * @param {string} yes the word on the button that does it
 * @param {() => void} act
 */
export function confirmFirst(question, yes, act) {
  openDialog(question, (body, close) => {
    const go = () => {
      close();
      act();
    };
    body.append(
      h(
        "div",
        { class: "actions" },
        h("button", { class: "button", type: "button", onclick: close }, "No, go on"),
        h("button", { class: "button primary", type: "button", onclick: go, id: "confirm" }, yes),
      ),
    );
  });
}

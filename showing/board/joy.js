// The celebration when both boards agree: a copy of the one flies onto the other.

import { isCalm } from "./motion.js";
import { rejoice } from "./player.js";
import { stage } from "./stage.js";

const SQUARES = 44;

/** Celebrate a solution, unless the user's system is set to reduce movements. */
export function celebrate() {
  if (isCalm()) return;
  const [board, goal] = stage.boards;
  if (!board.svg || !goal.svg) return;
  const from = board.svg.getBoundingClientRect();
  const to = goal.svg.getBoundingClientRect();
  const flying = document.createElement("div");
  flying.className = "fly";
  flying.style.cssText = `left:${from.left}px;top:${from.top}px`;
  const copy = /** @type {SVGElement} */ (board.svg.cloneNode(true));
  for (const one of copy.querySelectorAll(".paper, .labs")) one.remove();
  flying.append(copy);
  document.body.append(flying);
  const scale = goal.cell / board.cell;
  const x = to.left + goal.gutter - (from.left + board.gutter * scale);
  const y = to.top + goal.gutter - (from.top + board.gutter * scale);
  const half = (1 + scale) / 2;
  const flight = flying.animate(
    [
      { transform: "none" },
      {
        transform: `translate(${x / 2}px,${y / 2 - 26}px) scale(${half * 1.03})`,
        offset: 0.5,
      },
      { transform: `translate(${x}px,${y}px) scale(${scale})` },
    ],
    { duration: 900, easing: "cubic-bezier(.6,0,.2,1)" },
  );
  flight.onfinish = () => {
    flying.remove();
    rejoice();
    scatter();
  };
}

/** Let small squares fly out of the badge of the verdict. */
function scatter() {
  const shown = [...document.querySelectorAll(".badge")].filter((one) => one.clientWidth > 1);
  const box = shown[0]?.getBoundingClientRect();
  if (!box) return;
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const colours = ["--agree", "--accent", "--thick", "--agree"];
  for (let i = 0; i < SQUARES; i++) {
    const square = document.createElement("i");
    const side = 6 + (i % 4) * 2;
    const colour = `var(${colours[i % 4]})`;
    square.className = "bit";
    square.style.cssText = `left:${x - side / 2}px;top:${y - side / 2}px;width:${side}px;height:${side}px;background:${i % 3 ? colour : "transparent"};border:2px solid ${colour}`;
    document.body.append(square);
    const angle = (i / SQUARES) * Math.PI * 2 + (i % 5) * 0.13;
    const radius = 90 + ((i * 37) % 110);
    const [dx, dy] = [Math.cos(angle) * radius, Math.sin(angle) * radius * 0.8];
    const flight = square.animate(
      [
        { transform: "none", opacity: 1 },
        {
          transform: `translate(${dx}px,${dy - 30}px) rotate(${90 * (1 + (i % 3))}deg)`,
          opacity: 1,
          offset: 0.55,
        },
        {
          transform: `translate(${dx * 1.15}px,${dy + 60}px) rotate(${180 + 90 * (i % 3)}deg)`,
          opacity: 0,
        },
      ],
      { duration: 1250 + (i % 6) * 70, easing: "cubic-bezier(.15,.7,.4,1)" },
    );
    flight.onfinish = () => square.remove();
  }
}

import { snapshot } from "../../src/tmux/capture.ts";
import { listPanes } from "../../src/tmux/listing.ts";
import { expect, soon, test } from "./room.ts";

const EDGES = [
  "pane_left",
  "pane_top",
  "pane_right",
  "pane_bottom",
  "pane_at_left",
  "pane_at_right",
  "pane_at_top",
  "pane_at_bottom",
] as const;

test.for([
  { name: "one pane", setUp: [] },
  { name: "splits", setUp: ["split-window -h", "split-window -v", "split-window -v"] },
  { name: "a zoomed pane", setUp: ["split-window -h", "split-window -v", "resize-pane -Z"] },
  {
    name: "borders with a status above",
    setUp: ["split-window -h", "split-window -v", "set-option -w pane-border-status top"],
  },
  {
    name: "borders with a status below",
    setUp: ["split-window -h", "split-window -v", "set-option -w pane-border-status bottom"],
  },
])("where a pane is, is what tmux says itself: $name", async ({ setUp }, { server, pane, sockets }) => {
  for (const line of setUp) {
    const [name = "", ...rest] = line.split(" ");
    sockets.cli("main", name, "-t", pane, ...rest);
  }
  const format = ["pane_id", "pane_width", "pane_height", ...EDGES].map((field) => `#{${field}}`).join(" ");
  const said = sockets.cli("main", "list-panes", "-t", pane, "-F", format).trimEnd().split("\n");

  const panes = await listPanes(server, {}, soon());

  const spelled = (place: (typeof panes)[number]) =>
    [
      place.pane_id,
      place.pane_width,
      place.pane_height,
      ...EDGES.map((edge) => (typeof place[edge] === "boolean" ? Number(place[edge]) : place[edge])),
    ].join(" ");
  expect(panes.map(spelled)).toEqual(said);
  for (const place of panes) {
    const state = await snapshot(server, place.pane_id, {}, soon());
    expect(
      spelled({ ...place, ...state, pane_width: `${state.pane_width}`, pane_height: `${state.pane_height}` }),
    ).toBe(spelled(place));
  }
});

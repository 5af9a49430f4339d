/** What the player of Sokoban says of itself; `_` translates. */

/** How the best answers are compared. */
export function ordersOf(_) {
  const minor = ["box_lines", "box_changes", "pushing_sessions", "player_lines"];
  return [
    { name: "moves", label: _("Best by moves"), by: ["moves", "pushes", ...minor] },
    { name: "pushes", label: _("Best by pushes"), by: ["pushes", "moves", ...minor] },
  ];
}

/** What a game counts. */
export function figuresOf(counts, _) {
  return [
    { name: "moves", label: _("Moves"), value: counts.moves },
    { name: "pushes", label: _("Pushes"), value: counts.pushes },
    { name: "box_lines", label: _("Box lines"), value: counts.box_lines },
    { name: "box_changes", label: _("Box changes"), value: counts.box_changes, minor: true },
    { name: "pushing_sessions", label: _("Pushing sessions"), value: counts.pushing_sessions, minor: true },
    { name: "player_lines", label: _("Player lines"), value: counts.player_lines, minor: true },
  ];
}

/** What a game backwards counts. */
export function reverseFiguresOf({ counts, unplaced }, _) {
  return [
    { name: "moves", label: _("Moves"), value: counts.moves },
    { name: "pulls", label: _("Pulls"), value: counts.pushes },
    { name: "away", label: _("Boxes to bring back"), value: unplaced },
  ];
}

/** The rules, with a small level that solves itself. */
export function rulesOf(_) {
  return {
    lines: [
      _("Push every box onto a goal."),
      _("You push one box at a time, and can never pull."),
      _("A box in a corner stays there."),
    ],
    demo: { level: "#######\n#@-.--#\n#-$-$-#\n#---.-#\n#######", moves: "ddrUluRdrdrruulD" },
  };
}

/** What can be chosen about the board. */
export function optionsOf(_) {
  return [
    {
      name: "skin",
      label: _("Colours of the board"),
      choices: [
        { value: "page", label: _("as light as the page") },
        { value: "light", label: _("light") },
        { value: "dark", label: _("dark") },
        { value: "wood", label: _("wood") },
      ],
    },
    {
      name: "warnings",
      label: _("Boxes that are stuck"),
      choices: [
        { value: "off", label: _("are not marked") },
        { value: "on", label: _("are marked") },
      ],
    },
  ];
}

/** Keys and gestures, and what they do. */
export function helpOf(_) {
  return [
    [_("Arrow keys, W A S D or H J K L"), _("move and push")],
    [_("Click on the floor"), _("walk there")],
    [_("Click on a box"), _("show where it can be pushed; click there to push it")],
    [_("Drag a box"), _("push it there")],
    [_("Swipe"), _("move and push")],
    [_("The same in reverse mode"), _("pull; before the first pull a click on the floor puts the player there")],
    [_("Shift and an arrow key in reverse mode"), _("move without pulling")],
  ];
}

/** What games forwards and backwards say about boxes. */
export function boxWordsOf(isBackward, _) {
  return isBackward
    ? {
        never: _("This box cannot be pulled now."),
        there: _("The box cannot be pulled there."),
        squares: (number) => _("This box can be pulled to {number} squares.", { number }),
      }
    : {
        never: _("This box cannot be pushed now."),
        there: _("The box cannot be pushed there."),
        squares: (number) => _("This box can be pushed to {number} squares.", { number }),
      };
}

/** The colours of a board, which visitors choose alike for every family. */

/** The option of a player, for its `options`; `more` are choices besides those that every family has. */
export function skinOption(_, more = []) {
  const choices = [
    { value: "page", label: _("as light as the page") },
    { value: "light", label: _("light") },
    { value: "dark", label: _("dark") },
    ...more,
  ];
  return { name: "skin", label: _("Colours of the board"), choices };
}

/** Of skins by their names the one that was chosen, or that is as light as the page. */
export function chosenSkin(skins, name, host) {
  return skins[name] ?? skins[host.isDark() ? "dark" : "light"];
}

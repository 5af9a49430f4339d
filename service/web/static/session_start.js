/** The form that starts a session: fields that arrive late never take the place of one that somebody is filling in. */

const renewed = () => document.getElementById("level-options");

renewed()?.closest("form").addEventListener("input", () => window.htmx.trigger(renewed(), "htmx:abort"));

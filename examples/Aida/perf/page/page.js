// The button selects the colours: those of the system, light, or dark.
"use strict";
{
  const button = document.getElementById("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const choices = ["system", "light", "dark"];
  let choice = "system";
  const show = () => {
    const theme = choice === "system" ? (system.matches ? "dark" : "light") : choice;
    document.documentElement.dataset.theme = theme;
    button.textContent = choice === "system" ? "colours: system" : "colours: " + choice;
  };
  button.addEventListener("click", () => {
    choice = choices[(choices.indexOf(choice) + 1) % choices.length];
    show();
  });
  system.addEventListener("change", show);
  show();
}

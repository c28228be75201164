// Moving figures move only while they are in view, and not after "Pause all motion". On a phone, a tap enlarges a figure.
(() => {
  const button = document.querySelector("button.motion");
  let paused = false;
  const inView = new Set();
  const moving = [...document.querySelectorAll("svg.figure")].filter((svg) => svg.querySelector("animate"));
  const update = (svg) => (paused || !inView.has(svg) ? svg.pauseAnimations() : svg.unpauseAnimations());
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) inView.add(target);
      else inView.delete(target);
      update(target);
    }
  });
  for (const svg of moving) {
    svg.pauseAnimations();
    observer.observe(svg);
  }
  button.hidden = false;
  button.addEventListener("click", () => {
    paused = !paused;
    button.setAttribute("aria-pressed", String(paused));
    moving.forEach(update);
  });
  for (const box of document.querySelectorAll(".scroll")) {
    box.addEventListener("click", () => {
      box.classList.toggle("large");
      if (box.classList.contains("large")) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    });
  }
})();

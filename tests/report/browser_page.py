"""A report in a browser, and what was found wrong with it."""

faults = []


def check(is_right, what):
    print(("ok    " if is_right else "WRONG ") + what, flush=True)
    if not is_right:
        faults.append(what)


class Page:
    """A report in a window of its own that remembers errors, dialogs and requests."""

    def __init__(self, browser, path, part="", **context):
        self.name = path.stem
        self.context = browser.new_context(**context)
        self.page = self.context.new_page()
        self.page.set_default_timeout(60000)
        self.errors, self.requests = [], []
        self.page.on("console", lambda m: m.type in ("error", "warning") and self.errors.append(m.text))
        self.page.on("pageerror", lambda e: self.errors.append(str(e)))
        self.page.on("dialog", lambda d: (self.errors.append("dialog " + d.message), d.dismiss()))
        self.page.on("request", lambda r: self.requests.append(r.url))
        session = self.context.new_cdp_session(self.page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.page.goto(path.as_uri() + part)
        self.page.wait_for_selector("[role=tab][aria-selected=true]")
        metrics = {m["name"]: m["value"] for m in session.send("Performance.getMetrics")["metrics"]}
        self.seconds = metrics["TaskDuration"]  # of the processor, so that other programs do not count

    def tabs(self):
        return self.page.locator("[role=tab]").all()

    def open(self, part):
        """The panel of a part, whose tab is pressed."""
        self.page.locator(f"#tab-{part}").click()
        return self.page.locator(f"#panel-{part}")

    def check(self, is_right, what):
        check(is_right, f"{self.name}: {what}")

    def check_clean(self):
        check(not self.errors, f"{self.name}: no console error, no dialog {self.errors[:3]}")
        others = [url for url in self.requests if not url.startswith(("file://", "data:", "blob:"))]
        check(len([u for u in self.requests if u.startswith("file://")]) <= 1 and not others, f"{self.name}: no request {others[:3]}")

    def close(self):
        self.context.close()

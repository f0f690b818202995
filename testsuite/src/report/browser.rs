//! A headless Chromium, driven through its DevTools protocol over a pipe: JSON messages with a zero byte behind each.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// An answer takes at most so long, also where the machine is busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// A browser with one page.
pub struct Browser {
    child: Child,
    to: ChildStdin,
    from: Receiver<Value>,
    next: u64,
    session: String,
    /// What the browser has told unasked.
    events: Vec<Value>,
    _profile: tempfile::TempDir,
}

/// Where Chromium is.
///
/// # Errors
/// Where it isn't: what to install.
pub fn find() -> Result<PathBuf, String> {
    let named = std::env::var_os("ACCTEST_CHROMIUM").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let folders = std::env::split_paths(&path).collect::<Vec<_>>();
    let found = folders.iter().flat_map(|f| names.iter().map(|n| f.join(n)));
    let mut all = named.into_iter().chain(found);
    all.find(|p| p.is_file()).ok_or_else(|| {
        "no Chromium to open pages in: install Debian's package chromium ('sh scripts/setup.sh --tests' does), or name one in ACCTEST_CHROMIUM".to_string()
    })
}

impl Browser {
    /// Starts one, with a profile of its own.
    ///
    /// # Errors
    /// When it doesn't start or answer.
    pub fn start() -> Result<Self, String> {
        let program = find()?;
        let profile = tempfile::tempdir().map_err(|e| e.to_string())?;
        // The browser reads descriptor 3 and writes 4.
        let mut command = Command::new("sh");
        command
            .args([
                "-c",
                "exec \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null",
                "sh",
            ])
            .arg(program)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--remote-debugging-pipe",
            ])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .process_group(0);
        let mut child = command.spawn().map_err(|e| format!("chromium: {e}"))?;
        let (to, out) = (child.stdin.take(), child.stdout.take());
        let (Some(to), Some(out)) = (to, out) else {
            return Err("chromium: no pipes".into());
        };
        let (send, from) = channel();
        std::thread::spawn(move || {
            let mut out = BufReader::new(out);
            let mut message = Vec::new();
            while out.read_until(0, &mut message).is_ok_and(|n| n > 0) {
                let text = message.strip_suffix(&[0]).unwrap_or(&message);
                let Ok(value) = serde_json::from_slice(text) else {
                    break;
                };
                if send.send(value).is_err() {
                    break;
                }
                message.clear();
            }
        });
        let mut browser = Self {
            child,
            to,
            from,
            next: 0,
            session: String::new(),
            events: Vec::new(),
            _profile: profile,
        };
        let made = browser.call("Target.createTarget", json!({ "url": "about:blank" }))?;
        let target = json!({ "targetId": made["targetId"], "flatten": true });
        let attached = browser.call("Target.attachToTarget", target)?;
        browser.session = attached["sessionId"]
            .as_str()
            .unwrap_or_default()
            .to_string();
        for domain in ["Page", "Runtime", "Network", "Log"] {
            browser.call(&format!("{domain}.enable"), json!({}))?;
        }
        Ok(browser)
    }

    /// A call of the protocol.
    fn call(&mut self, method: &str, parameters: Value) -> Result<Value, String> {
        self.next += 1;
        let mut message = json!({ "id": self.next, "method": method, "params": parameters });
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        let sent = write!(self.to, "{message}\0").and_then(|()| self.to.flush());
        sent.map_err(|e| format!("chromium: {method}: {e}"))?;
        let end = Instant::now() + PATIENCE;
        loop {
            let message = self
                .message(end)
                .map_err(|why| format!("chromium: {method}: {why}"))?;
            if message["id"] != self.next {
                self.events.push(message);
                continue;
            }
            return match message.get("error") {
                Some(error) => Err(format!("chromium: {method}: {error}")),
                None => Ok(message["result"].clone()),
            };
        }
    }

    fn message(&mut self, end: Instant) -> Result<Value, String> {
        let left = end.saturating_duration_since(Instant::now());
        self.from.recv_timeout(left).map_err(|e| match e {
            RecvTimeoutError::Timeout => format!("no answer in {} seconds", PATIENCE.as_secs()),
            RecvTimeoutError::Disconnected => "it has ended".to_string(),
        })
    }

    /// Opens a file in a window of this size, with this colour scheme ("light", "dark").
    pub fn open(
        &mut self,
        file: &Path,
        (width, height): (u32, u32),
        scheme: &str,
    ) -> Result<(), String> {
        self.events.clear();
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", size)?;
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }, { "name": "prefers-reduced-motion", "value": "reduce" }]);
        self.call(
            "Emulation.setEmulatedMedia",
            json!({ "features": features }),
        )?;
        // A hash alone would not load the page anew.
        self.call("Page.navigate", json!({ "url": "about:blank" }))?;
        let url = format!("file://{}", file.display());
        let answer = self.call("Page.navigate", json!({ "url": url }))?;
        if let Some(why) = answer.get("errorText") {
            return Err(format!("{url}: {why}"));
        }
        let end = Instant::now() + PATIENCE;
        let loaded = "document.readyState === 'complete' && location.protocol === 'file:'";
        while self.value(loaded)? != json!(true) {
            if Instant::now() >= end {
                return Err(format!("{url}: the page isn't loaded"));
            }
            std::thread::sleep(Duration::from_millis(30));
        }
        Ok(())
    }

    /// What an expression of the page's is; a promise is waited for.
    pub fn value(&mut self, expression: &str) -> Result<Value, String> {
        let parameters =
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.call("Runtime.evaluate", parameters)?;
        match answer.get("exceptionDetails") {
            Some(why) => Err(format!("{expression}: {}", why["exception"]["description"])),
            None => Ok(answer["result"]["value"].clone()),
        }
    }

    /// A text, likewise.
    pub fn text(&mut self, expression: &str) -> Result<String, String> {
        let value = self.value(expression)?;
        let text = value.as_str().map(str::to_string);
        text.ok_or_else(|| format!("{expression}: not a text, but {value}"))
    }

    /// Presses a key, as a person would.
    pub fn press(&mut self, key: &str) -> Result<(), String> {
        for kind in ["keyDown", "keyUp"] {
            let code = match key {
                "Enter" => 13,
                "Tab" => 9,
                "ArrowDown" => 40,
                "ArrowRight" => 39,
                _ => 0,
            };
            let mut parameters =
                json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code });
            if key == "Enter" {
                parameters["text"] = json!("\r");
            }
            self.call("Input.dispatchKeyEvent", parameters)?;
        }
        Ok(())
    }

    /// The window as a PNG, in base64.
    pub fn picture(&mut self) -> Result<String, String> {
        let answer = self.call("Page.captureScreenshot", json!({ "format": "png" }))?;
        let data = answer["data"].as_str().map(str::to_string);
        data.ok_or_else(|| "chromium: no picture".to_string())
    }

    /// Errors and warnings of the page so far, and what it asked the network for.
    pub fn complaints(&mut self) -> Result<Vec<String>, String> {
        // What has been told until now.
        self.value("1")?;
        let of = |e: &Value| {
            let p = &e["params"];
            match e["method"].as_str()? {
                "Runtime.exceptionThrown" => Some(format!("exception: {}", p["exceptionDetails"])),
                "Runtime.consoleAPICalled" if p["type"] == "error" || p["type"] == "warning" => {
                    Some(format!("console: {}", p["args"]))
                }
                "Log.entryAdded"
                    if p["entry"]["level"] == "error" || p["entry"]["level"] == "warning" =>
                {
                    Some(format!("log: {}", p["entry"]["text"]))
                }
                "Network.requestWillBeSent" => {
                    let url = p["request"]["url"].as_str()?;
                    let own = p["type"] == "Document"
                        && (url.starts_with("file:") || url == "about:blank");
                    (!own && !url.starts_with("data:"))
                        .then(|| format!("a request of the network: {url}"))
                }
                _ => None,
            }
        };
        Ok(self.events.iter().filter_map(of).collect())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.session.clear();
        self.next += 1;
        let bye = json!({ "id": self.next, "method": "Browser.close" });
        let _ = write!(self.to, "{bye}\0");
        let _ = self.to.flush();
        let end = Instant::now() + Duration::from_secs(5);
        while Instant::now() < end {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        // It leads a group of its own, so its children end too.
        let _ = Command::new("kill")
            .args(["-KILL", "--", &format!("-{}", self.child.id())])
            .status();
        let _ = self.child.wait();
    }
}

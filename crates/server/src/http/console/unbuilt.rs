//! Page that a binary without a built console serves in its place.

use super::files::File;

/// Page that says what is missing and how to build it.
pub(super) static PAGE: File =
    File { path: "/", media_type: "text/html; charset=utf-8", tag: "\"unbuilt\"", whole: TEXT.as_bytes(), gzip: None };

/// Has no style and no script, because the content security policy allows neither inline.
const TEXT: &str = "<!doctype html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<meta name=\"color-scheme\" content=\"light dark\">
<title>Refrain</title>
</head>
<body>
<h1>Refrain is running</h1>
<p>This binary was built without the web console. Everything else works: the API is described at <a href=\"/v1/openapi.json\">/v1/openapi.json</a>.</p>
<p>To add the console, install Node.js 20 or newer, and build again from the root of the repository:</p>
<pre>make console
cargo build --release -p refrain-server</pre>
<p><code>make run</code> does both, and starts the server.</p>
</body>
</html>
";

package refrain_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"refrain"
)

const (
	// Start of the first line that the server prints.
	greeting = "refrain listens on "
	// Webhooks may reach receivers on this machine.
	configuration = "[providers.webhook]\nkind = \"webhook\"\nallow = [\"127.0.0.1\"]\nallow_http = true\nany_port = true\n"
)

// start starts a process that ends with the test, and returns the rest of the first line with a beginning.
func start(t *testing.T, command *exec.Cmd, isError bool, beginning string) string {
	t.Helper()
	input, err := command.StdinPipe()
	check(t, err)
	open := command.StdoutPipe
	if isError {
		open = command.StderrPipe
	}
	output, err := open()
	check(t, err)
	check(t, command.Start())
	t.Cleanup(func() {
		_ = input.Close()
		_ = command.Process.Kill()
		_ = command.Wait()
	})
	lines := bufio.NewReader(output)
	var printed strings.Builder
	for {
		line, err := lines.ReadString('\n')
		printed.WriteString(line)
		if err != nil {
			t.Fatalf("%s has ended: %s", command.Path, printed.String())
		}
		if strings.HasPrefix(line, beginning) {
			// Read to the end, or the process would block on a full pipe.
			go func() { _, _ = io.Copy(io.Discard, lines) }()
			return strings.TrimSpace(strings.TrimPrefix(line, beginning))
		}
	}
}

// startMock starts the server that knows only the OpenAPI document.
func startMock(t *testing.T) string {
	t.Helper()
	return start(t, exec.Command("python3", "../mock/server.py"), false, "")
}

// startServer starts `refrain serve` on a SQLite store, and returns its URL.
func startServer(t *testing.T, settings ...string) string {
	t.Helper()
	binary := os.Getenv("REFRAIN_BINARY")
	if binary == "" {
		t.Fatal("REFRAIN_BINARY is not set; run .ci/clients test")
	}
	folder := t.TempDir()
	check(t, os.WriteFile(filepath.Join(folder, "refrain.toml"), []byte(configuration), 0o600))
	arguments := []string{"serve", "--bind", "127.0.0.1:0"}
	for _, setting := range settings {
		arguments = append(arguments, "--set", setting)
	}
	command := exec.Command(binary, arguments...)
	command.Dir = folder
	return start(t, command, true, greeting)
}

// newClient returns a client for a test.
func newClient(t *testing.T, url string, options ...refrain.Option) *refrain.Client {
	t.Helper()
	client, err := refrain.New(url, options...)
	check(t, err)
	return client
}

// onceClient returns a client that repeats no request, so that tests see every error.
func onceClient(t *testing.T, url string, options ...refrain.Option) *refrain.Client {
	t.Helper()
	return newClient(t, url, append(options, refrain.WithRetries(refrain.Retries{AttemptsMax: 1}))...)
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func expectKind(t *testing.T, err, kind error) *refrain.Error {
	t.Helper()
	if !errors.Is(err, kind) {
		t.Fatalf("expected the error %q, found %v", kind, err)
	}
	var failure *refrain.Error
	if !errors.As(err, &failure) {
		t.Fatalf("expected an error of a request, found %v", err)
	}
	return failure
}

func expect[T comparable](t *testing.T, found, expected T) {
	t.Helper()
	if found != expected {
		t.Fatalf("expected %v, found %v", expected, found)
	}
}

var background = context.Background()

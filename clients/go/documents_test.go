package refrain_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Beginning of the program with the examples of a document. Each one is a function, since it ends at its first error.
const program = `package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"os/signal"
	"syscall"

	"refrain"
)

var _ = fmt.Sprint(errors.New, http.Handle, os.Interrupt, signal.NotifyContext, syscall.SIGTERM)

`

var (
	block = regexp.MustCompile("(?ms)^```go\n(.*?)^```")
	// Examples that end only when their program is stopped are compiled.
	endless = regexp.MustCompile(`\.(Consume|StreamEvents)\(`)
)

// Every example of the documents is compiled, and called against a real server.
func TestExamplesOfTheDocumentsRun(t *testing.T) {
	for name, document := range map[string]string{"README": "README.md", "guide": "../../docs/clients.md"} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(document)
			check(t, err)
			runExamples(t, block.FindAllStringSubmatch(string(text), -1), startServer(t))
		})
	}
}

func runExamples(t *testing.T, found [][]string, url string) {
	if len(found) < 2 {
		t.Fatalf("found %d examples", len(found))
	}
	code, calls := program, ""
	for number, example := range found {
		text := strings.ReplaceAll(example[1], "https://refrain.example.org", url)
		text = strings.ReplaceAll(text, "refrain.WithKey(\"rfn_…\")", "refrain.WithKey(\"\")")
		code += fmt.Sprintf("func example%d(ctx context.Context, client *refrain.Client) error {\n%sreturn nil\n}\n\n", number, text)
		if !endless.MatchString(text) {
			calls += fmt.Sprintf("if err := example%d(ctx, client); err != nil {\nlog.Fatal(%d, err)\n}\n", number, number)
		}
	}
	code += fmt.Sprintf("func main() {\nctx := context.Background()\nclient, err := refrain.New(%q)\nif err != nil {\nlog.Fatal(err)\n}\n%s}\n", url, calls)
	module, err := filepath.Abs(".")
	check(t, err)
	folder := t.TempDir()
	settings := "module examples\n\ngo 1.19\n\nrequire refrain v0.0.0\n\nreplace refrain => " + module + "\n"
	check(t, os.WriteFile(filepath.Join(folder, "go.mod"), []byte(settings), 0o600))
	check(t, os.WriteFile(filepath.Join(folder, "main.go"), []byte(code), 0o600))
	command := exec.Command("go", "run", ".")
	command.Dir = folder
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s\n%s", err, output, code)
	}
}

package refrain

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"time"
)

// Maximum length of a line. The server's messages are far shorter.
const lineBytesMax = 4 << 20

// message is one message of an event stream, as text.
type message struct {
	name, data, id string
	hasID, hasData bool
	reconnect      time.Duration
}

// messageReader splits an event stream into messages.
type messageReader struct {
	lines *bufio.Scanner
	// Called after each line.
	progress func()
}

func newMessageReader(body io.Reader, progress func()) *messageReader {
	lines := bufio.NewScanner(body)
	lines.Buffer(make([]byte, 0, 4096), lineBytesMax)
	return &messageReader{lines, progress}
}

// next returns the next message. The error at the end of the stream is [io.EOF].
func (r *messageReader) next() (message, error) {
	var found message
	for r.lines.Scan() {
		r.progress()
		line := r.lines.Text()
		if line == "" {
			if found.hasData {
				return found, nil
			}
			found = message{}
			continue
		}
		found.add(line)
	}
	if err := r.lines.Err(); err != nil {
		return found, err
	}
	return found, io.EOF
}

// add adds a line such as `event: open`. A line that begins with a colon is a comment.
func (m *message) add(line string) {
	name, value, _ := strings.Cut(line, ":")
	value = strings.TrimPrefix(value, " ")
	switch name {
	case "event":
		m.name = value
	case "id":
		m.id, m.hasID = value, true
	case "retry":
		if milliseconds, err := strconv.ParseUint(value, 10, 31); err == nil {
			m.reconnect = time.Duration(milliseconds) * time.Millisecond
		}
	case "data":
		if m.hasData {
			m.data += "\n"
		}
		m.data, m.hasData = m.data+value, true
	}
}

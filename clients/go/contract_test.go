package refrain_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"refrain"
)

// sample is a call of an operation: the values to send, and the response to expect.
type sample struct {
	Path     map[string]json.RawMessage `json:"path"`
	Query    map[string]json.RawMessage `json:"query"`
	Body     json.RawMessage            `json:"body"`
	Key      string                     `json:"key"`
	Version  int64                      `json:"version"`
	IsStream bool                       `json:"is_stream"`
	Response any                        `json:"response"`
}

type sampledOperation struct {
	ID            string
	Path          []string
	Query         []string
	TakesKey      bool
	IsConditional bool
}

// contract is the set of operations and styles that all clients are tested with.
type contract struct {
	Operations []sampledOperation
	Styles     []map[string]any
	NewField   string
}

// Every operation is called against a server that knows only the OpenAPI document: it checks each request, and answers
// with a value of the response's schema. The client must return that value without loss.
func TestRequestsAndResponsesMatchTheDocument(t *testing.T) {
	mock := startMock(t)
	var found contract
	control(t, mock, "operations", nil, &found)
	if len(found.Operations) < 80 || len(found.Styles) != 10 {
		t.Fatalf("found %d operations and %d styles", len(found.Operations), len(found.Styles))
	}
	once := refrain.WithRetries(refrain.Retries{AttemptsMax: 1})
	client := newClient(t, mock+"/prefix/", refrain.WithKey("rfn_key"), refrain.WithTenant("production/acme"), once)
	for _, style := range found.Styles {
		style["integer"] = json.Number("9007199254740993") // Beyond 2^53, where floating-point numbers have gaps.
		for _, operation := range found.Operations {
			var expected sample
			control(t, mock, "expect", map[string]any{"operation": operation.ID, "style": style}, &expected)
			// A request that does not match is refused, with what is wrong with it.
			result, err := invoke(t, client, operation, expected)
			if err != nil {
				t.Fatalf("%s in the style %v: %v", operation.ID, style, err)
			}
			actual := without(found.NewField, result)
			if !reflect.DeepEqual(actual, expected.Response) {
				t.Fatalf("%s in the style %v: expected %v, found %v", operation.ID, style, expected.Response, actual)
			}
		}
	}
}

// invoke calls the method of an operation, and returns its result as JSON.
func invoke(t *testing.T, client *refrain.Client, operation sampledOperation, with sample) (any, error) {
	method := reflect.ValueOf(client).MethodByName(strings.ToUpper(operation.ID[:1]) + operation.ID[1:])
	if !method.IsValid() {
		t.Fatalf("%s has no method", operation.ID)
	}
	positional := []json.RawMessage{}
	for _, name := range operation.Path {
		positional = append(positional, with.Path[name])
	}
	for _, name := range operation.Query {
		positional = append(positional, with.Query[name])
	}
	arguments := []reflect.Value{reflect.ValueOf(context.Background())}
	for index := 1; index < method.Type().NumIn()-1; index++ {
		kind := method.Type().In(index)
		switch {
		case index <= len(positional):
			arguments = append(arguments, decoded(t, kind, positional[index-1]))
		case strings.HasSuffix(kind.String(), "Options"):
			arguments = append(arguments, queryOf(t, kind, with.Query))
		default:
			arguments = append(arguments, decoded(t, kind, with.Body))
		}
	}
	if operation.TakesKey {
		arguments = append(arguments, reflect.ValueOf(refrain.IdempotencyKey(with.Key)))
	}
	if operation.IsConditional {
		arguments = append(arguments, reflect.ValueOf(refrain.IfMatch(with.Version)))
	}
	return resultOf(t, method.Call(arguments))
}

// resultOf returns what a method returned: a page of a list, an event of a stream, a value or an error.
func resultOf(t *testing.T, results []reflect.Value) (any, error) {
	first := results[0].Interface()
	if page := results[0].MethodByName("Page"); page.IsValid() {
		results = page.Call(nil)
		first = results[0].Interface()
	}
	if events, isStream := first.(*refrain.EventStream); isStream {
		defer events.Close()
		events.Next()
		return remarshaled(t, events.Item()), events.Err()
	}
	if err, _ := results[len(results)-1].Interface().(error); err != nil {
		return nil, err
	}
	if len(results) == 1 {
		return nil, nil
	}
	return remarshaled(t, first), nil
}

func decoded(t *testing.T, kind reflect.Type, text json.RawMessage) reflect.Value {
	value := reflect.New(kind)
	if kind == reflect.TypeOf(json.RawMessage{}) {
		return reflect.ValueOf(text)
	}
	parse(t, text, value.Interface())
	return value.Elem()
}

// queryOf returns the options of an operation.
func queryOf(t *testing.T, kind reflect.Type, query map[string]json.RawMessage) reflect.Value {
	options := reflect.New(kind.Elem())
	for index := 0; index < kind.Elem().NumField(); index++ {
		if text := query[kind.Elem().Field(index).Tag.Get("query")]; text != nil {
			options.Elem().Field(index).Set(decoded(t, kind.Elem().Field(index).Type, text))
		}
	}
	return options
}

// without removes the field that a newer server adds. What is no type of its own, such as a payload, keeps it.
func without(field string, value any) any {
	switch value := value.(type) {
	case map[string]any:
		known := map[string]any{}
		for name, item := range value {
			if name != field {
				known[name] = without(field, item)
			}
		}
		return known
	case []any:
		items := []any{}
		for _, item := range value {
			items = append(items, without(field, item))
		}
		return items
	}
	return value
}

func control(t *testing.T, mock, path string, body, result any) {
	t.Helper()
	method := http.MethodGet
	if body != nil {
		method = http.MethodPost
	}
	request, err := http.NewRequest(method, mock+"/_mock/"+path, bytes.NewReader(refrain.MustJSON(body)))
	check(t, err)
	response, err := http.DefaultClient.Do(request)
	check(t, err)
	defer response.Body.Close()
	var text json.RawMessage
	check(t, json.NewDecoder(response.Body).Decode(&text))
	parse(t, text, result)
}

func remarshaled(t *testing.T, value any) any {
	var result any
	parse(t, refrain.MustJSON(value), &result)
	return result
}

// parse reads JSON without loss of precision.
func parse(t *testing.T, text []byte, result any) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(result); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

package refrain

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// marshalRecord writes a struct as an object. An empty list is written as such. A nil one is not written, unless it is
// required: then it is written as an empty list.
func marshalRecord(record any) ([]byte, error) {
	var text bytes.Buffer
	fields := reflect.ValueOf(record)
	for index := 0; index < fields.NumField(); index++ {
		field := fields.Field(index)
		name, option, _ := strings.Cut(fields.Type().Field(index).Tag.Get("json"), ",")
		if option == "omitempty" && isAbsent(field) {
			continue
		}
		content, err := marshalField(field)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&text, ",%q:%s", name, content)
	}
	return []byte("{" + strings.TrimPrefix(text.String(), ",") + "}"), nil
}

func isAbsent(field reflect.Value) bool {
	switch field.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
		return field.IsNil()
	case reflect.String:
		return field.Len() == 0
	}
	return false
}

func marshalField(field reflect.Value) ([]byte, error) {
	if _, isJSON := field.Interface().(json.RawMessage); !isJSON {
		if field.Kind() == reflect.Slice && field.IsNil() {
			return []byte("[]"), nil
		}
		if field.Kind() == reflect.Map && field.IsNil() {
			return []byte("{}"), nil
		}
	}
	return json.Marshal(field.Interface())
}

// alternative is one of several ways to write a value. `target` is the address of a pointer, which is nil unless the
// alternative is the one that is set.
type alternative struct {
	name   string
	target any
}

func (a alternative) field() reflect.Value { return reflect.ValueOf(a.target).Elem() }

// read sets the alternative from JSON.
func (a alternative) read(data []byte) error {
	content := reflect.New(a.field().Type().Elem())
	if err := json.Unmarshal(data, content.Interface()); err != nil {
		return err
	}
	a.field().Set(content)
	return nil
}

// marshalTagged writes the object that is set, with the tag that says which one it is.
func marshalTagged(tag string, alternatives []alternative, unknown json.RawMessage) ([]byte, error) {
	for _, one := range alternatives {
		if one.field().IsNil() {
			continue
		}
		content, err := json.Marshal(one.field().Interface())
		if err != nil {
			return nil, err
		}
		text := fmt.Sprintf("{%q:%q", tag, one.name)
		if len(content) > len("{}") {
			text += ","
		}
		return append([]byte(text), content[1:]...), nil
	}
	return marshalUnknown(unknown)
}

func unmarshalTagged(data []byte, tag string, alternatives []alternative, unknown *json.RawMessage) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return err
	}
	var found string
	if err := json.Unmarshal(fields[tag], &found); err != nil {
		return fmt.Errorf("%s: expected a text, found %q", tag, fields[tag])
	}
	for _, one := range alternatives {
		if one.name == found {
			return one.read(data)
		}
	}
	*unknown = append(json.RawMessage(nil), data...)
	return nil
}

// marshalUnion writes the alternative that is set.
func marshalUnion(alternatives []alternative, unknown json.RawMessage) ([]byte, error) {
	for _, one := range alternatives {
		if !one.field().IsNil() {
			return json.Marshal(one.field().Interface())
		}
	}
	return marshalUnknown(unknown)
}

// unmarshalUnion reads a text, an integer, or an object that is known by the name of one of its fields.
func unmarshalUnion(data []byte, alternatives []alternative, unknown *json.RawMessage) error {
	fields := map[string]json.RawMessage{}
	_ = json.Unmarshal(data, &fields) // A scalar has no fields.
	for _, one := range alternatives {
		_, isObject := fields[one.name]
		isScalar := one.field().Type().Elem().Kind() != reflect.Struct
		if isObject && !isScalar || len(fields) == 0 && isScalar && one.read(data) == nil {
			if isScalar {
				return nil
			}
			return one.read(data)
		}
	}
	*unknown = append(json.RawMessage(nil), data...)
	return nil
}

func marshalUnknown(unknown json.RawMessage) ([]byte, error) {
	if unknown == nil {
		return nil, fmt.Errorf("expected a value for one of the alternatives, found none")
	}
	return unknown, nil
}

package refrain

import "context"

// Listing contains the items of a list. Each page is requested when it is needed.
//
//	schedules := client.ListSchedules(ctx, &refrain.ListSchedulesOptions{Label: "team:billing"})
//	for schedules.Next() {
//		fmt.Println(schedules.Item().ID)
//	}
//	if err := schedules.Err(); err != nil { … }
type Listing[P, T any] struct {
	fetch   func(cursor string) (*P, error)
	content func(*P) ([]T, *string)

	items  []T
	item   T
	cursor string
	isLast bool
	err    error
}

func pages[P, T any](ctx context.Context, c *Client, to *endpoint, with parts, content func(*P) ([]T, *string)) *Listing[P, T] {
	fetch := func(cursor string) (*P, error) {
		sent, err := build(to, with)
		if err != nil {
			return nil, err
		}
		if cursor != "" {
			sent.query.Set("cursor", cursor)
		}
		response, err := c.send(ctx, sent)
		if err != nil {
			return nil, err
		}
		return read[P](to, response)
	}
	return &Listing[P, T]{fetch: fetch, content: content}
}

// Page requests the first page only, with its cursor and what else it contains.
func (l *Listing[P, T]) Page() (*P, error) { return l.fetch("") }

// Next goes to the next item, and reports whether there is one. After the last item, see [Listing.Err].
func (l *Listing[P, T]) Next() bool {
	for len(l.items) == 0 {
		if l.isLast || l.err != nil {
			return false
		}
		page, err := l.fetch(l.cursor)
		if err != nil {
			l.err = err
			return false
		}
		var cursor *string
		l.items, cursor = l.content(page)
		l.cursor = value(cursor)
		l.isLast = l.cursor == ""
	}
	l.item, l.items = l.items[0], l.items[1:]
	return true
}

// Item returns the current item.
func (l *Listing[P, T]) Item() T { return l.item }

// Err returns the error that ended the items, if there is one.
func (l *Listing[P, T]) Err() error { return l.err }

// All returns all items that are left.
func (l *Listing[P, T]) All() ([]T, error) {
	var items []T
	for l.Next() {
		items = append(items, l.Item())
	}
	return items, l.Err()
}

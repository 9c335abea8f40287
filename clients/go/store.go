package refrain

import (
	"container/list"
	"context"
	"sync"
)

// Progress says what is known about a delivery.
type Progress int

const (
	// NotStarted is a delivery that is new.
	NotStarted Progress = iota
	// Processing is a delivery that another request is processing.
	Processing
	// Processed is a delivery that was processed.
	Processed
)

// WebhookStore remembers which deliveries were processed.
type WebhookStore interface {
	// Begin returns NotStarted and notes that the delivery is being processed, unless it is known.
	Begin(ctx context.Context, id string) (Progress, error)
	// Complete notes that the delivery was processed.
	Complete(ctx context.Context, id string) error
	// Release forgets a delivery that could not be processed, so that the next attempt can be.
	Release(ctx context.Context, id string) error
}

const defaultCapacity = 100_000

// MemoryStore remembers deliveries in memory: for one process, until it ends. Its zero value is ready to use.
type MemoryStore struct {
	// Capacity is the maximum number of deliveries. The oldest ones are forgotten. Default: 100,000.
	Capacity int

	mutex sync.Mutex
	known map[string]Progress
	order list.List
}

// Begin returns what is known about a delivery, and notes that it is being processed.
func (m *MemoryStore) Begin(_ context.Context, id string) (Progress, error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if progress := m.known[id]; progress != NotStarted {
		return progress, nil
	}
	if m.known == nil {
		m.known = map[string]Progress{}
	}
	m.known[id] = Processing
	m.order.PushBack(id)
	capacity := m.Capacity
	if capacity == 0 {
		capacity = defaultCapacity
	}
	for m.order.Len() > capacity {
		delete(m.known, m.order.Remove(m.order.Front()).(string))
	}
	return NotStarted, nil
}

// Complete notes that a delivery was processed.
func (m *MemoryStore) Complete(_ context.Context, id string) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.known[id] != NotStarted {
		m.known[id] = Processed
	}
	return nil
}

// Release forgets a delivery.
func (m *MemoryStore) Release(_ context.Context, id string) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	delete(m.known, id)
	for element := m.order.Back(); element != nil; element = element.Prev() {
		if element.Value == id {
			m.order.Remove(element)
			break
		}
	}
	return nil
}

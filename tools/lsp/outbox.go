package lsp

// Messages to the editor, in order. Whoever has one does not wait until it is read: an editor
// may write, and read nothing until that is read.

import (
	"context"
	"sync"

	"go.lsp.dev/jsonrpc2"
)

type outbox struct {
	sync.Mutex
	messages []jsonrpc2.Message
	more     chan struct{} // a message has come; closed: none will
	sent     sync.WaitGroup
}

// newOutbox sends messages to a stream. What cannot be sent is lost.
func newOutbox(to jsonrpc2.Stream) *outbox {
	o := &outbox{more: make(chan struct{}, 1)}
	o.sent.Go(func() {
		for open := true; open; {
			_, open = <-o.more
			for _, m := range o.taken() {
				_, _ = to.Write(context.Background(), m)
			}
		}
	})
	return o
}

// put adds a message.
func (o *outbox) put(m jsonrpc2.Message) {
	o.Lock()
	defer o.Unlock()
	o.messages = append(o.messages, m)
	select {
	case o.more <- struct{}{}:
	default:
	}
}

// taken is the messages that have come.
func (o *outbox) taken() []jsonrpc2.Message {
	o.Lock()
	defer o.Unlock()
	out := o.messages
	o.messages = nil
	return out
}

// close waits until all messages are sent.
func (o *outbox) close() {
	close(o.more)
	o.sent.Wait()
}

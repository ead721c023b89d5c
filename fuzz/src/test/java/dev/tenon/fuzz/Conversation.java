package dev.tenon.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.json.Json;
import dev.tenon.json.JsonLimits;
import dev.tenon.jsonrpc.Inbound;
import dev.tenon.jsonrpc.Message;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
import dev.tenon.model.Revision;
import dev.tenon.server.McpServer;
import dev.tenon.transport.Channel;
import dev.tenon.transport.MemoryChannels;

/** A client that says anything and keeps count of what has to come back. */
final class Conversation implements AutoCloseable {
    private static final MessageReader GATE = new MessageReader(JsonLimits.DEFAULT, 1000);
    private static final RequestId PING = RequestId.of("the last ping of this conversation");

    private final Channel channel;
    private final Expected expected = new Expected();
    private final Leaks leaks;
    private volatile boolean batches;

    Conversation(McpServer server, byte[] input) {
        leaks = new Leaks(input);
        MemoryChannels.Pair pair = MemoryChannels.pair(server.channelLimits());
        channel = pair.left();
        channel.open(new Ears());
        server.connect(pair.right(), "memory", null);
    }

    /** Sends one line, of which the gate thinks this. */
    void say(byte[] line, Inbound inbound) throws InterruptedException {
        boolean opens = inbound instanceof Inbound.Accepted accepted
                && accepted.message() instanceof Request request
                && request.method().equals("initialize");
        expect(inbound);
        channel.send(line);
        if (opens) {
            // What batches are depends on the revision that is agreed on.
            expected.await();
        }
    }

    private void expect(Inbound inbound) {
        if (!(inbound instanceof Inbound.Batch batch)) {
            expectPart(inbound);
        } else if (batches && isServed(batch)) {
            batch.parts().forEach(this::expectPart);
        } else {
            expected.answer(null, false);
        }
    }

    private static boolean isServed(Inbound.Batch batch) {
        return !batch.parts().isEmpty()
                && batch.parts().stream()
                        .noneMatch(part -> part instanceof Inbound.Accepted accepted
                                && accepted.message() instanceof Request request
                                && request.method().equals("initialize"));
    }

    private void expectPart(Inbound part) {
        if (part instanceof Inbound.Refused refused && !refused.notification()) {
            expected.answer(refused.id(), false);
        } else if (part instanceof Inbound.Accepted accepted) {
            if (accepted.message() instanceof Request request) {
                // A subscription is answered when it ends.
                expected.answer(request.id(), request.method().equals("subscriptions/listen"));
            } else if (accepted.message() instanceof Notification notification) {
                notified(notification);
            }
        }
    }

    private void notified(Notification notification) {
        Json id = notification.params() == null ? null : notification.params().get("requestId");
        if (notification.method().equals("notifications/cancelled") && id != null && RequestId.isValid(id)) {
            expected.maybeCancelled(new RequestId(id));
        }
    }

    /** Waits for what is due, and for the answer to a ping. */
    void end() throws InterruptedException {
        expected.await();
        expected.answer(PING, false);
        channel.send("{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"ping\"}"
                .formatted(PING)
                .getBytes(UTF_8));
        expected.await();
    }

    @Override
    public void close() {
        channel.close();
    }

    /** Hears what the server says. */
    private final class Ears implements Channel.Receiver {
        @Override
        public void message(byte[] message) {
            try {
                hear(GATE.read(message.clone()), message);
            } catch (AssertionError e) {
                expected.failed(e);
            }
        }

        private void hear(Inbound inbound, byte[] message) {
            if (inbound instanceof Inbound.Batch batch) {
                batch.parts().forEach(part -> hear(part, message));
                return;
            }
            Check.that(inbound instanceof Inbound.Accepted, () -> "not a message: " + new String(message, UTF_8));
            Message heard = ((Inbound.Accepted) inbound).message();
            if (heard instanceof Request question) {
                channel.send(Replies.to(question));
            } else if (heard instanceof Response.Failure failure) {
                leaks.noneIn(failure.error().message());
                expected.answered(failure.id(), new String(message, UTF_8));
            } else if (heard instanceof Response.Success success) {
                Json revision = success.result().get("protocolVersion");
                if (revision != null) {
                    batches = Revision.of(String.valueOf(revision.string()))
                            .orElseThrow()
                            .allowsBatch();
                }
                expected.answered(success.id(), new String(message, UTF_8));
            }
        }

        @Override
        public void tooLarge() {
            expected.failed(new AssertionError("a message that is too large"));
        }

        @Override
        public void closed() {
            expected.closed();
        }
    }
}

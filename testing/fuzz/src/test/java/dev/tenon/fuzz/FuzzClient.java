package dev.tenon.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.json.Json;
import dev.tenon.json.JsonLimits;
import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.MessageReadResult;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
import dev.tenon.model.Revision;
import dev.tenon.server.McpServer;
import dev.tenon.transport.ChannelClosedException;
import dev.tenon.transport.DuplexChannel;
import dev.tenon.transport.MemoryChannels;

/** A client that sends arbitrary messages and counts the responses that the server has to send. */
final class FuzzClient implements AutoCloseable {
    private static final MessageReader READER = new MessageReader(JsonLimits.DEFAULT, 1000);
    private static final RequestId PING = RequestId.of("the last ping of this conversation");

    private final DuplexChannel channel;
    private final ExpectedResponses expected = new ExpectedResponses();
    private final LeakAssertions leaks;
    private volatile boolean batches;

    FuzzClient(McpServer server, byte[] input) {
        leaks = new LeakAssertions(input);
        MemoryChannels.ChannelPair pair = MemoryChannels.pair(server.channelLimits());
        channel = pair.left();
        channel.open(new ServerMessageReceiver());
        server.connect(pair.right(), "memory", null);
    }

    /**
     * Sends one line.
     *
     * @param inbound the line as parsed by the message reader
     */
    void send(byte[] line, MessageReadResult inbound) throws InterruptedException {
        boolean isInitialize = inbound instanceof MessageReadResult.ValidMessage valid
                && valid.message() instanceof Request request
                && request.method().equals("initialize");
        expect(inbound);
        channel.send(line);
        if (isInitialize) {
            // Whether arrays are batches depends on the negotiated revision.
            expected.awaitAll();
        }
    }

    private void expect(MessageReadResult inbound) {
        if (!(inbound instanceof MessageReadResult.MessageBatch batch)) {
            expectPart(inbound);
        } else if (batches && isServed(batch)) {
            batch.messages().forEach(this::expectPart);
        } else {
            expected.expect(null, false);
        }
    }

    private static boolean isServed(MessageReadResult.MessageBatch batch) {
        return !batch.messages().isEmpty()
                && batch.messages().stream()
                        .noneMatch(part -> part instanceof MessageReadResult.ValidMessage valid
                                && valid.message() instanceof Request request
                                && request.method().equals("initialize"));
    }

    private void expectPart(MessageReadResult part) {
        if (part instanceof MessageReadResult.InvalidMessage invalid && !invalid.isNotification()) {
            expected.expect(invalid.id(), false);
        } else if (part instanceof MessageReadResult.ValidMessage valid) {
            if (valid.message() instanceof Request request) {
                // A subscription gets its response when it ends.
                expected.expect(request.id(), request.method().equals("subscriptions/listen"));
            } else if (valid.message() instanceof Notification notification) {
                onNotification(notification);
            }
        }
    }

    private void onNotification(Notification notification) {
        Json id = notification.params() == null ? null : notification.params().get("requestId");
        if (notification.method().equals("notifications/cancelled") && id != null && RequestId.isValid(id)) {
            expected.allowMissing(new RequestId(id));
        }
    }

    /** Waits for the missing responses, then for the response to a ping. */
    void finish() throws InterruptedException {
        expected.awaitAll();
        expected.expect(PING, false);
        channel.send("{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"ping\"}"
                .formatted(PING)
                .getBytes(UTF_8));
        expected.awaitAll();
    }

    @Override
    public void close() {
        channel.close();
    }

    /** Receives the messages of the server. */
    private final class ServerMessageReceiver implements DuplexChannel.MessageReceiver {
        @Override
        public void onMessage(byte[] message) {
            try {
                receive(READER.read(message.clone()), message);
            } catch (AssertionError e) {
                expected.fail(e);
            }
        }

        private void receive(MessageReadResult inbound, byte[] message) {
            if (inbound instanceof MessageReadResult.MessageBatch batch) {
                batch.messages().forEach(part -> receive(part, message));
                return;
            }
            FuzzAssertions.assertTrue(
                    inbound instanceof MessageReadResult.ValidMessage,
                    () -> "not a message: " + new String(message, UTF_8));
            JsonRpcMessage received = ((MessageReadResult.ValidMessage) inbound).message();
            if (received instanceof Request serverRequest) {
                respond(serverRequest);
            } else if (received instanceof Response.Failure failure) {
                leaks.assertNone(failure.error().message());
                expected.onResponse(failure.id(), new String(message, UTF_8));
            } else if (received instanceof Response.Success success) {
                Json revision = success.result().get("protocolVersion");
                if (revision != null) {
                    batches = Revision.of(String.valueOf(revision.string()))
                            .orElseThrow()
                            .allowsBatch();
                }
                expected.onResponse(success.id(), new String(message, UTF_8));
            }
        }

        private void respond(Request serverRequest) {
            try {
                channel.send(ClientResponses.responseTo(serverRequest));
            } catch (ChannelClosedException e) {
                // This client has closed the channel while a cancelled call still sent a request.
            }
        }

        @Override
        public void onOversizedMessage() {
            expected.fail(new AssertionError("a message that is too large"));
        }

        @Override
        public void onClosed() {
            expected.onClosed();
        }
    }
}

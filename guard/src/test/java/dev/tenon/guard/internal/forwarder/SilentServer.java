package dev.tenon.guard.internal.forwarder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.credential.TargetResolver;
import dev.tenon.json.Json;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.DuplexChannel;
import dev.tenon.transport.MemoryChannels;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A server of 2025-11-25 that accepts connections. A test responds to each request about tools. */
final class SilentServer implements TargetResolver {
    private final BlockingQueue<PendingRequest> requests = new LinkedBlockingQueue<>();
    private volatile Runnable connectAction = () -> {};

    /** A request about tools that waits for its response. */
    record PendingRequest(DuplexChannel channel, Json request) {
        void respond(String result) {
            send("\"result\":" + result);
        }

        void fail() {
            send("\"error\":{\"code\":-32000,\"message\":\"not now\"}");
        }

        private void send(String outcome) {
            String text = "{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + "," + outcome + "}";
            channel.send(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Runs an action once, at the next connection. */
    void onNextConnection(Runnable action) {
        connectAction = () -> {
            connectAction = () -> {};
            action.run();
        };
    }

    /** Returns the next request about tools. */
    PendingRequest takeRequest() throws InterruptedException {
        PendingRequest request = requests.poll(60, TimeUnit.SECONDS);
        assertThat(request).as("a request").isNotNull();
        return request;
    }

    /** Returns whether {@link #takeRequest} returned every request so far. */
    boolean hasNoRequest() {
        return requests.isEmpty();
    }

    @Override
    public String label() {
        return "silent";
    }

    @Override
    public ServerTarget target(Optional<CallerPrincipal> caller) {
        connectAction.run();
        MemoryChannels.ChannelPair pair = MemoryChannels.pair(ChannelLimits.DEFAULT);
        DuplexChannel channel = pair.left();
        channel.open(new DuplexChannel.MessageReceiver() {
            @Override
            public void onMessage(byte[] message) {
                Json request = Json.parse(new String(message, StandardCharsets.UTF_8));
                PendingRequest pending = new PendingRequest(channel, request);
                switch (String.valueOf(request.string("method"))) {
                    case "initialize" ->
                        pending.respond("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                                + "\"serverInfo\":{\"name\":\"silent\",\"version\":\"1\"}}");
                    case "server/discover" -> pending.fail();
                    case "tools/list", "tools/call" -> requests.add(pending);
                    default -> {
                        // A notification.
                    }
                }
            }

            @Override
            public void onOversizedMessage() {
                throw new AssertionError("The guard sends too much");
            }

            @Override
            public void onClosed() {
                // Nothing to release.
            }
        });
        return ServerTarget.channel(pair.right());
    }
}

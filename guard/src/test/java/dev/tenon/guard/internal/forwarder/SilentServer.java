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

/** A server of 2025-11-25 that accepts connections, and responds to requests about tools only when a test wants it. */
final class SilentServer implements TargetResolver {
    private final BlockingQueue<Asked> asked = new LinkedBlockingQueue<>();
    private volatile Runnable whenConnecting = () -> {};

    /** A request about tools that waits for its response. */
    record Asked(DuplexChannel channel, Json request) {
        void answer(String result) {
            reply("\"result\":" + result);
        }

        void fail() {
            reply("\"error\":{\"code\":-32000,\"message\":\"not now\"}");
        }

        private void reply(String outcome) {
            String text = "{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + "," + outcome + "}";
            channel.send(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Runs an action once, at the next connection. */
    void whenConnecting(Runnable action) {
        whenConnecting = () -> {
            whenConnecting = () -> {};
            action.run();
        };
    }

    /** Returns the next request about tools. */
    Asked next() throws InterruptedException {
        Asked next = asked.poll(60, TimeUnit.SECONDS);
        assertThat(next).as("a request").isNotNull();
        return next;
    }

    /** Returns whether {@link #next} returned every request so far. */
    boolean isQuiet() {
        return asked.isEmpty();
    }

    @Override
    public String label() {
        return "silent";
    }

    @Override
    public ServerTarget target(Optional<CallerPrincipal> caller) {
        whenConnecting.run();
        MemoryChannels.ChannelPair pair = MemoryChannels.pair(ChannelLimits.DEFAULT);
        DuplexChannel channel = pair.left();
        channel.open(new DuplexChannel.MessageReceiver() {
            @Override
            public void onMessage(byte[] message) {
                Json request = Json.parse(new String(message, StandardCharsets.UTF_8));
                Asked come = new Asked(channel, request);
                switch (String.valueOf(request.string("method"))) {
                    case "initialize" ->
                        come.answer("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                                + "\"serverInfo\":{\"name\":\"silent\",\"version\":\"1\"}}");
                    case "server/discover" -> come.fail();
                    case "tools/list", "tools/call" -> asked.add(come);
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

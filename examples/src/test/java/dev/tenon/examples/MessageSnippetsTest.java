package dev.tenon.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.model.Caching;
import dev.tenon.schema.annotation.Description;
import dev.tenon.server.McpServer;
import dev.tenon.server.call.ClientInputRequest;
import dev.tenon.server.feature.ToolErrorException;
import dev.tenon.transport.DuplexChannel;
import dev.tenon.transport.MemoryChannels;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every exchange in the documentation happens as it is written: what stands behind {@code json >} is sent, and what
 * stands behind {@code json <} comes back. The server is the one that {@code docs/errors.md} describes.
 */
class MessageSnippetsTest {
    /** The arguments of {@code book}. */
    record Booking(
            @Description("where to, as an airport code") String to,
            @Description("how many seats") int seats) {}

    /** A form. */
    record Name(String name) {}

    /** What is sent, and what must come back. */
    record Dialogue(Snippet sent, Snippet expected) {
        @Override
        public String toString() {
            return sent.toString();
        }
    }

    static Stream<Dialogue> dialogues() throws IOException {
        List<Dialogue> dialogues = new ArrayList<>();
        Snippet sent = null;
        for (Snippet snippet : Snippet.all()) {
            if (snippet.kind().equals("json >")) {
                sent = snippet;
            } else if (snippet.kind().equals("json <")) {
                dialogues.add(new Dialogue(sent, snippet));
            }
        }
        return dialogues.stream();
    }

    @ParameterizedTest
    @MethodSource("dialogues")
    void an_exchange_happens_as_the_documentation_says(Dialogue dialogue) throws Exception {
        BlockingQueue<String> received = new LinkedBlockingQueue<>();
        try (McpServer server = server()) {
            MemoryChannels.ChannelPair pair = MemoryChannels.pair(server.channelLimits());
            server.connect(pair.right(), "memory", null);
            pair.left().open(new DuplexChannel.MessageReceiver() {
                @Override
                public void onMessage(byte[] message) {
                    received.add(new String(message, StandardCharsets.UTF_8));
                }

                @Override
                public void onOversizedMessage() {}

                @Override
                public void onClosed() {}
            });
            pair.left().send(dialogue.sent().text().getBytes(StandardCharsets.UTF_8));
            String answer = received.poll(10, TimeUnit.SECONDS);
            assertThat(answer).isNotNull();
            // Ids of incidents and sealed states are new each time.
            assertThat(Json.parse(steady(answer)))
                    .isEqualTo(Json.parse(steady(dialogue.expected().text())));
        }
    }

    private static String steady(String message) {
        return message.replaceAll("incident [0-9a-f]{12}", "incident X")
                .replaceAll("(\"requestState\"\\s*:\\s*)\"[^\"]*\"", "$1\"X\"");
    }

    private static McpServer server() {
        return McpServer.builder("travel", "1.0")
                .listCaching(Caching.NONE)
                .tool("book")
                .description("Books a flight")
                .input(Booking.class)
                .handler((booking, call) -> {
                    if (booking.seats() > 9) {
                        throw new ToolErrorException("At most 9 seats can be booked at once. Book twice.");
                    }
                    if (booking.to().equals("XXX")) {
                        throw new IllegalStateException("connection refused: db.internal:5432");
                    }
                    return "Booked " + booking.seats() + " seats to " + booking.to();
                })
                .tool("greet")
                .handler((in, call) -> "Hello "
                        + call.requestInput("name", ClientInputRequest.form("What is your name?", Name.class))
                                .orElseThrow()
                                .name())
                .resource("test://a")
                .handler((request, call) -> "text of a")
                .prompt("trip")
                .requiredArgument("to", "where to")
                .handler((arguments, call) -> "Plan a trip to " + arguments.get("to"))
                .build();
    }
}

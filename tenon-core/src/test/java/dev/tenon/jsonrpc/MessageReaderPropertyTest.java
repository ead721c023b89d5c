package dev.tenon.jsonrpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.json.JsonLimits;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What holds for every input, tried on many. */
class MessageReaderPropertyTest {
    private static final List<String> MESSAGES = List.of(
            "{\"jsonrpc\":\"2.0\",\"id\":12,\"method\":\"tools/call\",\"params\":{\"name\":\"ü€😀\",\"a\":[1,-2.5e3,true,null]}}",
            "{\"jsonrpc\":\"2.0\",\"id\":\"a\\\\\\\"\\ud83d\\ude00\",\"method\":\"m\",\"params\":{\"x\":{\"y\":[[]]}}}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\",\"params\":{}}",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"\\n\"}]}}",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,\"message\":\"no\",\"data\":{}}}",
            "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"},{\"jsonrpc\":\"2.0\",\"method\":\"n\"}]");

    private final MessageReader gate = new MessageReader(JsonLimits.DEFAULT, 100);

    @Test
    @Covers("core/jsonrpc/parse-error")
    void a_message_cut_at_any_byte_is_a_parse_error() {
        for (String message : MESSAGES) {
            byte[] bytes = message.getBytes(UTF_8);
            for (int length = 0; length < bytes.length; length++) {
                InboundMessage inbound = gate.read(Arrays.copyOf(bytes, length));
                assertThat(inbound)
                        .as("%s cut at %d", message, length)
                        .isInstanceOf(InboundMessage.InvalidMessage.class);
                assertThat(((InboundMessage.InvalidMessage) inbound).error().code())
                        .isEqualTo(ErrorCode.PARSE_ERROR);
            }
        }
    }

    @Test
    void a_message_without_its_beginning_is_no_message() {
        for (String message : MESSAGES) {
            byte[] bytes = message.getBytes(UTF_8);
            for (int from = 1; from < bytes.length; from++) {
                assertThat(gate.read(Arrays.copyOfRange(bytes, from, bytes.length)))
                        .as("%s from %d", message, from)
                        .isInstanceOf(InboundMessage.InvalidMessage.class);
            }
        }
    }

    @Test
    void changed_bytes_give_a_message_or_one_of_two_errors() {
        Random random = new Random(42);
        for (String message : MESSAGES) {
            for (int round = 0; round < 3000; round++) {
                byte[] bytes = message.getBytes(UTF_8);
                for (int change = random.nextInt(4); change >= 0; change--) {
                    bytes[random.nextInt(bytes.length)] = interesting(random);
                }
                check(gate.read(bytes));
            }
        }
    }

    private static byte interesting(Random random) {
        String bytes = "{}[]\":,\\u0eE+-. \n\ttfn19";
        return random.nextBoolean() ? (byte) random.nextInt(256) : (byte) bytes.charAt(random.nextInt(bytes.length()));
    }

    @Test
    void what_was_accepted_is_written_and_read_as_the_same() {
        for (String text : MESSAGES) {
            if (gate.read(text.getBytes(UTF_8)) instanceof InboundMessage.ValidMessage accepted) {
                byte[] written = MessageWriter.write(accepted.message());
                assertThat(new String(written, UTF_8)).isEqualTo(text);
                assertThat(gate.read(written)).isEqualTo(accepted);
            }
        }
    }

    private void check(InboundMessage inbound) {
        if (inbound instanceof InboundMessage.InvalidMessage refused) {
            assertThat(refused.error().code()).isIn(ErrorCode.PARSE_ERROR, ErrorCode.INVALID_REQUEST);
            assertThat(refused.error().message()).hasSizeLessThan(250);
            assertThat(gate.read(MessageWriter.write(refused.toResponse())))
                    .isInstanceOf(InboundMessage.ValidMessage.class);
        } else if (inbound instanceof InboundMessage.MessageBatch batch) {
            batch.parts().forEach(this::check);
        } else if (inbound instanceof InboundMessage.ValidMessage accepted) {
            assertThat(gate.read(MessageWriter.write(accepted.message()))).isEqualTo(accepted);
        }
    }
}

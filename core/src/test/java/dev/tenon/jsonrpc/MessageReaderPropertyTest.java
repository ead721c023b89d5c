package dev.tenon.jsonrpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.json.JsonLimits;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Properties that hold for all inputs, checked with many examples. */
class MessageReaderPropertyTest {
    private static final List<String> MESSAGES = List.of(
            "{\"jsonrpc\":\"2.0\",\"id\":12,\"method\":\"tools/call\",\"params\":{\"name\":\"ü€😀\",\"a\":[1,-2.5e3,true,null]}}",
            "{\"jsonrpc\":\"2.0\",\"id\":\"a\\\\\\\"\\ud83d\\ude00\",\"method\":\"m\",\"params\":{\"x\":{\"y\":[[]]}}}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\",\"params\":{}}",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"\\n\"}]}}",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,\"message\":\"no\",\"data\":{}}}",
            "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"},{\"jsonrpc\":\"2.0\",\"method\":\"n\"}]");

    private final MessageReader reader = new MessageReader(JsonLimits.DEFAULT, 100);

    @Test
    @Covers("core/jsonrpc/parse-error")
    void a_message_cut_at_any_byte_is_a_parse_error() {
        for (String message : MESSAGES) {
            byte[] bytes = message.getBytes(UTF_8);
            for (int length = 0; length < bytes.length; length++) {
                MessageReadResult inbound = reader.read(Arrays.copyOf(bytes, length));
                assertThat(inbound)
                        .as("%s cut at %d", message, length)
                        .isInstanceOf(MessageReadResult.InvalidMessage.class);
                assertThat(((MessageReadResult.InvalidMessage) inbound).error().code())
                        .isEqualTo(ErrorCode.PARSE_ERROR);
            }
        }
    }

    @Test
    void a_message_without_its_beginning_is_rejected() {
        for (String message : MESSAGES) {
            byte[] bytes = message.getBytes(UTF_8);
            for (int from = 1; from < bytes.length; from++) {
                assertThat(reader.read(Arrays.copyOfRange(bytes, from, bytes.length)))
                        .as("%s from %d", message, from)
                        .isInstanceOf(MessageReadResult.InvalidMessage.class);
            }
        }
    }

    @Test
    void changed_bytes_result_in_a_message_or_one_of_two_errors() {
        Random random = new Random(42);
        for (String message : MESSAGES) {
            for (int round = 0; round < 3000; round++) {
                byte[] bytes = message.getBytes(UTF_8);
                for (int change = random.nextInt(4); change >= 0; change--) {
                    bytes[random.nextInt(bytes.length)] = randomByte(random);
                }
                assertMessageOrError(reader.read(bytes));
            }
        }
    }

    private static byte randomByte(Random random) {
        String bytes = "{}[]\":,\\u0eE+-. \n\ttfn19";
        return random.nextBoolean() ? (byte) random.nextInt(256) : (byte) bytes.charAt(random.nextInt(bytes.length()));
    }

    @Test
    void an_accepted_message_survives_writing_and_reading() {
        for (String text : MESSAGES) {
            if (reader.read(text.getBytes(UTF_8)) instanceof MessageReadResult.ValidMessage accepted) {
                byte[] written = MessageWriter.write(accepted.message());
                assertThat(new String(written, UTF_8)).isEqualTo(text);
                assertThat(reader.read(written)).isEqualTo(accepted);
            }
        }
    }

    private void assertMessageOrError(MessageReadResult inbound) {
        if (inbound instanceof MessageReadResult.InvalidMessage rejected) {
            assertThat(rejected.error().code()).isIn(ErrorCode.PARSE_ERROR, ErrorCode.INVALID_REQUEST);
            assertThat(rejected.error().message()).hasSizeLessThan(250);
            assertThat(reader.read(MessageWriter.write(rejected.toResponse())))
                    .isInstanceOf(MessageReadResult.ValidMessage.class);
        } else if (inbound instanceof MessageReadResult.MessageBatch batch) {
            batch.messages().forEach(this::assertMessageOrError);
        } else if (inbound instanceof MessageReadResult.ValidMessage accepted) {
            assertThat(reader.read(MessageWriter.write(accepted.message()))).isEqualTo(accepted);
        }
    }
}
